// Package enumerate makes the small inputs of a problem, by the small-scope hypothesis that most mistakes show in one of them. What
// they look like it learns from inputs that are known: a Grammar makes all up to a bound, and a Sweep tries those that are
// smaller than one on which something fails.
//
//	enumerate.Learn(known).Inputs(3, func(input []byte) bool { … })
//
//	sweep := enumerate.NewSweep(known, slots)
//	smaller, err := sweep.Below(ctx, failing, try)
//
// What makes an input valid, and what failing means, it does not know.
package enumerate
