// Package games holds the rules and the perfect play of the library's games, each in a package of its own, once: the
// interactors of the problem packages, `grundy play` with its hints, and the tests that compare solutions with exhaustive
// search are written with them. A game's package uses the standard library alone and knows neither judge nor terminal.
package games

import (
	"embed"
	"io/fs"
)

//go:embed nim oddstones spiders mousetrap compound
var source embed.FS

// importPath is what the packages below this one are imported as.
const importPath = "grundy/checker/games/"

// Libraries are the sources of the packages by import path: programs of problem packages are built with them.
func Libraries() map[string]fs.FS {
	libraries := map[string]fs.FS{}
	entries, err := source.ReadDir(".")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, entry := range entries {
		below, err := fs.Sub(source, entry.Name())
		if err != nil {
			panic(err)
		}
		libraries[importPath+entry.Name()] = below
	}
	return libraries
}
