// Package libraries lists the Go packages that programs of problem packages may import besides the standard library.
// They are part of the binary, so that such programs build offline. Exports copy the packages that a program uses
// into it.
package libraries

import (
	"io/fs"

	"grundy/checker/drawing"
	"grundy/checker/games"
	"grundy/checker/testlib"
)

// All returns the sources of the libraries by import path.
func All() map[string]fs.FS {
	all := map[string]fs.FS{"grundy/checker/drawing": drawing.Source, "grundy/checker/testlib": testlib.Source}
	entries, err := games.Source.ReadDir(".")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, entry := range entries {
		below, err := fs.Sub(games.Source, entry.Name())
		if err != nil {
			panic(err)
		}
		all["grundy/checker/games/"+entry.Name()] = below
	}
	return all
}
