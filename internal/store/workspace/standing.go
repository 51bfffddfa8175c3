package workspace

import (
	"context"
	"slices"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
)

// Standing is how far a person got with a problem, and when it is solved, whether that was with help.
type Standing string

// A problem was solved with help when a hint or the solution had been opened before.
const (
	Untouched = Standing(history.Untouched)
	Tried     = Standing(history.Tried)
	Alone     = Standing("alone")
	Helped    = Standing("helped")
)

// solved stands for both ways in which a problem is solved.
const solved = Standing(history.Solved)

// IsSolved tells whether the problem is solved, in whichever way.
func (s Standing) IsSolved() bool { return s == Alone || s == Helped }

// Is tells whether somebody who looks for a standing means this one: "solved" means both ways.
func (s Standing) Is(wanted Standing) bool { return s == wanted || wanted == solved && s.IsSolved() }

// IsKnown tells what somebody can look for; "" is nothing in particular.
func (s Standing) IsKnown() bool {
	return slices.Contains([]Standing{"", Untouched, Tried, solved, Alone, Helped}, s)
}

// Standing tells how far the person got with a problem.
func (h *History) Standing(ctx context.Context, p *problem.Problem) (Standing, error) {
	progress := h.Progress(p)
	if progress != history.Solved {
		return Standing(progress), nil
	}
	helped, err := h.Helped(ctx, ProblemKey(p))
	if helped {
		return Helped, err
	}
	return Alone, err
}
