package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/statements"
	"grundy/internal/app/transfer"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement/handout"
)

func exportCommand() *command {
	return &command{
		do:           exportPackage,
		namesProblem: true,
		Command: cli.Command{
			Name:      "export",
			Usage:     "pack a problem or a contest for other judges",
			ArgsUsage: "PROBLEM",
			Description: `Writes PROBLEM as a zip archive that other judges can import.

   grundy export nim
   grundy export nim --to domjudge -o nim.zip
   grundy export contest --to domjudge
   grundy export nim --to polygon

The archive stands alone: statements are LaTeX, Go programs include what they use of grundy's
library, and validators, checkers and interactors are also compiled for Linux on x86-64. The
same package always gives the same bytes. The command lists what the target format cannot
express. Polygon, Hydro and DMOJ take programs that judge in C++ with testlib.h only. A directory
of packages, such as a contest, is packed as a whole: one directory per package, with
contest.yaml, problems.yaml and problemset.yaml beside them. For
DOMjudge each problem gets an archive of its own, too, and its statement is printed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "to", Value: string(exchange.ICPC), Usage: "write `FORMAT`: icpc (2025-09), legacy (Kattis, problemtools), domjudge, polygon, hydro or dmoj"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write `FILE` (default: PROBLEM.zip)"},
				switchFlag("force", "replace an existing file"),
				libraryFlag(),
			}, streamFlags("export"), judgeFlags()),
		},
	}
}

func exportPackage(ctx context.Context, c *call) error {
	to, err := systemFlag(c, exchange.Targets)
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	if c.NArg() != 1 {
		return hint.Errorf("grundy list shows the problems", "export: name one problem, or the directory of a contest")
	}
	name := c.Args().First()
	at, err := w.Problems().Resolve(name)
	if err != nil {
		return err
	}
	options := transfer.ExportOptions{
		Path: at, To: cmp.Or(to, exchange.ICPC), File: c.String("output"), Force: c.Bool("force"),
		Complete: func(ctx context.Context, p *problem.Problem) error { return c.complete(ctx, w, p, nil) },
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		options.Print = func(ctx context.Context, set handout.Set, language string) ([]byte, error) {
			return statements.Print(ctx, w, set, language, out.Event)
		}
		_, err := transfer.Export(ctx, w, options, out.Event)
		return err
	})
}

// systemFlag reads --to, which must be one of the targets, "" if it is absent.
func systemFlag(c *call, targets []exchange.Target) (exchange.Target, error) {
	to := exchange.Target(c.String("to"))
	if to == "2025-09" {
		to = exchange.ICPC
	}
	if to != "" && !slices.Contains(targets, to) {
		names := make([]string, len(targets))
		for i, target := range targets {
			names[i] = string(target)
		}
		last := len(names) - 1
		return "", hint.Errorf("--to domjudge packs for DOMjudge, --to legacy for Kattis", "--to %q: want %s or %s", to, strings.Join(names[:last], ", "), names[last])
	}
	return to, nil
}
