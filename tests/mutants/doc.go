//go:build unix

// Mutants measures whether the tests of the judge's own code would notice a mistake: it changes one operator at a
// time and checks whether a test fails. The changes are those of gremlins (go-gremlins/gremlins v0.6.0).
//
//	go run ./tests/mutants [-only REGEXP] [-sample N] [-o FILE] [TARGET]...
//
// Compiling a package for each of some thousand mutants would take a day. So all mutants of a package are compiled
// into one test binary, each behind a call to package active, and a file says which of them is on. Every test first
// runs alone, which shows the mutants that it reaches. A mutant then runs with these tests alone, the shortest first,
// even if they belong to other packages.
//
// A mutant is killed when a test fails, or computes ten times as long as without it. Too much wall time does not
// count, since a busy machine may cause it, and tests that measure time must fail twice. survivors.txt explains why
// mutants may survive.
package main
