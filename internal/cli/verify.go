package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/author"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/problem"
	"grundy/internal/terminal"
	"grundy/internal/workspace"
	"grundy/runner"
)

func verifyCommand() *command {
	return &command{
		do: verifyPackages,
		Command: cli.Command{
			Name:      "verify",
			Usage:     "try problem packages on themselves",
			ArgsUsage: "[PROBLEM]...",
			Description: `Checks a package as its author must: its files against the format, every input against
the validators, the answers against the checker, the checker against nonsense, and every
submission, on all test cases, against what is expected of it. Shows which test kills
which submission and what it alone kills, which bounds no test reaches, and whether the
time limit fits. PROBLEM is a problem of grundy list, a folder or an
archive; without any, all problems of ./problems are verified.

   grundy verify problems/nim
   grundy verify --stop --format json problems/*

Exit code: 0 when everything is as it should be, 1 when a submission is not, 2 when the
package is faulty, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				formatFlag(),
				recordFlag(),
				&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "show everything in full"},
				switchFlag("again", "measure everything anew, also what is known from earlier runs"),
				switchFlag("stop", "judge each submission up to the first test that it fails: faster, but what each test kills stays unknown"),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func verifyPackages(ctx context.Context, c *call) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	paths, err := packagePaths(w.Problems(), c.words())
	if err != nil {
		return err
	}
	packages, exit, err := openPackages(c, w.Problems(), paths)
	if err != nil {
		return err
	}
	judge, err := w.Judge(ctx)
	if err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	return c.streaming(event.Begin{Names: nameWidth(packages)}, func(out *stream) error {
		for _, p := range packages {
			if err := c.complete(ctx, w, judge, p, nil); err != nil {
				return err
			}
			code, err := verifyOne(ctx, c, client, judge, p, out)
			if err != nil {
				return err
			}
			exit = max(exit, code)
		}
		return outcomeOf(exit)
	})
}

// packagePaths finds the packages that are named, or all of the library.
func packagePaths(library *workspace.Library, names []string) ([]string, error) {
	if len(names) == 0 {
		var err error
		if names, err = library.IDs(); err != nil {
			return nil, err
		}
	}
	var paths []string
	for _, name := range names {
		path, err := library.Resolve(name)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// openPackages loads packages. Those that are faulty are complained of and left out; the exit code tells.
func openPackages(c *call, library *workspace.Library, paths []string) (packages []*problem.Problem, exit int, err error) {
	for _, path := range paths {
		p, faults, err := library.Open(path)
		var faulty *problem.FaultError
		if err != nil && !errors.As(err, &faulty) {
			return nil, exitUsage, err
		}
		if fatal := faults.Fatal(false); len(fatal) > 0 || err != nil {
			// All faults are shown already, so there is nothing to hint at.
			c.complain(errors.New((&problem.FaultError{Package: path, Diagnostics: fatal}).Error()))
			exit = exitUsage
			continue
		}
		library.Warn(path, faults)
		packages = append(packages, p)
	}
	return packages, exit, nil
}

// verifyOne verifies one package and gives the exit code that it asks for.
func verifyOne(ctx context.Context, c *call, client job.Client, judge *runner.Judge, p *problem.Problem, out event.Sink) (int, error) {
	summary, err := author.Verify(ctx, client, client, p, author.Options{
		Jobs: judge.Slots(), Stop: c.Bool("stop"), Again: c.Bool("again"), Used: judge.Usage,
	}, out.Event)
	switch {
	case err != nil:
		return exitJudge, judging(err)
	case summary.JudgeErrors > 0:
		return exitJudge, nil
	case !summary.OK():
		return exitFailed, nil
	}
	return exitOK, nil
}

// nameWidth is the width of the longest name of a submission.
func nameWidth(packages []*problem.Problem) int {
	width := 0
	for _, p := range packages {
		for _, submission := range p.Submissions {
			width = max(width, terminal.Width(submission.Name))
		}
	}
	return width
}
