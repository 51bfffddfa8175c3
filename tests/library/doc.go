// Package library tests the problems that ship with grundy, as their authors would: each fast solution against one
// that follows the rules literally, on small random instances; generators against the shipped data; whole packages,
// and the worked solutions, with the program itself. It only runs real programs and does not use their code.
//
//	go test ./tests/library -run 'BruteForce/mousetrap'
//	go test ./tests/library -short # without the minutes that judging whole packages takes
package library
