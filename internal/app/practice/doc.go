// Package practice judges a person's solutions: it opens their problems, chooses the test cases, has those made that
// packages do not ship, judges one solution after the other, and remembers what came of it.
//
// It does not know how solutions are found, which is the workspace's business, nor how anything is shown.
package practice
