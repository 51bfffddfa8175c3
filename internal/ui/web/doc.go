// Package web serves the pages on which a user practises: the problems, an editor on the user's own files, verdicts as
// they come, and earlier judgements.
//
// Everything on the pages comes from the binary and from this machine. Whoever asks passes the guard first (guard.go): the server
// runs what a person writes, so nobody else may talk to it, a page of another site in the same browser least of all.
package web
