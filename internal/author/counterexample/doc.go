// Package counterexample looks for the smallest input on which a solution fails, within a bounded time. It takes what is
// cheapest first: generated inputs, small before large, then the test cases of the problem, and makes what it finds smaller;
// then it tries all small inputs below it and begins again from elsewhere, since the smallest input that single steps lead to
// need not be the smallest there is.
//
//	found, done, err := counterexample.Find(ctx, executor, setup, counterexample.Request{Time: 10 * time.Second}, show)
//	if found != nil {
//		fmt.Printf("%s on\n%s", found.Test.Verdict, found.Input)
//	}
//
// It knows neither why the input is one that the solution fails on, nor what is shown.
package counterexample
