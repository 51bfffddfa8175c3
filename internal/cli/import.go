package cli

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/exchange"
	"grundy/internal/problem/icpc"
)

func (s *streams) importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "make a package of another judge's problem",
		ArgsUsage: "PATH",
		Description: `Reads a folder or a zip of Polygon, CMS (italy_yaml), Kattis or DOMjudge, or a folder of
inputs and answers as oj keeps them, and writes a problem package. Kattis' and DOMjudge's
packages stay in their version of the format unless --to says otherwise. What has no
place in the package is listed.

   grundy import a-plus-b-7$linux.zip --testlib ~/include/testlib.h
   grundy import tests/ -o problems/sum`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the folder `DIR` (default: the problem's name, in ./problems if there is one)"},
			&cli.StringFlag{Name: "format", Aliases: []string{"f"}, DefaultText: "what the files look like", Usage: "read `FORMAT`: polygon, cms, icpc or plain"},
			&cli.StringFlag{Name: "testlib", EnvVars: []string{"GRUNDY_TESTLIB"}, Usage: "put the testlib.h at `PATH` beside programs that include it (default: the package's own)"},
			&cli.StringFlag{Name: "to", Usage: "convert an ICPC package to `FORMAT`: icpc (2025-09), legacy or domjudge"},
			libraryFlag(),
		},
		Action: s.importPackage,
	}
}

func (s *streams) importPackage(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageErrorf("", "import: name one folder or archive")
	}
	target, err := targetFlag(c)
	if err != nil {
		return err
	}
	format := exchange.Format(c.String("format"))
	if format != "" && !slices.Contains(exchange.Formats, format) {
		return usageErrorf("", "--format %q: want polygon, cms, icpc or plain", format)
	}
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	scratch, err := makeScratch()
	if err != nil {
		return &judgeFailure{err}
	}
	defer scratch.remove()
	made, err := exchange.Import(c.Args().First(), exchange.Options{
		Format: format, Testlib: c.String("testlib"), To: target, Scratch: scratch.dir,
	})
	if err != nil {
		return absent(err)
	}
	defer made.Close()
	dir := cmp.Or(c.String("output"), packageDir(lib, made.ID))
	err = made.WriteFolder(dir)
	switch {
	case exchange.IsTaken(err):
		return usageErrorf("-o DIR gives it another name", "%s exists already", dir)
	case err != nil:
		return usageErrorf("", "%v", err)
	}
	s.printNotes(made)
	_, faults := icpc.Load(dir)
	for _, fault := range faults.Fatal(true) {
		fmt.Fprintf(s.err, "warning: %s: %s\n", dir, fault)
	}
	fmt.Fprintln(s.out, dir)
	fmt.Fprintf(s.err, "verify it with: grundy verify %s\n", quoted(dir))
	return nil
}
