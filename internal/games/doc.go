// Package games says what verify, why and the pages ask about games. The packages below it answer: they are what the
// library of combinatorial games adds to the judge, playing against an interactor, the laboratory of small positions,
// and the programs of its packages. The rules themselves are in checker/games, since programs of packages import them.
//
// The judge knows this package alone. The command line registers the others with the workspace. Read games.go first,
// then play/doc.go.
package games
