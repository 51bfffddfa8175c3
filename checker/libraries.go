package checker

import (
	"embed"
	"io/fs"
	"path"
)

// sources are the packages below this one, without their tests.
//
//go:embed drawing/board.go drawing/doc.go drawing/grid.go drawing/graph.go drawing/path.go drawing/rows.go
//go:embed drawing/squares.go drawing/style.go drawing/svg.go drawing/tokens.go drawing/tree.go
//go:embed games/compound/doc.go games/compound/rules.go games/compound/search.go games/compound/theory.go games/compound/winning.go
//go:embed games/mousetrap/doc.go games/mousetrap/maze.go games/mousetrap/play.go
//go:embed games/nim/nim.go
//go:embed games/oddstones/doc.go games/oddstones/oddstones.go
//go:embed games/spiders/doc.go games/spiders/path.go games/spiders/play.go games/spiders/search.go games/spiders/web.go
//go:embed testlib/doc.go testlib/outcome.go testlib/stream.go testlib/reader.go testlib/bounds.go testlib/tokens.go testlib/float.go
//go:embed testlib/checker.go testlib/interactor.go testlib/generator.go testlib/rand.go testlib/tree.go testlib/visualizer.go
var sources embed.FS

// Libraries returns the Go packages that programs of problem packages may import besides the standard library: the
// directory of their sources, by import path. They are part of the binary, so that such programs build offline, and
// exports copy what a program uses of them into it.
func Libraries() map[string]fs.FS {
	all := map[string]fs.FS{}
	err := fs.WalkDir(sources, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		dir := path.Dir(file)
		all["grundy/checker/"+dir], err = fs.Sub(sources, dir)
		return err
	})
	if err != nil {
		panic(err) // they are embedded
	}
	return all
}
