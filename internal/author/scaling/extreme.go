package scaling

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grundy/internal/pkgfmt/problem"
)

// Bounds of what Extremes makes.
const (
	extremeKinds = 6
	extremeBytes = 16 << 20 // of an input
	extremeTime  = 30 * time.Second
	// extremeGrowth is by how much a number is multiplied at most: generators may take one without heeding it.
	extremeGrowth = 1e9
)

// Extremes makes inputs in an existing folder that are as large as the package's commands can make them: their numbers are
// multiplied, all together and each alone, for as long as the generator and the validators let them. It makes none where there
// is no validator, for then nothing says what is too much. After half a minute it leaves off. Errors are those of Make.
func Extremes(ctx context.Context, executor Executor, p *problem.Problem, dir string) ([]*problem.Case, error) {
	if p.Format == problem.Plain || len(p.InputValidators) == 0 {
		return nil, nil
	}
	m, err := newMaker(executor, p, dir)
	if err != nil {
		return nil, err
	}
	largest, err := m.largest(extremeKinds, 1)
	if err != nil {
		return nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, extremeTime)
	defer cancel()
	var made []*problem.Case
	for _, of := range largest {
		cases, err := m.extremes(bounded, of)
		made = append(made, cases...)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case bounded.Err() != nil:
			return made, nil
		case err != nil:
			return nil, err
		}
	}
	return made, nil
}

// extremes makes inputs of one kind. Beside an error it gives those that were made before.
func (m *maker) extremes(ctx context.Context, of sample) (made []*problem.Case, err error) {
	words := strings.Fields(of.rule.Command.Text)
	all := numbers(words, 1)
	together := [][]int{all}
	if len(all) > 1 {
		together = slices.AppendSeq(together, slices.Chunk(all, 1))
	}
	for _, positions := range together {
		tc, err := m.grow(ctx, of, words, positions)
		if err != nil {
			return made, err
		}
		if tc != nil {
			made = append(made, tc)
		}
	}
	return made, nil
}

// grow multiplies the numbers at some positions for as long as the input is valid, and gives the last one: nil when there is none.
func (m *maker) grow(ctx context.Context, of sample, words []string, positions []int) (*problem.Case, error) {
	var last *problem.Case
	factor := 1.0
	for _, step := range []float64{10, 2} {
		for factor*step <= extremeGrowth {
			tc, size, err := m.make(ctx, of, scaled(words, positions, factor*step))
			if err != nil {
				return nil, err
			}
			if tc == nil {
				break
			}
			if size > extremeBytes {
				if err := os.RemoveAll(filepath.Dir(tc.Input)); err != nil {
					return nil, err
				}
				break
			}
			if last != nil {
				if err := os.RemoveAll(filepath.Dir(last.Input)); err != nil {
					return nil, err
				}
			}
			last, factor = tc, factor*step
		}
	}
	return last, nil
}
