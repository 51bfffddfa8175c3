// Package laboratory describes the grid of small positions of a problem: which positions it has, how each becomes
// an input, which part of an answer is shown, and what the user conjectures about it.
//
// A package describes its grid in solution/laboratory.yaml (docs/laboratory.md). Conjectures, and the numbers in
// inputs, are written in a small language of expressions over the names of the axes. This package runs nothing: it
// does not know where answers come from.
package laboratory
