package workspace

import (
	"context"
	"slices"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
)

// Status is the status of a problem for the user: how far they came, and whether they solved it with help.
type Status string

// A problem was solved with help if the user had opened a hint or the solution before.
const (
	Untouched = Status(history.Untouched)
	Tried     = Status(history.Tried)
	Alone     = Status("alone")
	Helped    = Status("helped")
)

// solved stands for both ways of solving a problem.
const solved = Status(history.Solved)

// IsSolved reports whether the problem is solved, with or without help.
func (s Status) IsSolved() bool { return s == Alone || s == Helped }

// Is reports whether a status matches a wanted one: "solved" matches both ways.
func (s Status) Is(wanted Status) bool { return s == wanted || wanted == solved && s.IsSolved() }

// IsKnown reports whether a status can be asked for; "" asks for nothing in particular.
func (s Status) IsKnown() bool {
	return slices.Contains([]Status{"", Untouched, Tried, solved, Alone, Helped}, s)
}

// Standing returns the status of a problem for the user.
func (h *History) Standing(ctx context.Context, p *problem.Problem) (Status, error) {
	progress := h.Progress(p)
	if progress != history.Solved {
		return Status(progress), nil
	}
	helped, err := h.Helped(ctx, ProblemKey(p))
	if helped {
		return Helped, err
	}
	return Alone, err
}
