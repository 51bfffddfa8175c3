// Package verify tries problem packages on themselves, one after the other, and the packages of a set beside each other. The
// command and the pages call it.
//
// internal/author knows what a verification consists of. This package does not know who named the packages, nor how the
// events are shown.
package verify
