package mutants

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/author/edit"
	"grundy/internal/author/mutate"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Options say which solutions to mutate, and what to do with the survivors.
type Options struct {
	Solutions []mutate.Solution
	// Choice says which mutants are judged. Its Jobs and Keep are set by Run.
	Choice mutate.Options
	// Dir is where the sources of the survivors are kept, "" for a directory in the cache, which each run clears.
	Dir string
	// KillTime is how long to search for an input that kills a survivor; 0 means not at all.
	KillTime time.Duration
	// Add makes test cases of the inputs that kill.
	Add bool
	// KillCommand returns the command that searches for an input that kills the survivor kept at a path. Events offer
	// it if Run itself does not search.
	KillCommand func(solution mutate.Solution, kept string) string
	// Complete generates the test cases of a problem that its package does not ship.
	Complete func(ctx context.Context, p *problem.Problem) error
}

// DefaultKillTime is how long users search for an input that kills a survivor, unless they say otherwise.
const DefaultKillTime = 10 * time.Second

// Result is the worst result of the solutions.
type Result int

// The results, the worst last.
const (
	Killed      Result = iota // no mutant survives, or new test cases kill the survivors
	Surviving                 // some mutants survive
	Unjudged                  // the judge failed on some mutants
	Interrupted               // ctx ended
)

// OptionError reports an option that cannot be fulfilled: the package takes no cases, or the survivors cannot be kept.
type OptionError struct{ Err error }

func (e *OptionError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *OptionError) Unwrap() error { return e.Err }

// Run judges the mutants of one solution after the other. The error is what ended it early: those of mutate.Run and
// killmutants.Run, or an *OptionError.
func Run(ctx context.Context, w *workspace.Workspace, client job.Client, o Options, emit func(event.Event)) (Result, error) {
	o.Choice.Jobs = client.Slots()
	worst := Killed
	for _, solution := range o.Solutions {
		m := mutating{Options: o, workspace: w, client: client, solution: solution, emit: emit}
		result, err := m.run(ctx)
		if worst = max(worst, result); err != nil || result == Interrupted {
			return worst, err
		}
	}
	return worst, nil
}

// RunSet judges the mutants of the most trusted solution of each package of a set, as Run does. A package without a solution that
// can be mutated is skipped; fault receives what kept another from being judged.
func RunSet(
	ctx context.Context, w *workspace.Workspace, client job.Client, set *workspace.Selection, o Options, fault func(error), emit func(event.Event),
) (Result, error) {
	worst, dir := Killed, o.Dir
	outcomes, err := set.Each(ctx, fault, func(member workspace.Selected) (event.PackageOutcome, error) {
		found, err := mutate.Find(ctx, w, "", []string{member.Path})
		var immutable *mutate.ImmutableError
		if errors.As(err, &immutable) {
			return event.PackageOutcome{Skipped: true, Reason: immutable.Reason(), Help: immutable.Hint()}, nil
		}
		if err != nil {
			return event.PackageOutcome{}, &workspace.UnusableError{Err: err}
		}
		o.Solutions = found
		if dir != "" {
			o.Dir = filepath.Join(dir, found[0].Problem.ID)
		}
		result, err := Run(ctx, w, client, o, emit)
		worst = max(worst, result)
		return event.PackageOutcome{Problem: found[0].Problem.ID, OK: result == Killed}, err
	})
	if err == nil {
		emit(event.SetOutcome{Set: set.Name, Packages: outcomes})
	} else if ctx.Err() != nil {
		return Interrupted, nil // the events say so
	}
	return worst, err
}

// mutating is the work on one solution.
type mutating struct {
	Options
	workspace *workspace.Workspace
	client    job.Client
	solution  mutate.Solution
	emit      func(event.Event)
	// survivors are the mutants whose sources are kept in dir, until one could not be written.
	dir       string
	survivors []mutate.Mutant
	unkept    error
}

func (m *mutating) run(ctx context.Context) (Result, error) {
	if m.Add { // fails before minutes of work
		if _, err := m.open(ctx); err != nil {
			return Killed, &OptionError{fmt.Errorf("--add: %w", err)}
		}
	}
	if err := m.Complete(ctx, m.solution.Problem); err != nil {
		return Killed, err
	}
	var err error
	if m.dir, err = m.directory(); err != nil {
		return Killed, err
	}
	m.Choice.Keep = m.keep
	summary, err := mutate.Run(ctx, m.client, m.solution, m.Choice, m.emit)
	switch {
	case summary.Interrupted:
		return Interrupted, nil // the events say so
	case err != nil:
		return Killed, err
	case m.unkept != nil:
		return Killed, &OptionError{hint.Errorf("choose a directory with --survivors", "keep the survivors: %w", m.unkept)}
	case len(summary.Failures) > 0:
		return Unjudged, nil
	case len(summary.Survivors) == 0:
		return Killed, nil
	case m.KillTime == 0:
		return Surviving, nil
	}
	return m.kill(ctx, summary.Survivors)
}

// open opens the package of the solution for changing, with the cases added so far.
func (m *mutating) open(ctx context.Context) (*edit.Package, error) {
	return edit.Open(ctx, m.workspace, m.client, m.solution.Problem.Dir)
}

// directory is where the survivors are kept.
func (m *mutating) directory() (string, error) {
	if m.Dir != "" {
		return m.Dir, nil
	}
	dir, err := m.workspace.CacheDir()
	if err != nil {
		return "", &workspace.JudgeError{Err: err}
	}
	dir = filepath.Join(dir, "mutants", m.solution.Problem.ID, strings.ReplaceAll(filepath.ToSlash(m.solution.Name), "/", "-"))
	if err := os.RemoveAll(dir); err != nil {
		return "", &workspace.JudgeError{Err: fmt.Errorf("remove the survivors of the last run: %w", err)}
	}
	return dir, nil
}

// keep keeps the source of a survivor, and returns the command that searches for an input which kills it.
func (m *mutating) keep(survivor mutate.Mutant) string {
	if m.unkept != nil {
		return ""
	}
	var kept string
	if kept, m.unkept = mutate.Keep(m.dir, survivor); m.unkept != nil {
		return ""
	}
	m.survivors = append(m.survivors, survivor)
	if m.KillTime > 0 {
		return ""
	}
	return m.KillCommand(m.solution, kept)
}
