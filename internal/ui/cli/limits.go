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
			Description: `Runs the submissions that bound the time limit several times, one after the other with
nothing beside them, in rounds over all of them, and applies the formula of the package's
format to their medians. With --on all is measured on each class of machines of a hub, and
the one that needs the most decides. Shows the spread of the times, what each language would need,
and how far the limit is from both sides. PROBLEM is a problem of grundy list, a folder
or an archive; without it, it is the package of the present folder.

   grundy limits problems/nim
   grundy limits --runs 5 --write problems/nim
   grundy limits --on hub.json problems/nim   on every class of machines of a hub

Exit code: 0 when a limit follows and the package states none that contradicts it, 1
when not, 2 for mistakes in the command or the package, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "runs", Aliases: []string{"n"}, Value: "3", Usage: "run every submission `N` times"},
				switchFlag("write", "state the limit in problem.yaml", "w"),
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
		return hint.Errorf("three show how far the times spread", "--runs %q: want a number from 1 to %d", c.String("runs"), maxRuns)
	}
	config, err := c.config()
	if err != nil {
		return err
	}
	config.Jobs = 1 // beside another program, one would be slower
	w, err := workspace.Open(config)
	if err != nil {
		return err
	}
	defer w.Close()
	if c.NArg() > 1 {
		return hint.Errorf("measure one after the other", "limits: want one problem, got %d", c.NArg())
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
			return outcome(exitJudge)
		case !found.OK():
			return outcome(exitFailed)
		}
		return nil
	})
}
