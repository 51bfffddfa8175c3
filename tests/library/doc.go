// Package library tests the problems that ship with grundy, as their authors would: each fast solution against the one
// that follows the rules literally, on small random instances; generators against the data that ships; whole packages,
// and the worked solutions, with the program itself. It runs real programs only and knows none of their code.
//
//	go test ./tests/library -run 'BruteForce/mousetrap'
//	go test ./tests/library -short # without the minutes that judging whole packages takes
package library
