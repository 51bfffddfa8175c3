// Package counterexample looks for the smallest input on which a solution fails, within a bounded time. It tries
// the cheapest sources first: generated inputs, small before large, then the test cases of the problem. It shrinks
// what it finds, tries all small inputs below that, and starts again from other inputs, since single shrinking
// steps need not lead to the smallest input.
//
// It knows neither why the solution fails on an input, nor what is shown.
package counterexample
