package workspace

import (
	"context"
	"slices"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
)

// Standing is the status of a problem for the user: how far they came, and whether they solved it with help.
type Standing string

// A problem was solved with help if the user had opened a hint or the solution before.
const (
	Untouched = Standing(history.Untouched)
	Tried     = Standing(history.Tried)
	Alone     = Standing("alone")
	Helped    = Standing("helped")
)

// solved stands for both ways of solving a problem.
const solved = Standing(history.Solved)

// IsSolved reports whether the problem is solved, with or without help.
func (s Standing) IsSolved() bool { return s == Alone || s == Helped }

// Is reports whether a status matches a wanted one: "solved" matches both ways.
func (s Standing) Is(wanted Standing) bool { return s == wanted || wanted == solved && s.IsSolved() }

// IsKnown reports whether a status can be asked for; "" asks for nothing in particular.
func (s Standing) IsKnown() bool {
	return slices.Contains([]Standing{"", Untouched, Tried, solved, Alone, Helped}, s)
}

// Standing returns the status of a problem for the user.
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
