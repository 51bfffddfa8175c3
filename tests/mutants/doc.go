//go:build unix

// Mutants measures whether the tests of the judge's own code would notice a mistake: it changes one operator at a time and
// looks whether a test fails. The changes are those of gremlins (go-gremlins/gremlins v0.6.0).
//
//	go run ./tests/mutants [-only REGEXP] [-sample N] [-o FILE] [TARGET]...
//
// Compiling a package anew for each of some thousand mutants would take a day. So all mutants of a package are compiled into one
// test binary, each behind a question to package active, and a file says which of them is on. That way, every test is first run
// alone to learn which mutants it reaches, and a mutant is given to these tests alone, the shortest first, also where they
// belong to other packages.
//
// A mutant is killed when a test fails, or computes ten times as long as without it. What takes too long by the clock is no
// kill, since this may be the fault of a busy machine, and tests that measure time must fail twice. survivors.txt says why what
// survives may.
package main
