// Package killmutants looks for inputs that tell the survivors of package mutate from the original: first among all small inputs of
// the problem, by the small-scope hypothesis that most mistakes show in one of them, among some that the generators make, and
// among some as large as they may be; then, for as long as it is given, among ever more generated ones.
//
// It does not know how an input becomes a test case.
package killmutants
