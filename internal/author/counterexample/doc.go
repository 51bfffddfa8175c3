// Package counterexample looks for the smallest input on which a solution fails, within a bounded time. It tries
// the cheapest sources first: generated inputs, small before large, then the test cases of the problem. It shrinks
// what it finds, tries all small inputs below that, and starts again from other inputs, since single shrinking
// steps need not lead to the smallest input.
//
//	found, done, err := counterexample.Find(ctx, executor, setup, counterexample.Request{Time: 10 * time.Second}, show)
//	if found != nil {
//		fmt.Printf("%s on\n%s", found.Test.Verdict, found.Input)
//	}
//
// It knows neither why the solution fails on an input, nor what is shown.
package counterexample
