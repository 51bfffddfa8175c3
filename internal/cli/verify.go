package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/author"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/report"
	"grundy/internal/terminal"
)

func (s *streams) verifyCommand() *cli.Command {
	return &cli.Command{
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
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "show everything in full"},
			switchFlag("stop", "judge each submission up to the first test that it fails: faster, but what each test kills stays unknown"),
			libraryFlag(),
		}, judgeFlags()),
		Action: s.verify,
	}
}

// verifySink takes the events of a verification and prints them in some format.
type verifySink interface {
	Event(event.Event)
	Close() error
}

func (s *streams) verify(c *cli.Context) error {
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	paths, err := packagePaths(lib, c.Args().Slice())
	if err != nil {
		return err
	}
	packages, exit, err := s.openPackages(lib, paths)
	if err != nil {
		return err
	}
	out, err := s.verifySink(c, packages)
	if err != nil {
		return err
	}
	w, err := s.open(c.Context, c)
	if err != nil {
		return err
	}
	defer w.Close()
	for _, p := range packages {
		if err := s.provide(c.Context, c, w, p, nil); err != nil {
			return errors.Join(err, out.Close())
		}
		code, err := verifyOne(c, w, p, out)
		exit = max(exit, code)
		if err != nil {
			return errors.Join(err, out.Close())
		}
	}
	if err := out.Close(); err != nil {
		return &judgeFailure{fmt.Errorf("write the report: %w", err)}
	}
	if exit != exitOK {
		return outcome(exit)
	}
	return nil
}

// packagePaths finds the packages that are named, or all of the library.
func packagePaths(lib *library, names []string) ([]string, error) {
	if len(names) == 0 {
		var err error
		if names, err = lib.ids(); err != nil {
			return nil, &usageError{err.Error(), ""}
		}
	}
	var paths []string
	for _, name := range names {
		path, err := lib.resolve(name)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// openPackages loads packages. Those that are faulty are complained of and left out; the exit code tells.
func (s *streams) openPackages(lib *library, paths []string) (packages []*problem.Problem, exit int, err error) {
	for _, path := range paths {
		p, faults, err := problem.Open(path, loaders, lib.cache)
		var faulty *problem.FaultError
		if err != nil && !errors.As(err, &faulty) {
			return nil, exitUsage, err
		}
		if fatal := faults.Fatal(false); len(fatal) > 0 || err != nil {
			// All faults are shown already, so there is nothing to hint at.
			s.complain(errors.New((&problem.FaultError{Package: path, Diagnostics: fatal}).Error()))
			exit = exitUsage
			continue
		}
		for _, fault := range faults {
			fmt.Fprintf(s.err, "warning: %s: %s\n", path, fault)
		}
		packages = append(packages, p)
	}
	return packages, exit, nil
}

// verifyOne verifies one package and gives the exit code that it asks for.
func verifyOne(c *cli.Context, w *workshop, p *problem.Problem, out verifySink) (int, error) {
	summary, err := author.Verify(c.Context, w.Judge, w.Judge, p, author.Options{Jobs: w.Slots(), Scratch: w.scratch, Stop: c.Bool("stop")}, out.Event)
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

// verifySink makes the report that --format asks for.
func (s *streams) verifySink(c *cli.Context, packages []*problem.Problem) (verifySink, error) {
	switch format := c.String("format"); format {
	case "text":
		screen := s.screen(c, s.out.File)
		return report.NewVerifyText(s.out, report.TextOptions{
			Color: screen.Color, Live: screen.Live, Width: screen.Width, Verbose: c.Bool("verbose"), Names: nameWidth(packages),
		}), nil
	case "json":
		return report.NewVerifyJSON(s.out), nil
	case "junit":
		return report.NewVerifyJUnit(s.out), nil
	case "tap":
		return report.NewVerifyTAP(s.out), nil
	default:
		return nil, unknownFormat(format)
	}
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

func unknownFormat(format string) error {
	return usageErrorf("", "--format %q: want text, json, junit or tap", format)
}
