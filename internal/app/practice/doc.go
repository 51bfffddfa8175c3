// Package practice holds the use cases of a user who solves problems. A Session judges solutions, once or whenever they
// are saved, and measures how their time grows. An Examination tries a solution on inputs beyond the cases of its
// problem: it searches for one that fails, shrinks it, and explains the failure. Commands and pages call both with
// options, and show the events.
//
// Read session.go first, then examination.go. The package does not know how solutions are found, which is the task of
// package workspace, nor how results are shown.
package practice
