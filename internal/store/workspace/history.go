package workspace

import (
	"cmp"
	"context"
	"path/filepath"
	"time"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
)

// History is what is remembered of earlier judgements: the database of them, and beside it the failing case that was found last.
type History struct {
	*history.Store
	dir  string // of the failing case, "" when there is no place for it
	keep int
}

// historyFolder is the name of the folder of the failing case. Before there was a database everything was kept in it as plain
// files, at first in the cache.
const historyFolder = "history"

// openHistory finds the history among the person's data. Nothing is opened yet.
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

// Writable tells whether anything can be kept.
func (h *History) Writable() bool { return h.dir != "" && writable(filepath.Dir(h.dir)) }

// Keeps tells whether new judgements are kept.
func (h *History) Keeps() bool { return h.keep > 0 }

// Recorders are the sinks that keep a stream of judgements; none when nothing is to be kept.
func (h *History) Recorders() []event.Sink {
	if !h.Keeps() {
		return nil
	}
	return []event.Sink{h.Recorder()}
}

// Failed gives the tests of a solution that failed the last time.
func (h *History) Failed(s *Solution) (tests []string, found bool) {
	return h.Store.Failed(s.Path, s.Key)
}

// Progress tells how far the person got with a problem.
func (h *History) Progress(p *problem.Problem) history.Progress {
	return h.Store.Progress(ProblemKey(p))
}

// Step notes what the person does with a problem, unless nothing is to be kept. Number says which one of its kind, 0 where there
// is one only.
func (h *History) Step(ctx context.Context, p *problem.Problem, kind history.StepKind, number int) {
	if h.keep > 0 {
		h.Store.Step(ctx, history.Step{Problem: p.ID, ProblemKey: ProblemKey(p), Kind: kind, Number: number})
	}
}

// Steps lists what the person did with a problem beside having solutions judged, the oldest first.
func (h *History) Steps(ctx context.Context, p *problem.Problem) ([]history.Step, error) {
	return h.Store.Steps(ctx, ProblemKey(p))
}

// ProblemKey is what copies of a problem have in common: its UUID, else its folder.
func ProblemKey(p *problem.Problem) string { return cmp.Or(p.UUID, p.Dir) }
