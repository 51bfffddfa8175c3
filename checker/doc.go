// Package checker answers one question: is this output right? It holds the built-in comparison of the ICPC package
// format, the dialects of external checkers, and the explanation of a wrong answer. It knows neither limits nor
// verdicts beyond accept and reject; the runner combines.
package checker
