// Package web serves the pages on which a user practises: the problems, an editor on the user's own files, verdicts as
// they come, and earlier judgements.
//
// Everything on the pages comes from the binary and from this machine. Each request passes the guard first
// (site/guard.go). The server runs what its user writes, so it answers no other user, and no page of another site in the
// same browser.
//
// This package puts the pages together: each feature is a package below it that takes what it needs and registers its
// own pages. Read server.go first, then site/page.go.
package web
