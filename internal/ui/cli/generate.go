package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/cases"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

func generateCommand() *command {
	return &command{
		do: generateData,
		Command: cli.Command{
			Name:      "generate",
			Usage:     "make the test cases that generators.yaml describes",
			ArgsUsage: "[PROBLEM]...",
			Description: `Makes the test cases that generators/generators.yaml of a package describes, and writes them
into data/.

With --on the workers of a hub run the programs, and you get the files: at most 64 MiB of one case.

   grundy generate problems/nim
   grundy generate contest                  every package of a contest
   grundy generate --check problems/nim     make everything again and report differences
   grundy generate --case "secret/2*" --verbose

It runs the generators, lets the input validators check every input, and lets the model
solution write the answers. Results of earlier runs come from the cache. The command changes
data/ only when every case is correct, and replaces only generated files: files that you wrote
or edited by hand stay. Cases larger than --ship-limit stay out of data/: the package keeps
their hashes, and test and verify make them when they need them. PROBLEM is a problem of
grundy list or a directory. A directory of packages, such as a contest, stands for all of them, and
a table sums up. Without PROBLEM, the package is the current directory.

Exit code: 0 when data/ is up to date, 1 when a case was refused, a file was edited by hand,
or --check finds a difference, 2 when the package is faulty, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				switchFlag("check", "make everything in a temporary directory and report differences"),
				&cli.StringFlag{Name: "case", Usage: "make only the cases whose name matches `GLOB`"},
				&cli.StringFlag{Name: "ship-limit", DefaultText: "as in the last run; in the first, " + generators.DefaultShipLimit.String(), Usage: "keep cases with more than `SIZE` of input and answer out of data/; none means all are written there"},
				onFlag(),
				switchFlag("force", "replace files that were edited by hand"),
				switchFlag("clean", "remove all generated files"),
				libraryFlag(),
			}, reportFlags("generate", "every case"), judgeFlags()),
		},
	}
}

func generateData(ctx context.Context, c *call) error {
	options, err := generateOptions(c)
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	if options.Packages, err = cases.Select(ctx, w.Problems(), c.words()); err != nil {
		return err
	}
	if c.Bool("clean") {
		return judging(cases.Clean(ctx, w.Problems(), options.Packages, func(id string, removed int) {
			fmt.Fprintf(c.out, "%s: %d files removed\n", terminal.Line(id), removed)
		}))
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	exit := exitOK
	options.Fault = c.noting(&exit)
	return c.streaming(event.Begin{}, func(out *stream) error {
		ok, err := cases.Generate(ctx, w, client, options, out.Event)
		switch {
		case err != nil:
			return judging(err)
		case !ok:
			exit = max(exit, exitFailed)
		}
		return outcomeOf(exit)
	})
}

func generateOptions(c *call) (cases.GenerateOptions, error) {
	options := cases.GenerateOptions{Glob: c.String("case"), Force: c.Bool("force"), Check: c.Bool("check")}
	if c.String("ship-limit") == "none" {
		options.ShipLimit = new(bytesize.Size)
	} else if c.IsSet("ship-limit") {
		limit, err := sizeFlag(c, "ship-limit")
		if err != nil {
			return options, err
		}
		options.ShipLimit = &limit
	}
	if err := problem.ValidGlob(options.Glob); err != nil {
		return options, hint.Errorf(globHint, "--case %q: %w", options.Glob, err)
	}
	if c.Bool("clean") && (options.Check || options.Glob != "" || c.IsSet("record")) {
		return options, hint.Errorf("leave out --clean or the other flag", "--clean removes all generated files: it excludes --check, --case and --record")
	}
	return options, nil
}
