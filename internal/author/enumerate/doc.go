// Package enumerate makes the small inputs of a problem, by the small-scope hypothesis that most mistakes show in
// one of them. It learns their form from known inputs: a Grammar makes all inputs up to a bound, and a Sweep tries
// those that are smaller than a failing one.
//
// It does not know what makes an input valid, nor what failing means.
package enumerate
