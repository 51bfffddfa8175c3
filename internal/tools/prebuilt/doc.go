// Command prebuilt writes internal/games/prebuilt/programs.go: the Go programs of the library's packages, as functions
// of one package, so that they are part of the binary (docs/decisions/prebuilt.md). Declarations that several programs
// have are written once.
//
//	go run ./internal/tools/prebuilt
//
// A test compares the file with the programs.
package main
