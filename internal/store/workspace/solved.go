package workspace

import (
	"context"
)

// Share is how many of some problems are solved, and how many of them without help.
type Share struct{ Solved, Alone, All int }

// Solved contains the shares of a library's problems that the user solved. A problem counts for its level, 0 if it has
// none, and for each of its tags.
type Solved struct {
	Problems Share
	Levels   map[int]Share
	Tags     map[string]Share
}

// Solved counts how many of the listed problems are solved.
func (h *History) Solved(ctx context.Context, listed []Listed) (Solved, error) {
	found := Solved{Levels: map[int]Share{}, Tags: map[string]Share{}}
	for _, l := range listed {
		standing, err := h.Standing(ctx, l.Problem)
		if err != nil {
			return found, err
		}
		found.Problems = found.Problems.with(standing)
		found.Levels[l.Difficulty()] = found.Levels[l.Difficulty()].with(standing)
		for _, tag := range l.Tags() {
			found.Tags[tag] = found.Tags[tag].with(standing)
		}
	}
	return found, nil
}

// with adds a problem to the counts.
func (s Share) with(standing Status) Share {
	s.All++
	if standing.IsSolved() {
		s.Solved++
	}
	if standing == Alone {
		s.Alone++
	}
	return s
}
