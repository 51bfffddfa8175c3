package cli

import (
	"context"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/edit"
	"grundy/internal/base/hint"
	"grundy/internal/event"
)

func mvCommand() *command {
	return &command{
		do:           moveCase,
		namesProblem: true,
		Command: cli.Command{
			Name:      "mv",
			Usage:     "rename or move a test case of a problem package",
			ArgsUsage: "PROBLEM OLD NEW",
			Description: `Renames a test case: all its files, its rule in generators.yaml, and its mentions in
submissions.yaml.

   grundy mv problems/nim 07-gaps holes            becomes 07-holes
   grundy mv problems/nim secret/07-gaps 02-gaps   becomes the second case
   grundy mv problems/sums secret/small/3 secret/large

NEW is a name in the same directory, a name with a directory, or a directory. A case keeps its
number unless NEW has one; then the other cases are renumbered to make room.

Exit code: 0 when it is renamed, 1 when that was refused, 2 for mistakes in the command or a
faulty package.`,
			Flags: changeFlags(),
		},
	}
}

func moveCase(ctx context.Context, c *call) error {
	if c.NArg() != 3 {
		return hint.Errorf("grundy mv problems/nim 07-gaps holes", "mv: name a problem, a case and its new name")
	}
	return change(ctx, c, func(p *edit.Package, options edit.Options) (event.Changed, error) {
		return p.Move(c.Args().Get(1), c.Args().Get(2), options)
	})
}
