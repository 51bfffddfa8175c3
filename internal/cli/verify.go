package cli

import (
	"context"
	"errors"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/author"
	"grundy/internal/event"
	"grundy/internal/hint"
	"grundy/internal/job"
	"grundy/internal/problem"
	"grundy/internal/problem/generators"
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
archive; without any it is the package in the present folder.

   grundy verify problems/nim
   grundy verify --all                   every problem of grundy list, one after the other
   grundy verify --stop --format json problems/*

Exit code: 0 when everything is as it should be, 1 when it is not, 2 when the package is
too faulty to be judged, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				formatFlag("verify"),
				recordFlag(),
				&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "show everything in full"},
				switchFlag("all", "verify all problems of grundy list"),
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
	names, err := toVerify(c)
	if err != nil {
		return err
	}
	paths, err := packagePaths(w.Problems(), names)
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
			if err := c.complete(ctx, w, judge, p.Problem, nil); err != nil {
				return err
			}
			hidden, err := w.Hidden(ctx, p.Problem)
			if err != nil {
				return err
			}
			p.faults = append(p.faults, hidden...)
			code, err := verifyOne(ctx, c, client, judge, p, out)
			if err != nil {
				return err
			}
			exit = max(exit, code)
		}
		return outcomeOf(exit)
	})
}

// toVerify are the problems that are named, none for all of the library. Without a name it is the package around: all of them take
// an hour, which nobody should begin by leaving out a name.
func toVerify(c *call) ([]string, error) {
	names := c.words()
	switch {
	case c.Bool("all") && len(names) > 0:
		return nil, hint.Errorf("leave out one of the two", "verify: --all and the problem %s", names[0])
	case c.Bool("all") || len(names) > 0:
		return names, nil
	}
	if _, err := os.Stat("problem.yaml"); err != nil {
		return nil, hint.Errorf("grundy verify PROBLEM; --all verifies all of grundy list", "verify: name a problem, since this folder is no package")
	}
	return []string{"."}, nil
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

// openedPackage is a package that can be judged.
type openedPackage struct {
	*problem.Problem
	// faults are what its author must mend all the same: a statement that is missing, rules for test data that are faulty.
	faults problem.Diagnostics
}

// openPackages loads packages. Those that cannot be judged are complained of and left out; the exit code tells.
func openPackages(c *call, library *workspace.Library, paths []string) (packages []openedPackage, exit int, err error) {
	for _, path := range paths {
		p, faults, err := library.Open(path)
		var faulty *problem.FaultError
		if err != nil && !errors.As(err, &faulty) {
			return nil, exitUsage, err
		}
		errs := faults.Fatal(false)
		if len(faults.Fatal(true)) > 0 || err != nil {
			// All faults are shown already, so there is nothing to hint at.
			c.complain(errors.New((&problem.FaultError{Package: path, Diagnostics: errs}).Error()))
			exit = exitUsage
			continue
		}
		library.Warn(path, slices.DeleteFunc(slices.Clone(faults), func(d problem.Diagnostic) bool { return d.Level == problem.Error }))
		if p.Format != problem.Plain {
			_, unruly := generators.Read(p)
			errs = append(errs, unruly...)
		}
		packages = append(packages, openedPackage{p, errs})
	}
	return packages, exit, nil
}

// verifyOne verifies one package and gives the exit code that it asks for.
func verifyOne(ctx context.Context, c *call, client job.Client, judge *runner.Judge, p openedPackage, out event.Sink) (int, error) {
	summary, err := author.Verify(ctx, client, client, p.Problem, author.Options{
		Faults: p.faults, Jobs: judge.Slots(), Stop: c.Bool("stop"), Again: c.Bool("again"), Used: judge.Usage,
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
func nameWidth(packages []openedPackage) int {
	width := 0
	for _, p := range packages {
		for _, submission := range p.Submissions {
			width = max(width, terminal.Width(submission.Name))
		}
	}
	return width
}
