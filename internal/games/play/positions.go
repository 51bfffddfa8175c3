package play

import (
	"fmt"
	"iter"
	"os"

	"grundy/internal/pkgfmt/problem"
)

// Position is a position from which the game of a problem can be played.
type Position struct {
	Name string
	Case *problem.Case
	// Input is an input of the problem with this game alone; "" for a case of an interactive problem, which may have to
	// be generated.
	Input string
}

// Bounds of what is offered: the positions of a problem that is not interactive, and the bytes of a file with some.
const (
	mostPositions = 40
	mostInput     = 16 << 10
)

// Positions are the positions in the test cases of a problem, the samples first. Those of problems that are not
// interactive are set out one after the other, which may take some time: a caller that has found its position stops.
func Positions(p *problem.Problem) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		count := 0
		for _, tc := range p.Data.AllCases() {
			var found []Position
			switch {
			case tc.Input == "":
			case p.Type.Interactive:
				found = []Position{{Name: tc.Name, Case: tc}}
			case count < mostPositions:
				found = gamesIn(p, tc)
			}
			for _, position := range found {
				if count++; !yield(position) {
					return
				}
			}
		}
	}
}

// gamesIn lists the games of a sample that are not too large to be played; of another case it takes the first alone.
func gamesIn(p *problem.Problem, tc *problem.Case) []Position {
	if info, err := os.Stat(tc.Input); err != nil || info.Size() > mostInput {
		return nil
	}
	text, err := os.ReadFile(tc.Input)
	if err != nil {
		return nil
	}
	var found []Position
	games := Games(p.UUID, string(text))
	for i, input := range games {
		if len(found) == mostPositions || len(found) > 0 && !tc.Sample {
			break
		}
		if _, err := MatchOf(p.UUID, input); err != nil {
			continue
		}
		name := tc.Name
		if len(games) > 1 {
			name = fmt.Sprintf("%s#%d", tc.Name, i+1)
		}
		found = append(found, Position{Name: name, Case: tc, Input: input})
	}
	return found
}
