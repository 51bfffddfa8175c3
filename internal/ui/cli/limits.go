package cli

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/limits"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

func limitsCommand() *command {
	return &command{
		do: measureLimits,
		Command: cli.Command{
			Name:      "limits",
			Usage:     "measure the time limit of a problem package",
			ArgsUsage: "[PROBLEM]...",
			Description: `Measures the submissions of a package and computes the time limit by the formula of the
package's format.

   grundy limits problems/nim
   grundy limits --runs 5 --write problems/nim
   grundy limits contest                      a safety report of a contest
   grundy limits --on hub.json problems/nim   measure on every class of machines of a hub

It runs the submissions that bound the time limit several times, one run at a time, in rounds
over all of them, and applies the formula to their medians. With --on, every class of machines
of a hub measures, and the one that needs the most time decides. The report shows the spread of
the times, what each language would need, and how far the limit is from both bounds. PROBLEM
is a problem of grundy list, a directory or an archive. Without it, the package is the current
directory. A directory of packages, such as a contest, stands for all of them: a table at the end
shows, for each problem, the limit, the slowest submission of each language that must pass, the
fastest that must be too slow, and the limit's distance from both.

Exit code: 0 when a limit follows and the package does not contradict it, 1 otherwise, 2 for
mistakes in the command or the package, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "runs", Aliases: []string{"n"}, Value: "3", Usage: "run every submission `N` times"},
				switchFlag("write", "write the limit into problem.yaml", "w"),
				formatFlag("limits"),
				recordFlag(),
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, aloneFlags()),
		},
	}
}

// aloneFlags are the judgeFlags of a command that runs one program at a time.
func aloneFlags() []cli.Flag {
	return slices.DeleteFunc(judgeFlags(), func(f cli.Flag) bool { return slices.Contains(f.Names(), "jobs") })
}

const maxRuns = 1000

func measureLimits(ctx context.Context, c *call) error {
	runs, err := strconv.Atoi(c.String("runs"))
	if err != nil || runs < 1 || runs > maxRuns {
		return hint.Errorf("three runs show the spread of the times", "--runs %q: want a number from 1 to %d", c.String("runs"), maxRuns)
	}
	config, err := c.config()
	if err != nil {
		return err
	}
	config.Jobs = 1 // beside another program it would run slower
	w, err := workspace.Open(config)
	if err != nil {
		return err
	}
	defer w.Close()
	options := limits.Options{Runs: runs, Write: c.Bool("write")}
	set, err := limitsSet(ctx, c, w)
	if err != nil {
		return err
	}
	if set == nil {
		if options.Problem, err = limits.Open(ctx, w.Problems(), c.Args().First(), options.Write); err != nil {
			return err
		}
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	if options.Classes, err = limits.Classes(ctx, client); err != nil {
		return judging(err)
	}
	complete := func(ctx context.Context, p *problem.Problem) error { return c.complete(ctx, w, p, nil) }
	if set != nil {
		exit := exitOK
		of := limits.SetOptions{Packages: set, Options: options, Complete: complete, Fault: c.noting(&exit)}
		return c.streaming(event.Begin{}, func(out *stream) error {
			result, err := limits.RunSet(ctx, w, client, of, out.Event)
			if err != nil {
				return judging(err)
			}
			return outcomeOf(max(exit, exitOfLimits[result]))
		})
	}
	if err := complete(ctx, options.Problem); err != nil {
		return err
	}
	return c.streaming(event.Begin{Names: options.Problem.SubmissionNames()}, func(out *stream) error {
		found, err := limits.Run(ctx, client, options, out.Event)
		var unwritten *limits.WriteError
		switch {
		case errors.As(err, &unwritten):
			return err
		case err != nil:
			return judging(err)
		case found.JudgeErrors > 0:
			return exitVerdict(exitJudge)
		case !found.OK():
			return exitVerdict(exitFailed)
		}
		return nil
	})
}

// exitOfLimits is the exit code of each result.
var exitOfLimits = map[limits.Result]int{limits.Safe: exitOK, limits.Unsafe: exitFailed, limits.NotMeasured: exitJudge}

// limitsSet is the set of packages to measure; nil for a single package.
func limitsSet(ctx context.Context, c *call, w *workspace.Workspace) (*workspace.Selection, error) {
	names := c.words()
	if len(names) == 0 {
		names = []string{"."}
	}
	s, err := w.Problems().SelectSound(ctx, names)
	if err != nil || !s.IsSet() {
		return nil, err
	}
	return s, nil
}
