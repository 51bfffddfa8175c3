// Package problem is the model of a problem: limits, test data, how output is judged, and the submissions of the
// package. It knows no format: the loaders in icpc and plain read packages into the model and collect their faults as
// Diagnostics.
package problem
