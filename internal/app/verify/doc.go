// Package verify tries problem packages on themselves, one after the other, and the packages of a set beside one another. The
// command and the pages call it.
//
//	p, err := verify.Open(ctx, place.Problems(), "problems/nim")
//	…
//	outcome, err := verify.Run(ctx, place, client, verify.Options{Packages: []verify.Package{p}}, show)
//
// What a verification consists of is the business of internal/author. This package does not know who named the packages, nor how
// anything is shown.
package verify
