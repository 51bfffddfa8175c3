// Package problems is the pages for practising: the list of problems, each problem with its statement, its hints and an
// editor, and the inbox of problems from the browser.
package problems
