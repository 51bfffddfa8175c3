// Package checker answers one question: is this output right? It holds the built-in comparison of the ICPC package
// format, the dialects of external checkers, and the explanation of a wrong answer. It knows no limits, and no
// verdicts beyond accept and reject, which the runner combines.
//
// An error is always a failure of the judge, never of the output. It is a *JudgeError if the problem's own checker is
// to blame.
package checker
