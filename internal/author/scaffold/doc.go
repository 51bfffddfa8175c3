// Package scaffold writes the beginning of a problem package: small, but complete, so that it can be tried on itself at
// once and then changed piece by piece. It knows what belongs into a package, and neither reads nor runs anything.
//
//	err := scaffold.Write("problems/takeaway", scaffold.Package{
//		ID: "takeaway", Title: "Take Away", UUID: scaffold.NewUUID(), Kind: scaffold.Checker, Language: scaffold.Go,
//	})
package scaffold
