package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/transfer"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/store/config"
)

func importCommand() *command {
	return &command{
		do: importPackage,
		Command: cli.Command{
			Name:      "import",
			Usage:     "convert another judge's problem into a problem package",
			ArgsUsage: "PATH",
			Description: `Reads a problem in the format of another judge and writes it as a problem package.

   grundy import a-plus-b-7$linux.zip --testlib ~/include/testlib.h
   grundy import tests/ -o problems/sum

The source is a directory or a zip archive of Polygon, CMS (italy_yaml), Library Checker,
AtCoder, sinol-make, DMOJ, Hydro, rbx, LightCPVerifier, Kattis or DOMjudge, or a directory of
inputs and answers as oj keeps them. Packages of Kattis and DOMjudge keep their version of the
format unless --to names another. The command lists what it could not convert.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to the directory `DIR` (default: the problem's name, in ./problems if that exists)"},
				&cli.StringFlag{Name: "from", DefaultText: "detected", Usage: "read `FORMAT`: " + formatNames()},
				settingFlag(config.Testlib, "copy the testlib.h at `PATH` beside programs that include it"),
				&cli.StringFlag{Name: "to", Usage: "convert an ICPC package to `FORMAT`: icpc (2025-09), legacy or domjudge"},
				libraryFlag(),
			}, streamFlags("import")),
		},
	}
}

// formatNames lists the formats that import reads.
func formatNames() string {
	var names []string
	for _, format := range exchange.Formats {
		names = append(names, string(format))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

func importPackage(ctx context.Context, c *call) error {
	if c.NArg() != 1 {
		return hint.Errorf("grundy import problem.zip", "import: name one directory or archive")
	}
	to, err := systemFlag(c, exchange.PackageTargets)
	if err != nil {
		return err
	}
	format := exchange.Format(c.String("from"))
	if format != "" && !slices.Contains(exchange.Formats, format) {
		return hint.Errorf("leave it out to detect the format", "--from %q: want %s", format, formatNames())
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	options := transfer.ImportOptions{
		Path: c.Args().First(), From: format, To: to, Testlib: c.setting(config.Testlib).Text, Dir: c.String("output"),
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		written, err := transfer.Import(ctx, w, options, out.Event)
		if err != nil {
			return err
		}
		out.pause()
		if written.Ungenerated > 0 {
			c.advise("make its test cases with: grundy generate %s", hint.Quote(written.Path))
		}
		c.advise("check it with: grundy verify %s", hint.Quote(written.Path))
		return nil
	})
}
