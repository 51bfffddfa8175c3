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
	"grundy/internal/store/workspace"
)

func limitsCommand() *command {
	return &command{
		do: measureLimits,
		Command: cli.Command{
			Name:      "limits",
			Usage:     "measure the time limit of a problem package",
			ArgsUsage: "[PROBLEM]",
			Description: `Measures the submissions of a package and computes the time limit by the formula of the
package's format.

   grundy limits problems/nim
   grundy limits --runs 5 --write problems/nim
   grundy limits --on hub.json problems/nim   measure on every class of machines of a hub

It runs the submissions that bound the time limit several times, one run at a time, in rounds
over all of them, and applies the formula to their medians. With --on, every class of machines
of a hub measures, and the one that needs the most time decides. The report shows the spread of
the times, what each language would need, and how far the limit is from both bounds. PROBLEM
is a problem of grundy list, a directory or an archive. Without it, the package is the current
directory.

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
	if c.NArg() > 1 {
		return hint.Errorf("measure them one at a time", "limits: want one problem, got %d", c.NArg())
	}
	options := limits.Options{Runs: runs, Write: c.Bool("write")}
	if options.Problem, err = limits.Open(ctx, w.Problems(), c.Args().First(), options.Write); err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	if options.Classes, err = limits.Classes(ctx, client); err != nil {
		return judging(err)
	}
	if err := c.complete(ctx, w, options.Problem, nil); err != nil {
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
