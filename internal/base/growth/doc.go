// Package growth tells from the cost of some runs how the cost of a program grows with its input: t = a + b·f(n), for the f
// out of a short list that fits best.
//
//	fit, err := growth.Of(samples)
//	…
//	fmt.Println(fit.Function.Name, fit.Measure) // n log n tokens
//
// Where too little was measured, or nothing on the list fits, or too much of it does, there is an error instead of a guess.
//
// It knows neither programs nor problems: whoever runs them says what runs cost, and Measure how large inputs are.
package growth
