package cli

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/generate"
	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/store/workspace"
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
   grundy export nim --to domjudge -o A.zip
   grundy export contest --to domjudge

The archive stands alone: statements are LaTeX, Go programs include what they use of grundy's
library, and validators, checkers and interactors are also compiled for Linux on x86-64. The
same package always gives the same bytes. The command lists what the target format cannot
express. A directory of packages, such as a contest, is packed as a whole: one directory per
package, with contest.yaml, problems.yaml and problemset.yaml beside them.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "to", Value: string(exchange.ICPC), Usage: "write `FORMAT`: icpc (2025-09), legacy (Kattis, problemtools) or domjudge"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write `FILE` (default: PROBLEM.zip)"},
				switchFlag("force", "replace an existing file"),
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
	if c.NArg() != 1 {
		return hint.Errorf("grundy list shows the problems", "export: name one problem, or the directory of a contest")
	}
	name := c.Args().First()
	at, err := w.Problems().Resolve(name)
	if err != nil {
		return err
	}
	e := &exporter{c, w, cmp.Or(to, exchange.ICPC)}
	var packed *exchange.Package
	file := c.String("output")
	if set, isSet := w.Problems().Set(ctx, at); isSet {
		packed, err = e.set(ctx, set)
		file = cmp.Or(file, filepath.Base(absolute(set.Dir))+".zip")
	} else {
		var p *problem.Problem
		p, packed, err = e.problem(ctx, at)
		if err == nil {
			file = cmp.Or(file, p.ID+".zip")
		}
	}
	if err != nil {
		return err
	}
	defer packed.Close()
	err = packed.WriteZip(ctx, file, c.Bool("force"))
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

// exporter packs problems for one target.
type exporter struct {
	*call
	workspace *workspace.Workspace
	target    exchange.Target
}

// problem packs one problem. The caller must close it.
func (e *exporter) problem(ctx context.Context, path string) (*problem.Problem, *exchange.Package, error) {
	p, err := e.workspace.Problems().Load(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	if p.Format == problem.Plain {
		return nil, nil, hint.Errorf("grundy import turns it into a package", "%s: a directory of tests is not a package", path)
	}
	if err := generateUnshipped(ctx, e.call, e.workspace, p); err != nil {
		return nil, nil, err
	}
	if err := e.warnOfTexts(p, slices.Concat(p.Statements, p.Editorials), ""); err != nil {
		return nil, nil, err
	}
	packed, err := exchange.Export(ctx, p, e.target, portable(e.workspace, p))
	return p, packed, err
}

// set packs the problems of a contest.
func (e *exporter) set(ctx context.Context, set *problemset.Set) (*exchange.Package, error) {
	if fatal := set.Faults.Fatal(false); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: set.Dir, Set: true, Diagnostics: fatal}
	}
	workspace.Report(ctx, set.Dir, set.Faults)
	var entries []exchange.Entry
	for _, member := range set.Labelled() {
		p, packed, err := e.problem(ctx, filepath.Join(set.Dir, member.ID))
		if err != nil {
			for _, entry := range entries {
				entry.Package.Close()
			}
			return nil, err
		}
		entries = append(entries, exchange.Entry{Member: member, Problem: p, Package: packed})
	}
	return exchange.ExportSet(set, entries, e.target)
}

// portable compiles a package's programs in this judge's sandbox for the machines of other judges.
func portable(w *workspace.Workspace, p *problem.Problem) exchange.Compiler {
	return func(ctx context.Context, name string, sources []language.File) (string, error) {
		program, err := w.Compile(ctx, p, name, language.Source{Files: sources, Language: exchange.Portable})
		if err != nil {
			return "", err
		}
		return program.Binary(), nil
	}
}

// generateUnshipped generates the test data that a package does not ship, which other judges would miss.
func generateUnshipped(ctx context.Context, c *call, w *workspace.Workspace, p *problem.Problem) error {
	if len(generate.Unshipped(p, nil)) == 0 {
		return nil
	}
	return c.complete(ctx, w, p, nil)
}

// systemFlag reads --to, "" if it is absent.
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

// notes lists what a format cannot express.
func (c *call) notes(p *exchange.Package) {
	for _, note := range p.Notes {
		say := c.log.Info
		if note.Warning {
			say = c.log.Warn
		}
		say(note.String())
	}
}
