package cli

import (
	"cmp"
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/author/stress"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

func whyCommand() *command {
	return &command{
		do: whyWrong,
		Command: cli.Command{
			Name:      "why",
			Usage:     "show the smallest input on which a solution fails, and why",
			ArgsUsage: "[SOLUTION]",
			Description: `Searches for the smallest input on which the solution fails, shrinks it, and explains the failure.

   grundy why a.cpp
   grundy why --problem nim wrong_answer/plus.go
   grundy why a.cpp --against brute.cpp --gen "gen.py {seed} {size}"
   grundy why a.cpp --time 1m
   grundy why a.cpp --picture board.svg     also draw the input with the problem's visualizer
   grundy why a.cpp --theory                in a game, also say who wins and why, as help

It tries generated inputs, small before large, and the test cases of the problem, starting with
those that failed in the last grundy test. You need not name the only solution of the current
directory.

Exit code: 0 when no failing input was found, 1 when the solution fails, 2 for mistakes in the
command, and when the generator, a validator or the reference solution is wrong, 3 when the judge
failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "gen", Aliases: []string{"g"}, Usage: "also make inputs with `COMMAND`, a source file and its arguments (default: the commands of generators.yaml, or gen.* beside the solution)"},
				&cli.StringFlag{Name: "time", DefaultText: practice.DefaultWhyTime.String(), Usage: "stop after `TIME` with the smallest input so far"},
				switchFlag("theory", "in a game, also tell who wins and why; this counts as help until you solve the problem"),
				&cli.StringFlag{Name: "picture", Usage: "draw the input into `FILE`, or into a directory, with the visualizer of the problem"},
			}, examinationFlags("why"), []cli.Flag{onFlag(), classFlag()}, judgeFlags()),
		},
	}
}

func whyWrong(ctx context.Context, c *call) error {
	limit, err := timeFlag(c, "time")
	if err != nil {
		return err
	}
	if c.NArg() > 1 {
		return hint.Errorf("ask about one at a time", "why: want one solution, got %d", c.NArg())
	}
	options := practice.WhyOptions{Time: limit, Theory: c.Bool("theory")}
	t, err := openExamination(ctx, c, true, func(p *problem.Problem, beside string) ([]job.Generator, error) {
		if command := cmp.Or(c.String("gen"), beside); command != "" {
			return stress.Generators(p, command)
		}
		return stress.PackageGenerators(p)
	})
	if err != nil {
		return err
	}
	defer t.close()
	if c.IsSet("picture") {
		if options.Picture, err = t.pictures(c.String("picture")); err != nil {
			return err
		}
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		done, err := t.Why(ctx, options, out.Event)
		return t.outcome(done, err)
	})
}
