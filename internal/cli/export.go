package cli

import (
	"cmp"
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/generate"
	"grundy/internal/exchange"
	"grundy/internal/hint"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/workspace"
)

func exportCommand() *command {
	return &command{
		do:           exportPackage,
		namesProblem: true,
		Command: cli.Command{
			Name:      "export",
			Usage:     "pack a problem for other judges",
			ArgsUsage: "PROBLEM",
			Description: `Writes PROBLEM as a zip that stands alone: its statements are LaTeX, its Go programs bring
along what they use of grundy's library, and validators, checkers and interactors are compiled for Linux on
x86-64 as well. The same package gives the same bytes. What the other format has no place for is listed.

   grundy export nim
   grundy export nim --to domjudge -o A.zip`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "to", Value: string(exchange.ICPC), Usage: "write `FORMAT`: icpc (2025-09), legacy (Kattis, problemtools) or domjudge"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write `FILE` (default: PROBLEM.zip)"},
				switchFlag("force", "replace a file that is there"),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func exportPackage(ctx context.Context, c *call) error {
	to, err := systemFlag(c)
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	p, err := c.problem(w, "grundy list shows the problems")
	if err != nil {
		return err
	}
	if p.Format == problem.Plain {
		return hint.Errorf("grundy import makes a package of it", "%s: a folder of tests is no package", c.Args().First())
	}
	if err := generateUnshipped(ctx, c, w, p); err != nil {
		return err
	}
	packed, err := exchange.Export(ctx, p, cmp.Or(to, exchange.ICPC), portable(w, p))
	if err != nil {
		return err
	}
	defer packed.Close()
	file := cmp.Or(c.String("output"), p.ID+".zip")
	err = packed.WriteZip(file, c.Bool("force"))
	switch {
	case exchange.IsTaken(err):
		return hint.Errorf("--force replaces it, -o FILE gives it another name", "%s exists already", file)
	case err != nil:
		return err
	}
	c.notes(packed)
	c.made(file)
	return nil
}

// portable compiles programs of a package for the machines of other judges, in this judge's sandbox.
func portable(w *workspace.Workspace, p *problem.Problem) exchange.Compiler {
	return func(ctx context.Context, name string, sources []language.File) (string, error) {
		judge, err := w.Judge(ctx)
		if err != nil {
			return "", err
		}
		program, err := judge.Tool(ctx, p, name, language.Source{Files: sources, Language: exchange.Portable})
		if err != nil {
			return "", err
		}
		return program.Binary(), nil
	}
}

// generateUnshipped makes the test data that a package does not ship: other judges would miss it.
func generateUnshipped(ctx context.Context, c *call, w *workspace.Workspace, p *problem.Problem) error {
	if len(generate.Unshipped(p, nil)) == 0 {
		return nil
	}
	judge, err := w.Judge(ctx)
	if err != nil {
		return err
	}
	return c.complete(ctx, w, judge, p, nil)
}

// systemFlag reads --to, "" when it is not given.
func systemFlag(c *call) (exchange.Target, error) {
	to := exchange.Target(c.String("to"))
	if to == "2025-09" {
		to = exchange.ICPC
	}
	if to != "" && !slices.Contains(exchange.Targets, to) {
		return "", hint.Errorf("--to domjudge packs for DOMjudge, --to legacy for Kattis", "--to %q: want icpc, legacy or domjudge", to)
	}
	return to, nil
}

// notes lists what has no place in a format.
func (c *call) notes(p *exchange.Package) {
	for _, note := range p.Notes {
		say := c.log.Info
		if note.Warning {
			say = c.log.Warn
		}
		say(note.String())
	}
}
