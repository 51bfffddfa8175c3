package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/exchange"
	"grundy/internal/problem"
)

func (s *streams) exportCommand() *cli.Command {
	return &cli.Command{
		Name:         "export",
		Usage:        "pack a problem for other judges",
		ArgsUsage:    "PROBLEM",
		BashComplete: s.completeProblems,
		Description: `Writes PROBLEM as a zip that stands alone: its Go programs bring along what they use of
grundy's library, so that they build anywhere. The same package gives the same bytes.
What the other format has no place for is listed.

   grundy export nim
   grundy export nim --to domjudge -o A.zip`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "to", Value: string(exchange.ICPC), Usage: "write `FORMAT`: icpc (2025-09), legacy (Kattis, problemtools) or domjudge"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write `FILE` (default: PROBLEM.zip)"},
			switchFlag("force", "replace a file that is there"),
			libraryFlag(),
		}, judgeFlags()),
		Action: s.export,
	}
}

func (s *streams) export(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageErrorf("grundy list shows the problems", "export: name one problem")
	}
	target, err := targetFlag(c)
	if err != nil {
		return err
	}
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	location, err := lib.resolve(c.Args().First())
	if err != nil {
		return err
	}
	p, err := s.load(lib, location)
	if err != nil {
		return err
	}
	if p.Format == problem.Plain {
		return usageErrorf("grundy import makes a package of it", "%s: a folder of tests is no package", c.Args().First())
	}
	if err := s.generateUnshipped(c, p); err != nil {
		return err
	}
	packed, err := exchange.Export(p, cmp.Or(target, exchange.ICPC))
	if err != nil {
		return err
	}
	defer packed.Close()
	file := cmp.Or(c.String("output"), p.ID+".zip")
	err = packed.WriteZip(file, c.Bool("force"))
	switch {
	case exchange.IsTaken(err):
		return usageErrorf("--force replaces it, -o FILE gives it another name", "%s exists already", file)
	case err != nil:
		return usageErrorf("", "%v", err)
	}
	s.printNotes(packed)
	fmt.Fprintln(s.out, file)
	return nil
}

// generateUnshipped makes the test data that a package does not ship: other judges would miss it.
func (s *streams) generateUnshipped(c *cli.Context, p *problem.Problem) error {
	if !slices.ContainsFunc(p.Data.AllCases(), func(tc *problem.Case) bool { return len(tc.Unshipped) > 0 }) {
		return nil
	}
	w, err := s.open(c.Context, c)
	if err != nil {
		return err
	}
	return errors.Join(s.provide(c.Context, c, w, p, nil), w.Close())
}

// targetFlag reads --to, "" when it is not given.
func targetFlag(c *cli.Context) (exchange.Target, error) {
	target := exchange.Target(c.String("to"))
	if target == "2025-09" {
		target = exchange.ICPC
	}
	if target != "" && !slices.Contains(exchange.Targets, target) {
		return "", usageErrorf("", "--to %q: want icpc, legacy or domjudge", target)
	}
	return target, nil
}

// printNotes lists what has no place in a format.
func (s *streams) printNotes(p *exchange.Package) {
	for _, note := range p.Notes {
		fmt.Fprintf(s.err, "note: %s\n", note)
	}
}

// absent turns the library's missing header into words for people.
func absent(err error) error {
	if missing, ok := errors.AsType[*exchange.MissingTestlibError](err); ok {
		return usageErrorf("name your copy with --testlib FILE; it is at https://github.com/MikeMirzayanov/testlib", "%v", missing)
	}
	return err
}

// packageDir is where a new package goes: among the problems, if there is a folder of them here.
func packageDir(lib *library, id string) string { return filepath.Join(lib.dir, id) }
