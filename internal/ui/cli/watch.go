package cli

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/store/filewatch"
	"grundy/internal/store/workspace"
)

func watchCommand() *command {
	return &command{
		do: watchSolutions,
		Command: cli.Command{
			Name:      "watch",
			Aliases:   []string{"w"},
			Usage:     "judge solutions whenever they are saved",
			ArgsUsage: "[FILE|DIR]...",
			Description: `Judges the solutions now, and again whenever you save one of them, or the tests or settings of its
problem.

   grundy watch a.cpp
   grundy watch --problem nim --sample a.py
   grundy watch solutions/nim --format json
   grundy watch a.cpp --format gcc       errors in a format that editors read

It first runs the tests that failed in the last run, then the samples, then the rest. It explains
the first failure at once while the other tests go on. Then, until the next save, it searches for
the smallest input on which the solution fails, like grundy why. A new save interrupts the current
judgement. Without arguments, it watches all solutions of the current directory; grundy test
--help says how it finds their problems.

Ctrl-C ends it. Exit code: 0 after Ctrl-C, 2 for mistakes in the command or the package, 3 when
the judge failed.`,
			Flags: slices.Concat(solutionFlags(), caseFlags(), []cli.Flag{
				switchFlag("no-why", "do not search for the smallest input on which a solution fails"),
				switchFlag("no-rerun", "do not repeat runs that came near the time limit"),
				formatFlag("watch"),
				recordFlag(),
				switchFlag("verbose", "show every test", "v"),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func watchSolutions(ctx context.Context, c *call) error {
	options, err := testOptions(c)
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	search := c.search()
	solutions, err := w.Solutions(search, c.words())
	if err != nil {
		return err
	}
	session := practice.New(w, nil)
	cases := practice.Cases{Samples: c.Bool("sample"), Filter: c.String("filter")}
	if _, err := session.Enter(ctx, solutions, options, cases); err != nil {
		return err // before any watching
	}
	watcher, err := watchFiles(c.words(), solutions)
	if err != nil {
		return err
	}
	watching := practice.Watching{
		Session: session, Options: options, Cases: cases, Judge: client, Fault: c.complain, Touched: watcher.Touched(), Follow: watcher.Follow,
		Find: func(path string) ([]workspace.Solution, error) {
			return w.Solutions(search, []string{workspace.ShortPath(path)})
		},
		Complete: func(ctx context.Context, entries []practice.Entry) error {
			return c.generating(func(show func(event.Event)) error { return session.Complete(ctx, entries, show) })
		},
	}
	if !c.Bool("no-why") {
		watching.Why = func(ctx context.Context, e *practice.Entry, failed []string, emit func(event.Event)) {
			// The user did not ask, so an error here is not reported: grundy why reports it.
			if question, err := session.Question(e, defaultWhyTime); err == nil {
				question.Failed = failed
				_, _ = session.Why(ctx, client, question, emit)
			}
		}
	}
	err = c.streaming(event.Begin{Submissions: len(solutions)}, func(out *stream) error {
		watching.Run(ctx, solutions, watcher.Saved(), out.Event)
		return nil // the user ended it
	}, w.History().Recorders()...)
	if closeErr := watcher.Close(); err == nil && closeErr != nil {
		return hint.Errorf("start again", "%w", closeErr)
	}
	return err
}

// watchFiles watches the named files and all solutions that they stand for.
func watchFiles(args []string, solutions []workspace.Solution) (*filewatch.Watcher, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var paths []string
	for _, arg := range args {
		path, err := filepath.Abs(arg)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	for _, s := range solutions {
		if !slices.Contains(paths, s.Path) {
			paths = append(paths, s.Path)
		}
	}
	return filewatch.Watch(paths...)
}
