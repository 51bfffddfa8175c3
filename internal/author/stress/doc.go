// Package stress looks for an input on which a solution fails. It makes inputs by generators, has the input validators
// look at them, asks a trusted solution for the answer and the problem's checker for a verdict, many times a second, and
// stops at the first failure. Which input belongs to which seed depends on nothing but the seed, so that a failure can be
// had again. It also tells whether some other input fails in the same way, which is what shrinking asks.
//
// It knows neither how programs are built and run, which is the business of the executor that it is given, nor how an input
// is made smaller or kept as a test, nor what is shown.
//
//	trial, err := stress.Open(ctx, executor, stress.Setup{
//		Problem: nim, Folder: scratch, Setup: job.Setup{Solution: mine, Trusted: model, Generators: generators},
//	}, show)
//	…
//	finding, err := trial.Hunt(ctx, stress.Limits{Seed: 1, Time: time.Minute}, show)
//	if finding != nil {
//		fmt.Println(finding.Test.Verdict, finding.Call)
//	}
package stress
