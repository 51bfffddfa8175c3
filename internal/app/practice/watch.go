package practice

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/store/workspace"
)

// Watching is the judging of solutions whenever they are saved.
type Watching struct {
	Session *Session
	// Find gives the solutions that a path stands for, as they are now.
	Find func(path string) ([]workspace.Solution, error)
	// Options and Cases are those of every judgement.
	Options job.Options
	Cases   Cases
	// Complete makes the cases of an entry that its package does not ship.
	Complete func(ctx context.Context, entries []Entry) error
	Judge    Judge
	// Why looks for the smallest input on which an entry fails, which failed the tests, until ctx ends; nil to leave that.
	Why func(ctx context.Context, e *Entry, failed []string, emit func(event.Event))
	// Touched gives the paths of files that were touched in the folders that Follow is told of, those of the problems; both may
	// be nil.
	Touched <-chan string
	Follow  func(dirs ...string)
	// Fault is told what keeps a solution from being judged.
	Fault func(error)

	mutex    sync.Mutex
	packages map[string]string // the digests of the problems as they are judged by, by the key of solutions

	failed map[string][]string // the tests that failed here the last time, by the path of the solution
}

// Run judges the given solutions, and then those that are saved, by their paths, or whose problem changes, until ctx or the saves
// end. A newer save of any solution ends the judgement that is going on, and the question why the one before failed. No save ends
// the first build: it may be the one that compiles what all later ones make use of.
func (w *Watching) Run(ctx context.Context, solutions []workspace.Solution, saves <-chan string, emit func(event.Event)) {
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
					emit(told)
				}
				building := judging
				if !saved {
					building = ctx
				}
				wrong, err := w.judge(judging, building, solution, emit)
				switch {
				case judging.Err() != nil:
				case err != nil:
					w.Fault(err)
				case wrong != nil && len(solutions) == 1 && w.Why != nil:
					failed := w.failed[wrong.Path]
					asking.begin(judging, emit, func(ctx context.Context, emit func(event.Event)) { w.Why(ctx, wrong, failed, emit) })
				}
			}
		})
	}
	defer func() {
		stop()
		running.Wait()
		asking.running.Wait()
	}()
	// affected judges again what a changed file of a problem belongs to, and tells whether it does.
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
		case path, more := <-saves:
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
			} else if !isSolution(solutions, path) {
				affected(path)
			}
		}
	}
}

// saved reads the solution again that a file belongs to. A file that belongs to none of those that are watched, and is no
// solution that can be judged, is nobody's business.
func (w *Watching) saved(solutions []workspace.Solution, path string) ([]workspace.Solution, error) {
	if i := solutionAt(solutions, path); i >= 0 {
		return w.Find(solutions[i].Name)
	}
	found, err := w.Find(path)
	if err != nil {
		return nil, nil
	}
	return found, nil
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

// judge judges a solution: the cases on which it failed the last time first, then the samples, then the others. Its build
// ends with a context of its own. What it gives is wrong in a way that can be asked about, nil when nothing is.
func (w *Watching) judge(ctx, building context.Context, solution workspace.Solution, emit func(event.Event)) (wrong *Entry, err error) {
	entries, err := w.Session.Enter(ctx, []workspace.Solution{solution}, w.Options, w.Cases)
	if err != nil {
		return nil, err
	}
	if err := w.Complete(ctx, entries); err != nil {
		return nil, err
	}
	e := &entries[0]
	w.note(e)
	first, judged := w.failed[e.Path]
	if !judged {
		first, _ = w.Session.workspace.History().Failed(&e.Solution)
	}
	e.PutFirst(first)
	if building != ctx {
		w.Judge.Prepare(building, e.Against, e.Job)
	}
	var failing []string
	result := w.Session.Judge(ctx, w.Judge, entries, func(step event.Event) {
		if test, ok := step.(event.Test); ok && test.Failed() {
			failing = append(failing, test.Test)
		}
		emit(step)
	})[0]
	if len(failing) > 0 || result.Done.Passed > 0 && !result.Done.Interrupted {
		w.remember(e.Path, failing)
	}
	if Asks(result.Done) {
		wrong = e
	}
	var faulty *job.PackageError
	if result.Err == nil || result.Done.Verdict == verdict.JE || errors.As(result.Err, &faulty) {
		return wrong, nil // the report says so
	}
	return nil, fmt.Errorf("%s: %w", result.Solution, result.Err)
}

// remember notes which tests of a solution failed.
func (w *Watching) remember(path string, failing []string) {
	if w.failed == nil {
		w.failed = map[string][]string{}
	}
	w.failed[path] = failing
}
