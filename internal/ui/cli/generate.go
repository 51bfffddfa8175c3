package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/generate"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
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
   grundy generate --check problems/nim     make everything again and report differences
   grundy generate --case "secret/2*" --verbose

It runs the generators, lets the input validators check every input, and lets the model
solution write the answers. Results of earlier runs come from the cache. The command changes
data/ only when every case is correct, and replaces only generated files: files that you wrote
or edited by hand stay. Cases larger than --ship-limit stay out of data/: the package keeps
their hashes, and test and verify make them when they need them. PROBLEM is a problem of
grundy list or a directory. Without it, the package is the current directory.

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
	packages, err := generatedPackages(ctx, c, w.Problems())
	if err != nil {
		return err
	}
	if c.Bool("clean") {
		return clean(c, packages)
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	store := w.Cache()
	if options.Check {
		store = w.FreshCache()
		defer store.Close()
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		exit := exitOK
		for _, p := range packages {
			summary, err := generate.New(client, store, p.Problem, p.Rules).Fill(ctx, options, out.Event)
			if err != nil {
				return judging(err)
			}
			if !summary.OK() {
				exit = exitFailed
			}
		}
		return outcomeOf(exit)
	})
}

func generateOptions(c *call) (generate.Options, error) {
	options := generate.Options{Force: c.Bool("force"), Check: c.Bool("check")}
	if c.String("ship-limit") == "none" {
		options.ShipLimit = new(bytesize.Size)
	} else if c.IsSet("ship-limit") {
		limit, err := sizeFlag(c, "ship-limit")
		if err != nil {
			return options, err
		}
		options.ShipLimit = &limit
	}
	if glob := c.String("case"); glob != "" {
		if err := problem.ValidGlob(glob); err != nil {
			return options, hint.Errorf(globHint, "--case %q: %w", glob, err)
		}
		options.Select = func(name string) bool {
			return problem.Match(glob, name) || strings.HasSuffix(name, "/"+glob)
		}
	}
	if c.Bool("clean") && (options.Check || options.Select != nil || c.IsSet("record")) {
		return options, hint.Errorf("leave out --clean or the other flag", "--clean removes all generated files: it excludes --check, --case and --record")
	}
	return options, nil
}

// generatedPackages opens the packages to generate.
func generatedPackages(ctx context.Context, c *call, library *workspace.Library) ([]generate.Package, error) {
	names := c.words()
	if len(names) == 0 {
		if !icpc.Is(".") {
			return nil, hint.Errorf("name a package: grundy generate problems/nim", "the current directory is not a problem package")
		}
		names = []string{"."}
	}
	var packages []generate.Package
	for _, name := range names {
		path, err := library.Resolve(name)
		if err != nil {
			return nil, err
		}
		p, err := generate.Open(ctx, library, path)
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// clean removes generated files.
func clean(c *call, packages []generate.Package) error {
	for _, p := range packages {
		removed, err := generate.New(nil, nil, p.Problem, p.Rules).Clean()
		if err != nil {
			return judging(err)
		}
		fmt.Fprintf(c.out, "%s: %d files removed\n", terminal.Line(p.ID), len(removed))
	}
	return nil
}
