// Package web serves the pages on which a user practises: the problems, an editor on the user's own files, verdicts as
// they come, and earlier judgements.
//
// Everything on the pages comes from the binary and from this machine. Each request passes the guard first (guard.go). The
// server runs what its user writes, so it answers no other user, and no page of another site in the same browser.
package web
