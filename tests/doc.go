// Package tests runs the command line as users and scripts do: testdata/script holds short scripts, each named after
// what it guards, and the Go files hold tests that need signals, clocks or many files. It knows the program only from
// outside.
//
//	go test ./tests -run TestScripts/exit_codes
package tests
