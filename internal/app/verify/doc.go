// Package verify verifies problem packages one after the other, and compares the packages of a set. The command and
// the pages call it.
//
// Package internal/author knows the steps of a verification. This package does not know where the names of the
// packages come from, nor how the events are shown.
package verify
