// Package limits measures the time limit of a problem package, and states it in the package where that is wanted.
//
// How submissions are measured is the business of internal/author.
package limits
