// Package mutate measures whether the test data of a problem would expose a mistake. It makes mutants of an
// accepted solution, each with one small change of a kind that people make by mistake, has them judged, and
// reports which of them no test case kills. It knows the syntax of Go, C, C++ and Python as far as that requires.
// It does not know how a submission is judged or how the findings are shown: it asks a Judger, and emits events.
//
// A mutant may be equivalent to the original on every valid case. If both compile to the same program, the Judger
// detects it; otherwise the author states the reason in an explanation (see Explanation).
package mutate
