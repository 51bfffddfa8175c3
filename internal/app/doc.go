// Package app groups the use cases: what a person asks of the judge, whichever face asks. A use case takes an options
// struct, runs programs through jobs, and emits events.
//
// Read practice/session.go first: it judges a person's solutions for the command and for the pages.
package app
