// Package testlib is a library for the programs inside a problem package: input validators, checkers, interactors and
// generators. It speaks the dialect of the ICPC problem package format (exit code 42 accepts, 43 rejects, anything
// else is the judge's own fault). It uses only the standard library, so that such programs build fast and offline. It
// knows no judge: neither limits nor verdicts, packages or submissions.
//
// A validator reads its input to the last byte, and refuses whatever it did not ask for:
//
// A checker compares the submission's output with the judge's own files. When the function returns, the output is
// accepted if nothing more follows in it:
//
// An interactor is a checker that also talks:
//
// A generator prints an input. It reads its arguments one after the other; the last is usually the seed:
//
// A visualizer draws a test case for humans, with the package drawing or in any other way:
package testlib
