package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

func shrinkCommand() *command {
	return &command{
		do: shrinkInput,
		Command: cli.Command{
			Name:      "shrink",
			Usage:     "shrink an input on which a solution fails",
			ArgsUsage: "SOLUTION [INPUT]",
			Description: `Takes an input on which the solution fails and makes it as small as possible.

   grundy shrink a.cpp --against brute.cpp failing.in
   grundy shrink solutions/nim/a.cpp --case secret/19-random
   grundy shrink --problem nim wrong_answer/lowest_bit.go --case 23* -o small.in

The input is a file or a test case of the problem. It stays valid according to the input
validators, and the solution keeps failing in the same way.

Exit code: 0 when the solution passes, so that there is nothing to shrink, 1 when it fails, 2 for
mistakes in the command, and when a validator or the reference solution is wrong, 3 when the judge
failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "case", Usage: "take the test case `NAME` of the problem"},
				&cli.StringFlag{Name: "time", DefaultText: practice.DefaultShrinkTime.String(), Usage: "stop after `TIME` with the smallest input so far"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the smaller input to `FILE`"},
			}, examinationFlags("shrink"), judgeFlags()),
		},
	}
}

func shrinkInput(ctx context.Context, c *call) error {
	options := practice.ShrinkOptions{Output: c.String("output")}
	var err error
	if options.Time, err = timeFlag(c, "time"); err != nil {
		return err
	}
	if c.NArg() > 2 || c.NArg() > 1 == c.IsSet("case") {
		return hint.Errorf("grundy shrink a.cpp failing.in, or grundy shrink a.cpp --case secret/17", "shrink: want a solution and one input, a file or a --case")
	}
	t, err := openExamination(ctx, c, false, nil)
	if err != nil {
		return err
	}
	defer t.close()
	file := c.Args().Get(1)
	options.Name = filepath.Base(file)
	if wanted := c.String("case"); wanted != "" {
		if options.Case, err = t.Case(wanted); err != nil {
			return err
		}
		if err := c.complete(ctx, t.workspace, t.Setup.Problem, func(other *problem.Case) bool { return other == options.Case }); err != nil {
			return err
		}
		options.Name, file = options.Case.Name, options.Case.Input
	} else if err := workspace.Readable(file); err != nil {
		return err
	}
	if options.Input, err = os.ReadFile(file); err != nil {
		return err
	}
	return t.streaming(event.Begin{}, func(out *stream) error {
		done, err := t.Shrink(ctx, options, out.Event)
		return t.outcome(done, err)
	})
}
