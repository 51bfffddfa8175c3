package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"grundy/internal/author"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/report"
)

func (s *streams) limitsCommand() *cli.Command {
	return &cli.Command{
		Name:      "limits",
		Usage:     "measure the time limit of a problem package",
		ArgsUsage: "[PROBLEM]",
		Description: `Runs the submissions that bound the time limit several times, one after the other with
nothing beside them, in rounds over all of them, and applies the formula of the package's
format to their medians. Shows the spread of the times, what each language would need,
and how far the limit is from both sides. PROBLEM is a problem of grundy list, a folder
or an archive; without it, it is the package of the present folder.

   grundy limits problems/nim
   grundy limits --runs 5 --write problems/nim

Exit code: 0 when a limit follows and the package states none that contradicts it, 1
when not, 2 for mistakes in the command or the package, 3 when the judge failed.`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "runs", Aliases: []string{"n"}, Value: "3", Usage: "run every submission `N` times"},
			switchFlag("write", "state the limit in problem.yaml", "w"),
			&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json (one event a line)"},
			libraryFlag(),
		}, aloneFlags()),
		Action: s.limits,
	}
}

// aloneFlags are the judgeFlags of a command that runs one program at a time: beside another one it would be slower.
func aloneFlags() []cli.Flag {
	flags := slices.DeleteFunc(judgeFlags(), func(f cli.Flag) bool { return slices.Contains(f.Names(), jobsFlag) })
	return append(flags, &cli.StringFlag{Name: jobsFlag, Hidden: true})
}

const (
	jobsFlag = "jobs"
	maxRuns  = 1000
)

// limitsSink takes the events of measuring and prints them in some format.
type limitsSink interface {
	Event(event.Event)
	Close() error
}

func (s *streams) limits(c *cli.Context) error {
	runs, err := strconv.Atoi(c.String("runs"))
	if err != nil || runs < 1 || runs > maxRuns {
		return usageErrorf("", "--runs %q: want a number from 1 to %d", c.String("runs"), maxRuns)
	}
	if err := c.Set(jobsFlag, "1"); err != nil {
		return err
	}
	p, err := s.measuredPackage(c)
	if err != nil {
		return err
	}
	out, err := s.limitsSink(c, p)
	if err != nil {
		return err
	}
	w, err := s.open(c.Context, c)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := s.provide(c.Context, c, w, p, nil); err != nil {
		return err
	}
	var found event.LimitsFound
	_, err = author.FindLimits(c.Context, w.Judge, p, author.LimitOptions{Runs: runs}, func(e event.Event) {
		if conclusion, ok := e.(event.LimitsFound); ok {
			found = conclusion // shown when it is known whether it could be written
			return
		}
		out.Event(e)
	})
	if err != nil {
		out.Event(found)
		return errors.Join(judging(err), out.Close())
	}
	if c.Bool("write") && found.Limit > 0 && len(found.Faults.Fatal(false)) == 0 {
		_, err = author.WriteTimeLimit(p.Dir, found.Limit)
		found.Written = err == nil
	}
	out.Event(found)
	if closeErr := out.Close(); err == nil && closeErr != nil {
		return &judgeFailure{fmt.Errorf("write the report: %w", closeErr)}
	}
	switch {
	case err != nil:
		return usageErrorf("", "the time limit was not written: %v", err)
	case found.JudgeErrors > 0:
		return outcome(exitJudge)
	case !found.OK():
		return outcome(exitFailed)
	}
	return nil
}

// measuredPackage opens the package that is named, or the one of the present folder.
func (s *streams) measuredPackage(c *cli.Context) (*problem.Problem, error) {
	if c.NArg() > 1 {
		return nil, usageErrorf("", "want one problem, got %d", c.NArg())
	}
	lib, err := s.library(c)
	if err != nil {
		return nil, err
	}
	path := "."
	if name := c.Args().First(); name != "" {
		if path, err = lib.resolve(name); err != nil {
			return nil, err
		}
	}
	if c.Bool("write") {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() || lib.dir == "" && lib.has(c.Args().First()) {
			return nil, usageErrorf("unpack it, or name a folder", "--write: %s is no folder of yours", c.Args().First())
		}
	}
	packages, exit, err := s.openPackages(lib, []string{path})
	if err != nil {
		return nil, err
	}
	if len(packages) == 0 {
		return nil, outcome(exit)
	}
	if p := packages[0]; p.Format == problem.Plain || len(p.Submissions) == 0 {
		return nil, usageErrorf("add some to submissions/accepted", "problem %q has no submissions to measure", p.ID)
	}
	return packages[0], nil
}

// limitsSink makes the report that --format asks for.
func (s *streams) limitsSink(c *cli.Context, p *problem.Problem) (limitsSink, error) {
	switch format := c.String("format"); format {
	case "text":
		screen := s.screen(c, s.out.File)
		return report.NewLimitsText(s.out, report.TextOptions{
			Color: screen.Color, Live: screen.Live, Width: screen.Width, Names: nameWidth([]*problem.Problem{p}),
		}), nil
	case "json":
		return report.NewLimitsJSON(s.out), nil
	default:
		return nil, usageErrorf("", "--format %q: want text or json", format)
	}
}
