// Package author is what the author of a problem asks for. Verify tries a package on itself: validators over all data,
// the checker on nonsense, submissions on all cases against what is expected of them, and the time limit against the
// slowest and the fastest of them. FindLimits measures that limit; WriteTimeLimit states it. The package knows neither how
// a submission is judged nor how the findings are shown: it asks a Judger and a Validator, and emits events.
//
//	summary, err := author.Verify(ctx, judge, judge, p, author.Options{Jobs: slots}, show)
//	if err == nil && !summary.OK() {
//		// exit code 1
//	}
package author
