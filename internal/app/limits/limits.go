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

// Options say what is measured, and how.
type Options struct {
	Problem *problem.Problem
	// Runs is how often every submission is measured; 0 is three times.
	Runs int
	// Classes are those of machines on each of which every submission is measured, none for the judge that is given.
	Classes []author.Class
	// Write states the limit that follows in problem.yaml.
	Write bool
}

// Open opens a package that is to be measured: a problem of the library, a folder or an archive, or with no name the present
// folder. One whose limit is to be written must be a folder of the user's.
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

// Classes are the classes of machines of the hub whose workers do the jobs of a client, none where this machine does them.
func Classes(ctx context.Context, client job.Client) ([]author.Class, error) {
	hub, elsewhere := client.Executor.(*cluster.Client)
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

// WriteError tells that a limit was found and could not be written.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return "the time limit was not written: " + e.Err.Error() }

// Unwrap gives the cause.
func (e *WriteError) Unwrap() error { return e.Err }

// Hint says what to do instead.
func (e *WriteError) Hint() string { return "write it into problem.yaml by hand" }

// Run measures a package. The judge should have one slot: then nothing runs beside what is measured. The error is a *WriteError where
// only writing failed.
func Run(ctx context.Context, judge author.Judger, o Options, emit func(event.Event)) (event.LimitsFound, error) {
	var found event.LimitsFound
	_, err := author.FindLimits(ctx, judge, o.Problem, author.LimitOptions{Runs: o.Runs, Classes: o.Classes}, func(e event.Event) {
		if conclusion, ok := e.(event.LimitsFound); ok {
			found = conclusion // emitted when it is known whether it could be written
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
