package statement

import "embed"

// Assets is what pages with statements need, in one directory: statement.css styles the HTML inside an element of
// the class "statement", and names the font for formulas, stix-two-math.woff2, which comes with its licence.
// Without a font that has a math table, browsers misplace exponents. The font is a subset of STIX Two Math, made
// by assets/subset.
//
//go:embed assets/statement.css assets/stix-two-math.woff2 assets/stix-two-math.LICENSE
var Assets embed.FS

// Package is statement.sty, the LaTeX package that documents need for the output of TeX.
//
//go:embed assets/statement.sty
var Package []byte

// TypstFunctions are the functions that the output of Typst calls.
//
//go:embed assets/statement.typ
var TypstFunctions string
