package workspace

import (
	"context"

	"grundy/internal/history"
)

// Share is how many of some problems are solved, and how many of these without help.
type Share struct{ Solved, Alone, All int }

// Solved are the shares of the problems of a library that the person solved. A problem counts for its level, 0 where it has none,
// and for each of its tags.
type Solved struct {
	Problems Share
	Levels   map[int]Share
	Tags     map[string]Share
}

// Solved counts what of some problems is solved.
func (h *History) Solved(ctx context.Context, listed []Listed) (Solved, error) {
	found := Solved{Levels: map[int]Share{}, Tags: map[string]Share{}}
	for _, l := range listed {
		solved, helped := h.Progress(l.Problem) == history.Solved, false
		if solved {
			var err error
			if helped, err = h.Helped(ctx, ProblemKey(l.Problem)); err != nil {
				return found, err
			}
		}
		found.Problems = found.Problems.with(solved, helped)
		found.Levels[l.Difficulty()] = found.Levels[l.Difficulty()].with(solved, helped)
		for _, tag := range l.Tags() {
			found.Tags[tag] = found.Tags[tag].with(solved, helped)
		}
	}
	return found, nil
}

// with counts another problem.
func (s Share) with(solved, helped bool) Share {
	s.All++
	if solved {
		s.Solved++
	}
	if solved && !helped {
		s.Alone++
	}
	return s
}
