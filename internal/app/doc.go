// Package app groups the use cases: what a user asks of the judge, independent of the user interface. A use case
// takes an options struct, runs programs through jobs, and emits events.
//
// Read practice/session.go first: it judges a user's solutions for the command and for the pages.
package app
