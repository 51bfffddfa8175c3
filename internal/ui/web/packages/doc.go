// Package packages is the pages for authors: the packages that can be verified, the statement as contestants see it, and
// the verification as it goes on.
package packages
