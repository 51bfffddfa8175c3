// Package games groups what the library of combinatorial games adds to the judge: playing against an interactor, and the
// laboratory of small positions. The rules themselves are in checker/games, since programs of packages import them.
//
// Read play/doc.go first.
package games
