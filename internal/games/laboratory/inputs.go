package laboratory

import (
	"errors"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/games"
	"grundy/internal/pkgfmt/problem"
)

// Grids are the grids that packages describe.
type Grids struct{}

// Has reports whether a package describes grids, correctly or not.
func (Grids) Has(p *problem.Problem) bool {
	file, err := fsutil.OpenWithin(p.Dir, filepath.Join(p.Dir, filepath.FromSlash(games.GridFile)))
	if err == nil {
		file.Close()
	}
	return err == nil
}

// Inputs yields the inputs of the grid for every choice of held values.
func (Grids) Inputs(p *problem.Problem) iter.Seq2[[]games.Input, error] {
	return func(yield func([]games.Input, error) bool) {
		lab, err := Read(p)
		switch {
		case errors.Is(err, ErrNone):
			return
		case err != nil:
			yield(nil, err)
			return
		}
		for _, held := range lab.Choices() {
			inputs, err := lab.inputs(held)
			if err != nil {
				yield(nil, &problem.FaultError{Package: p.Dir, Diagnostics: problem.Diagnostics{{
					File: games.GridFile, Message: strings.TrimPrefix(err.Error(), games.GridFile+": "), Help: "grundy lab " + p.ID + " shows the grid",
				}}})
				return
			}
			if !yield(inputs, nil) {
				return
			}
		}
	}
}

// inputs returns the inputs of a grid, which has positions.
func (l *Laboratory) inputs(held map[string]string) (inputs []games.Input, err error) {
	grid, err := l.Grid(held)
	if err != nil {
		return nil, err
	}
	cells, err := grid.Cells()
	if err != nil {
		return nil, err
	}
	if len(cells) == 0 {
		var words []string
		for _, name := range slices.Sorted(maps.Keys(grid.Held)) {
			words = append(words, name+" = "+grid.Held[name].String())
		}
		return nil, errors.New(strings.TrimSuffix("there are no positions for "+strings.Join(words, ", "), " for "))
	}
	for some := range slices.Chunk(cells, grid.Most()) {
		text, err := grid.Input(some)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, games.Input{Place: grid.Place(some[0]), Text: text})
	}
	return inputs, nil
}
