// Package tests runs the command line as people and scripts do: testdata/script holds short scripts, each named after
// what it guards, and the Go files hold what needs signals, clocks or many files. It knows the program's outside only.
//
//	go test ./tests -run TestScripts/exit_codes
package tests
