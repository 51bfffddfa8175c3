package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/store/workspace"
)

func growthCommand() *command {
	return &command{
		do: measureGrowth,
		Command: cli.Command{
			Name:      "growth",
			Usage:     "estimate how a solution's running time grows with its input",
			ArgsUsage: "FILE|DIR",
			Description: `Runs the solution on inputs of many sizes and fits a growth law, such as n log n, to its times.

   grundy growth a.cpp
   grundy growth --problem nim a.py --time-limit 5s

Each input is run five times, one run at a time. The command draws time against size and fits
the curve a + b·f(n) to the slowest inputs, where f is the best of 1, log n, √n, n, n log n,
n√n, n², n³ and 2ⁿ. It also reports which laws fit about as well, and at which n the solution
reaches the time limit.

The generators of the package make the inputs: the largest ones of its tests and smaller ones
of the same kinds; the kind that takes longest counts. Without generators, the tests are the
inputs. The size n is the number of tokens, the number of bytes, or the first number of the
input, whichever explains the times best. With --on, a worker of a hub makes the inputs, and one
worker measures.

Exit code: 0 when the growth is clear, 1 when it is not or the solution does not compile,
2 for mistakes in the command or the package, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{problemFlag("take the inputs of `ID|DIR|ZIP`"), languageFlag("source")}, limitFlags("`TIME` of CPU time per input"), []cli.Flag{
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, reportFlags("growth", "every run"), aloneFlags()),
		},
	}
}

func measureGrowth(ctx context.Context, c *call) error {
	if c.NArg() != 1 {
		return hint.Errorf("grundy growth a.cpp", "growth: name one solution")
	}
	options, err := testOptions(c)
	if err != nil {
		return err
	}
	options.Judging.Alone = c.onHub() // this machine has one slot; a worker may have several
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
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	if options.Solutions, err = w.Solutions(c.search(), c.words()); err != nil {
		return err
	}
	if found := len(options.Solutions); found > 1 {
		return hint.Errorf("measure them one at a time", "growth: %s contains %d solutions", c.Args().First(), found)
	}
	session, err := practice.OpenGrowth(ctx, w, options)
	if err != nil {
		return err
	}
	if err := c.generating(func(show func(event.Event)) error { return session.Complete(ctx, show) }); err != nil {
		return err
	}
	return c.streaming(event.Begin{Submissions: 1}, func(out *stream) error {
		told, done, err := session.Grow(ctx, client, out.Event)
		var source *language.SourceError
		switch {
		case done.Interrupted:
			return exitVerdict(exitInterrupted)
		case errors.As(err, &source):
			return err
		case err != nil:
			return judging(err)
		case told.Function == "":
			return exitVerdict(max(exitFailed, exitOf(done)))
		}
		return nil
	})
}
