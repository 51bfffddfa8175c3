// Package limits measures the time limit of a problem package, and states it in the package where that is wanted.
//
//	p, err := limits.Open(ctx, place.Problems(), "problems/nim", false)
//	…
//	found, err := limits.Run(ctx, client, limits.Options{Problem: p, Runs: 3}, show)
//
// How submissions are measured is the business of internal/author.
package limits
