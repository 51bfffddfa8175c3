package limits

import (
	"context"
	"os"

	"grundy/internal/author"
	"grundy/internal/base/hint"
	"grundy/internal/cluster"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Options say what to measure, and how.
type Options struct {
	Problem *problem.Problem
	// Runs is how often every submission is measured; 0 means three times.
	Runs int
	// Classes are the classes of machines that each measure every submission. With none, the given judge measures.
	Classes []author.Class
	// Write writes the resulting limit into problem.yaml.
	Write bool
}

// Open opens a package to measure: a problem of the library, a directory or an archive; without a name, the current
// directory. To write its limit, it must be a directory of the user's.
func Open(ctx context.Context, library *workspace.Library, name string, write bool) (*problem.Problem, error) {
	path := "."
	if name != "" {
		var err error
		if path, err = library.Resolve(name); err != nil {
			return nil, err
		}
	}
	if write {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() || library.Dir() == "" && library.Has(name) {
			return nil, hint.Errorf("unpack it, or name a directory", "--write: %s is not a directory on disk", name)
		}
	}
	p, err := library.Load(ctx, path)
	if err != nil {
		return nil, err
	}
	if p.Format == problem.Plain || len(p.Submissions) == 0 {
		return nil, hint.Errorf("add some to submissions/accepted", "problem %q has no submissions to measure", p.ID)
	}
	return p, nil
}

// Classes are the classes of machines of the client's hub, none if this machine does the jobs.
func Classes(ctx context.Context, client job.Client) ([]author.Class, error) {
	hub, elsewhere := workspace.Elsewhere(client).(*cluster.Client)
	if !elsewhere {
		return nil, nil
	}
	names, err := hub.Classes(ctx)
	var classes []author.Class
	for _, name := range names {
		classes = append(classes, author.Class{Name: name, Judge: job.Client{Executor: hub.In(name)}})
	}
	return classes, err
}

// WriteError reports that a limit was found but could not be written.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return "the time limit was not written: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *WriteError) Unwrap() error { return e.Err }

// Hint returns the remedy.
func (e *WriteError) Hint() string { return "write it into problem.yaml by hand" }

// Run measures a package. The judge should have one slot, so that nothing runs beside the measurement. The error is a
// *WriteError if only writing failed.
func Run(ctx context.Context, judge author.Judger, o Options, emit func(event.Event)) (event.LimitsFound, error) {
	var found event.LimitsFound
	_, err := author.FindLimits(ctx, judge, o.Problem, author.LimitOptions{Runs: o.Runs, Classes: o.Classes}, func(e event.Event) {
		if conclusion, ok := e.(event.LimitsFound); ok {
			found = conclusion // emitted once it is known whether writing succeeded
			return
		}
		emit(e)
	})
	if err == nil && o.Write && found.Sound() {
		if _, unwritten := author.WriteTimeLimit(o.Problem.Dir, found.Limit); unwritten != nil {
			err = &WriteError{unwritten}
		} else {
			found = found.AsWritten()
		}
	}
	emit(found)
	return found, err
}
