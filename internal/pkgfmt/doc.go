// Package pkgfmt groups the formats of problem packages: the model of a problem, the loaders, the rules of generators,
// conversion from and to other systems, and safe changes of files.
//
// Read problem/problem.go first: the loaders fill that model, and everything else asks it.
package pkgfmt
