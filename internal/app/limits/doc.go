// Package limits measures the time limit of a problem package and writes it into the package on request.
//
// Package internal/author measures the submissions.
package limits
