package statement

import "embed"

// Assets is what pages with statements need beside them, in one folder: statement.css, for what HTML writes into an element of the
// class "statement", and the font for formulas that it names, stix-two-math.woff2, with its licence. Without a font that has a
// table for mathematics exponents fly off. The font is a part of STIX Two Math, made by assets/subset.
//
//go:embed assets/statement.css assets/stix-two-math.woff2 assets/stix-two-math.LICENSE
var Assets embed.FS

// Package is statement.sty, the package of LaTeX that documents use with what TeX writes.
//
//go:embed assets/statement.sty
var Package []byte

// TypstFunctions are those that what Typst writes calls.
//
//go:embed assets/statement.typ
var TypstFunctions string
