// Package transfer turns packages of other judges into packages, and packs problems and contests for other judges.
//
// Package internal/pkgfmt/exchange knows the formats.
package transfer
