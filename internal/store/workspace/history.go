package workspace

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/course"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
)

// History contains earlier judgements: their database, and beside it the failing case that was found most recently.
type History struct {
	*history.Store
	dir  string // of the failing case; "" if there is no place for it
	keep int
}

// historyFolder is the name of the failing case's directory. Before there was a database, everything was kept there as
// plain files, at first in the cache.
const historyFolder = "history"

// openHistory finds the history among the user's data. It does not open anything yet.
func (w *Workspace) openHistory() *History {
	config := history.Config{Keep: w.config.KeepRuns, Now: w.config.Now, Log: w.log}
	if config.Now == nil {
		config.Now = time.Now
	}
	dir, err := w.folders.data()
	if err != nil {
		return &History{Store: history.New(config)}
	}
	config.Dir, config.Earlier = dir, []string{filepath.Join(dir, historyFolder)}
	if cached, err := w.folders.cache(); err == nil {
		config.Earlier = append(config.Earlier, filepath.Join(cached, historyFolder))
	}
	return &History{history.New(config), filepath.Join(dir, historyFolder), config.Keep}
}

// Writable reports whether anything can be stored.
func (h *History) Writable() bool { return h.dir != "" && writable(filepath.Dir(h.dir)) }

// Lockable reports whether the history's file system has the locks that the database needs.
func (h *History) Lockable() bool { return fsutil.HasRangeLocks(h.dir) }

// Keeps reports whether new judgements are stored.
func (h *History) Keeps() bool { return h.keep > 0 }

// Recorders returns the sinks that store a stream of judgements; none if nothing is to be stored.
func (h *History) Recorders() []event.Sink {
	if !h.Keeps() {
		return nil
	}
	return []event.Sink{h.Recorder()}
}

// Failed returns the tests that a solution failed in its last run.
func (h *History) Failed(s *Solution) (tests []string, found bool) {
	return h.Store.Failed(s.Path, s.Key)
}

// Progress returns the user's progress with a problem.
func (h *History) Progress(p *problem.Problem) history.Progress {
	return h.Store.Progress(ProblemKey(p))
}

// Step records what the user does with a problem, unless nothing is to be stored. number says which one of its kind; 0
// if there is only one.
func (h *History) Step(ctx context.Context, p *problem.Problem, kind history.StepKind, number int) {
	if h.keep > 0 {
		h.Store.Step(ctx, history.Step{Problem: p.ID, ProblemKey: ProblemKey(p), Kind: kind, Number: number})
	}
}

// ShowTheory records that the user sees the theory of a problem's game: once, and only before the problem is solved.
func (h *History) ShowTheory(ctx context.Context, p *problem.Problem) {
	if h.Progress(p) == history.Solved {
		return
	}
	steps, _ := h.Steps(ctx, p) // what cannot be read is recorded once more
	if !slices.ContainsFunc(steps, func(step history.Step) bool { return step.Kind == history.TheoryShown }) {
		h.Step(ctx, p, history.TheoryShown, 0)
	}
}

// exerciseKey names an exercise where steps name a problem. Copies of a course share it.
func exerciseKey(of *course.Course, chapter, exercise string) string {
	return "course:" + of.Name + "/" + chapter + "/" + exercise
}

// ExerciseDone records that the user answered an exercise of a course, unless nothing is to be stored.
func (h *History) ExerciseDone(ctx context.Context, of *course.Course, chapter, exercise string) {
	if h.keep > 0 {
		h.Store.Step(ctx, history.Step{Problem: chapter + "/" + exercise, ProblemKey: exerciseKey(of, chapter, exercise), Kind: history.ExerciseDone})
	}
}

// Exercises reports which exercises of a course the user has answered.
func (h *History) Exercises(ctx context.Context, of *course.Course) (done func(chapter, exercise string) bool, err error) {
	steps, err := h.Store.Steps(ctx, "")
	known := map[string]bool{}
	for _, step := range steps {
		if step.Kind == history.ExerciseDone {
			known[step.ProblemKey] = true
		}
	}
	return func(chapter, exercise string) bool { return known[exerciseKey(of, chapter, exercise)] }, err
}

// Steps lists the user's steps with a problem, the oldest first.
func (h *History) Steps(ctx context.Context, p *problem.Problem) ([]history.Step, error) {
	return h.Store.Steps(ctx, ProblemKey(p))
}

// ProblemKey returns the key that copies of a problem share: its UUID, else its directory.
func ProblemKey(p *problem.Problem) string { return cmp.Or(p.UUID, p.Dir) }
