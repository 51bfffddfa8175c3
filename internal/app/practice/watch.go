package practice

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// WatchOptions say how solutions are watched.
type WatchOptions struct {
	// Saves sends the paths of saved files. Watching ends with them.
	Saves <-chan string
	// Find returns the solutions that a path stands for at present.
	Find func(path string) ([]workspace.Solution, error)
	// Generating shows how work generates test cases that a package does not ship. Nil emits that with the other events.
	Generating func(work func(show func(event.Event)) error) error
	// Why looks, until ctx ends, for the smallest input on which an entry fails that failed the given tests. Nil
	// skips that.
	Why func(ctx context.Context, e *Entry, failed []string, emit func(event.Event))
	// Ahead finds the next step of the course after a solved problem, nil for none. Nil skips that.
	Ahead func(ctx context.Context, p *problem.Problem) *event.NextStep
	// Touched sends the paths of changed files in the directories passed to Follow, those of the problems. Both may
	// be nil.
	Touched <-chan string
	Follow  func(dirs ...string)
	// Fault receives what prevents a solution from being judged.
	Fault func(error)
}

// watching is one call of WatchSaves.
type watching struct {
	*Session
	WatchOptions
	judge Judge
	emit  func(event.Event)

	mutex    sync.Mutex
	packages map[string]string // the digests of the problems in use, by the key of the solution

	failed map[string][]string // the tests that failed here the last time, by the path of the solution
}

// WatchSaves judges the solutions of the session, and then each one that is saved or whose problem changes, until ctx or the
// saves end. A newer save of any solution ends the running judgement, and the question why the previous one failed. The
// first build is not interrupted: it may compile what all later ones use.
func (s *Session) WatchSaves(ctx context.Context, judge Judge, o WatchOptions, emit func(event.Event)) {
	w := &watching{Session: s, WatchOptions: o, judge: judge, emit: emit, packages: map[string]string{}, failed: map[string][]string{}}
	w.run(ctx, s.options.Solutions)
}

func (w *watching) run(ctx context.Context, solutions []workspace.Solution) {
	var (
		running sync.WaitGroup
		stop    context.CancelFunc = func() {}
		asking  diagnosis
	)
	begin := func(solutions []workspace.Solution, saved bool, change *change) {
		stop()
		running.Wait()
		asking.end()
		told := event.Saved{}
		if change != nil {
			w.apply(change)
			told.Changed = change.path
		}
		var judging context.Context
		judging, stop = context.WithCancel(ctx)
		running.Go(func() {
			for _, solution := range solutions {
				if judging.Err() != nil {
					return
				}
				if saved {
					told.Submission = solution.Name
					w.emit(told)
				}
				building := judging
				if !saved {
					building = ctx
				}
				wrong, err := w.rejudge(judging, building, solution)
				switch {
				case judging.Err() != nil:
				case err != nil:
					w.Fault(err)
				case wrong != nil && len(solutions) == 1 && w.WatchOptions.Why != nil:
					failed := w.failed[wrong.Path]
					asking.begin(judging, w.emit, func(ctx context.Context, emit func(event.Event)) { w.WatchOptions.Why(ctx, wrong, failed, emit) })
				}
			}
		})
	}
	defer func() {
		stop()
		running.Wait()
		asking.running.Wait()
	}()
	// affected judges again the solutions whose problem contains a changed file, and reports whether there are any.
	affected := func(path string) bool {
		changed, err := w.changed(ctx, solutions, path)
		switch {
		case err != nil:
			w.Fault(err)
		case changed != nil:
			begin(changed.solutions, true, changed)
		}
		return err != nil || changed != nil
	}
	begin(solutions, false, nil)
	touched := w.Touched
	for {
		select {
		case <-ctx.Done():
			return
		case path, more := <-w.Saves:
			if !more {
				return
			}
			if !isSolution(solutions, path) && affected(path) {
				continue
			}
			saved, err := w.saved(solutions, path)
			if err != nil {
				w.Fault(err)
				continue
			}
			if len(saved) > 0 {
				begin(saved, true, nil)
			}
		case path, more := <-touched:
			if !more {
				touched = nil
			} else if !isSolution(solutions, path) && !affected(path) {
				if using := w.using(solutions, path); len(using) > 0 {
					begin(using, true, nil)
				}
			}
		}
	}
}

// saved rereads the solution that a file belongs to. It ignores a file that belongs to none of the watched solutions
// and is not itself a solution that can be judged.
func (w *watching) saved(solutions []workspace.Solution, path string) ([]workspace.Solution, error) {
	if i := solutionAt(solutions, path); i >= 0 {
		return w.Find(solutions[i].Name)
	}
	if using := w.using(solutions, path); len(using) > 0 {
		return using, nil
	}
	found, err := w.Find(path)
	if err != nil {
		return nil, nil
	}
	return found, nil
}

// using rereads the solutions that are built with a file beside them.
func (w *watching) using(solutions []workspace.Solution, path string) []workspace.Solution {
	var using []workspace.Solution
	for _, solution := range solutions {
		found, err := w.Find(solution.Name)
		if err != nil {
			continue // its file is gone
		}
		using = append(using, slices.DeleteFunc(found, func(s workspace.Solution) bool { return !s.Uses(path) })...)
	}
	return using
}

// solutionAt finds the solution that a file belongs to, -1 for none.
func solutionAt(solutions []workspace.Solution, path string) int {
	return slices.IndexFunc(solutions, func(s workspace.Solution) bool {
		return s.Path == path || strings.HasPrefix(path, s.Path+string(filepath.Separator))
	})
}

func isSolution(solutions []workspace.Solution, path string) bool {
	return solutionAt(solutions, path) >= 0
}

// rejudge judges a solution: first the cases on which it failed the last time, then the samples, then the others. Its
// build has a context of its own. The result is a failure whose reason can be asked for, nil for none.
func (w *watching) rejudge(ctx, building context.Context, solution workspace.Solution) (wrong *Entry, err error) {
	entries, err := w.enter(ctx, []workspace.Solution{solution})
	if err != nil {
		return nil, err
	}
	if err := w.complete(ctx, entries); err != nil {
		return nil, err
	}
	e := &entries[0]
	w.note(e)
	if failed, judged := w.failed[e.Path]; judged {
		e.putFirst(failed)
	}
	if building != ctx {
		w.judge.Prepare(building, e.Against, e.Job)
	}
	var failing []string
	result := w.Session.judge(ctx, w.judge, entries, func(step event.Event) {
		if test, ok := step.(event.Test); ok && test.Failed() {
			failing = append(failing, test.Test)
		}
		w.emit(step)
	})[0]
	if len(failing) > 0 || result.Done.Passed > 0 && !result.Done.Interrupted {
		w.failed[e.Path] = failing
	}
	if Asks(result.Done) {
		wrong = e
	}
	if done := result.Done; w.Ahead != nil && w.options.Cases.IsAll() && done.Credit() == verdict.FullCredit && done.NotRun == 0 {
		if next := w.Ahead(ctx, e.Against); next != nil {
			w.emit(*next)
		}
	}
	return wrong, result.Fault()
}

func (w *watching) complete(ctx context.Context, entries []Entry) error {
	if w.Generating == nil {
		return w.Session.complete(ctx, entries, w.emit)
	}
	return w.Generating(func(show func(event.Event)) error { return w.Session.complete(ctx, entries, show) })
}
