// Package growth infers from the costs of some runs how the cost of a program grows with its input: t = a +
// b·f(n), where f is the best fit from a short list.
//
// If there are too few measurements, or no function or too many fit, it returns an error instead of a guess.
//
// It knows neither programs nor problems: the caller runs them and states the costs. SizesOf measures the inputs.
package growth
