package cli

import (
	"context"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/edit"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
)

func rmCommand() *command {
	return &command{
		do:           removeCases,
		namesProblem: true,
		Command: cli.Command{
			Name:      "rm",
			Usage:     "remove test cases of a problem package",
			ArgsUsage: "PROBLEM CASE...",
			Description: `Removes test cases: all their files, and their rules in generators.yaml.

   grundy rm problems/nim secret/07-gaps
   grundy rm problems/nim 07-gaps 12-ones-odd --keep-numbers

CASE is a name below data/, or the end of one. If the cases of a directory were numbered without
gaps, the remaining ones are renumbered without gaps.

Exit code: 0 when they are removed, 1 when that was refused, 2 for mistakes in the command or a
faulty package.`,
			Flags: changeFlags(),
		},
	}
}

// changeFlags are the flags of rm and mv.
func changeFlags() []cli.Flag {
	return []cli.Flag{
		switchFlag("keep-numbers", "do not renumber the other cases"),
		switchFlag("dry-run", "report what would be done, but change nothing"),
		editFormatFlag(),
		recordFlag(),
		switchFlag("verbose", "list all files", "v"),
		libraryFlag(),
	}
}

func removeCases(ctx context.Context, c *call) error {
	if c.NArg() < 2 {
		return hint.Errorf("grundy rm problems/nim secret/07-gaps", "rm: name a problem and its cases")
	}
	return change(ctx, c, func(p *edit.Package, options edit.Options) (event.Changed, error) {
		return p.Remove(c.Args().Tail(), options)
	})
}

// change opens the package that the first argument names, changes it and shows the changes.
func change(ctx context.Context, c *call, do func(*edit.Package, edit.Options) (event.Changed, error)) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	p, err := edit.Open(ctx, w, job.Client{}, c.Args().First())
	if err != nil {
		return err
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		changed, err := do(p, edit.Options{KeepNumbers: c.Bool("keep-numbers"), Dry: c.Bool("dry-run")})
		if err != nil {
			return judging(err)
		}
		out.Event(changed)
		return nil
	})
}
