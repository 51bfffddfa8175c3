// Package formula reads the formulas of statements, which are TeX as MathJax understands it, and writes them as MathML, as
// Unicode text, in Typst and in LaTeX.
//
// MathJax's own reader, a program in JavaScript, makes a tree of a formula; all writers walk that tree, and each writes only
// elements, characters and commands of its own. Start with reader.go, then node.go. The package reads no files: the caller
// has a memory of formulas that were read before. The formulas of the library are read already, in library.txt.
package formula
