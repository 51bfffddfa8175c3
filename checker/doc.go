// Package checker answers one question: is this output right? It holds the built-in comparison of the ICPC package
// format, the dialects of external checkers, and the explanation of a wrong answer. It knows neither limits nor
// verdicts beyond accept and reject; the runner combines.
//
//	outcome, err := checker.Builtin{}.Check(ctx, checker.Case{Answer: "1.ans", Output: "1.out"})
//
// An error is always a failure of the judge, never of the output. It is a *JudgeError when the checker that came with
// the problem is to blame.
package checker
