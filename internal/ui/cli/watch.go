package cli

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
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
   grundy watch --problem nim --samples a.py
   grundy watch solutions/nim --format json
   grundy watch a.cpp --format gcc       errors in a format that editors read

It first runs the tests that failed in the last run, then the samples, then the rest. It explains
the first failure at once while the other tests go on. Then, until the next save, it searches for
the smallest input on which the solution fails, like grundy why. A new save interrupts the current
judgement. Without arguments, it watches all solutions of the current directory; grundy test
--help says how it finds their problems.

Ctrl-C ends it. Exit code: 0 after Ctrl-C, 2 for mistakes in the command or the package, 3 when
the judge failed.`,
			Flags: slices.Concat(solutionFlags(), checkerFlags(), caseFlags(), []cli.Flag{
				switchFlag("no-why", "do not search for the smallest input on which a solution fails"),
				noRerunFlag(),
				libraryFlag(),
			}, reportFlags("watch", "every test"), judgeFlags()),
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
	if options.Solutions, err = w.Solutions(search, c.words()); err != nil {
		return err
	}
	options.FailedFirst = true
	session, err := practice.Open(ctx, w, options)
	if err != nil {
		return err // before any watching
	}
	watcher, err := watchFiles(c.words(), options.Solutions)
	if err != nil {
		return err
	}
	watching := practice.WatchOptions{
		Saves: watcher.Saved(), Touched: watcher.Touched(), Follow: watcher.Follow, Generating: c.generating, Fault: c.complain,
		Ahead: func(ctx context.Context, p *problem.Problem) *event.NextStep { return nextStep(ctx, w, p) },
		Find: func(path string) ([]workspace.Solution, error) {
			return w.Solutions(search, []string{workspace.ShortPath(path)})
		},
	}
	if !c.Bool("no-why") {
		watching.Why = func(ctx context.Context, e *practice.Entry, failed []string, emit func(event.Event)) {
			// The user did not ask, so an error here is not reported: grundy why reports it.
			_, _ = session.Why(ctx, client, e, practice.WhyOptions{Failed: failed}, emit)
		}
	}
	err = c.streaming(event.Begin{Submissions: len(options.Solutions)}, func(out *stream) error {
		session.WatchSaves(ctx, client, watching, out.Event)
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
