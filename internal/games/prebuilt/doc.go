// Package prebuilt holds the Go programs of the library's packages: generators, validators, checkers, interactors,
// visualizers and model solutions. They are part of the judge's executable, so that the library needs no Go toolchain
// (docs/decisions/prebuilt.md). With the argument that Find returns the executable becomes one of them.
//
// internal/tools/prebuilt writes programs.go; a test of it says whether the file is current.
package prebuilt
