// Package practice judges a user's solutions. It opens their problems, selects the test cases, generates those that
// packages do not ship, judges one solution after the other, and records the results.
//
// It does not know how solutions are found, which is the task of package workspace, nor how results are shown.
package practice
