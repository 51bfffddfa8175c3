package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/generate"
	"grundy/internal/bytesize"
	"grundy/internal/cache"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/problem/generators"
	"grundy/internal/problem/icpc"
	"grundy/internal/report"
)

func (s *streams) generateCommand() *cli.Command {
	return &cli.Command{
		Name:      "generate",
		Usage:     "fill data/ by generators.yaml",
		ArgsUsage: "[PROBLEM]...",
		Description: `Makes the test cases that generators/generators.yaml of a package describes: runs the
generators, has the input validators look at every input, and the solution answer it.
What was made before comes from the cache. Only when every case is right, data/ is
changed, and only what was generated before: files written or edited by hand stay.
Cases larger than --ship-limit stay out of data/: the package keeps their hashes, and
test and verify make them when they need them. PROBLEM is a problem of grundy list or a
folder; without any it is the package of the present folder.

   grundy generate problems/nim
   grundy generate --check problems/nim     make everything anew, say what differs
   grundy generate --case "secret/2*" --verbose

Exit code: 0 when data/ is as it should be, 1 when a case is refused, a file was edited,
or --check finds a difference, 2 when the package is faulty, 3 when the judge failed.`,
		Flags: slices.Concat([]cli.Flag{
			switchFlag("check", "make everything in a temporary folder, and say what differs"),
			&cli.StringFlag{Name: "case", Usage: "make the cases whose name matches `GLOB`"},
			&cli.StringFlag{Name: "ship-limit", DefaultText: "as the last time, at first " + generators.DefaultShipLimit.String(), Usage: "keep cases with more than `SIZE` of input and answer out of data/; none ships all"},
			switchFlag("force", "replace files that were edited by hand"),
			switchFlag("clean", "remove what was generated"),
			&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json (one event a line)"},
			switchFlag("verbose", "show every case", "v"),
			libraryFlag(),
		}, judgeFlags()),
		Action: s.generate,
	}
}

// generateSink takes the events of generating and prints them in some format.
type generateSink interface {
	Event(event.Event)
	Close() error
}

func (s *streams) generate(c *cli.Context) error {
	options, err := generateOptions(c)
	if err != nil {
		return err
	}
	packages, err := s.generated(c)
	if err != nil {
		return err
	}
	if c.Bool("clean") {
		return s.clean(packages)
	}
	out, err := s.generateSink(c)
	if err != nil {
		return err
	}
	w, err := s.open(c.Context, c)
	if err != nil {
		return err
	}
	defer w.Close()
	store := w.store
	if options.Check {
		store = cache.Open("", s.log)
		defer store.Close()
	}
	exit := exitOK
	for _, p := range packages {
		summary, err := generate.New(w.Judge, store, p.Problem, p.rules).Fill(c.Context, options, out.Event)
		if err != nil {
			return errors.Join(generating(err), out.Close())
		}
		if !summary.OK() {
			exit = exitFailed
		}
	}
	if err := out.Close(); err != nil {
		return &judgeFailure{fmt.Errorf("write the report: %w", err)}
	}
	if exit != exitOK {
		return outcome(exit)
	}
	return nil
}

// generating sorts the error of generating: what is wrong with a package or a place is nobody else's.
func generating(err error) error {
	var (
		place *generate.PlaceError
		fault *generate.FaultError
	)
	switch {
	case errors.As(err, &place):
		return usageErrorf("data/ is as it was", "%v", err)
	case errors.As(err, &fault):
		return usageErrorf(fault.Help, "%v", err)
	}
	return judging(err)
}

func generateOptions(c *cli.Context) (generate.Options, error) {
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
			return options, usageErrorf("", "--case %q: %v", glob, err)
		}
		options.Select = func(name string) bool {
			return problem.Match(glob, name) || strings.HasSuffix(name, "/"+glob)
		}
	}
	if c.Bool("clean") && (options.Check || options.Select != nil) {
		return options, usageErrorf("", "--clean removes everything that was generated: it goes neither with --check nor with --case")
	}
	return options, nil
}

// ruled is a package with its rules.
type ruled struct {
	*problem.Problem
	rules *generators.Rules
}

// generated opens the packages that are to be generated. What data/ lacks is no fault: it is to be made.
func (s *streams) generated(c *cli.Context) ([]ruled, error) {
	lib, err := s.library(c)
	if err != nil {
		return nil, err
	}
	names := c.Args().Slice()
	if len(names) == 0 {
		if !icpc.Is(".") {
			return nil, usageErrorf("name a package: grundy generate problems/nim", "the present folder is no problem package")
		}
		names = []string{"."}
	}
	paths, err := packagePaths(lib, names)
	if err != nil {
		return nil, err
	}
	var packages []ruled
	for _, path := range paths {
		p, err := s.ruled(lib, path)
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// ruled opens a package that is to be generated.
func (s *streams) ruled(lib *library, path string) (ruled, error) {
	p, faults, err := problem.Open(path, loaders, lib.cache)
	if err != nil {
		return ruled{}, err
	}
	if p.Format == problem.Plain {
		return ruled{}, usageErrorf("", "%s: the folder is no problem package", path)
	}
	rules, more := generators.Read(p)
	faults = slices.DeleteFunc(slices.Concat(faults, more), func(d problem.Diagnostic) bool {
		return d.File == "data" || strings.HasPrefix(d.File, "data/")
	})
	if !rules.Exists {
		return ruled{}, usageErrorf("docs/generators.md shows how to write one", "%s: there is no %s", path, generators.File)
	}
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return ruled{}, usageErrorf("", "%v", &problem.FaultError{Package: path, Diagnostics: fatal})
	}
	for _, fault := range more {
		fmt.Fprintf(s.err, "warning: %s: %s\n", path, fault)
	}
	return ruled{p, rules}, nil
}

// clean removes what was generated.
func (s *streams) clean(packages []ruled) error {
	for _, p := range packages {
		removed, err := generate.New(nil, nil, p.Problem, p.rules).Clean()
		if err != nil {
			return generating(err)
		}
		fmt.Fprintf(s.out, "%s: %d files removed\n", p.ID, len(removed))
	}
	return nil
}

// generateSink makes the report that --format asks for.
func (s *streams) generateSink(c *cli.Context) (generateSink, error) {
	switch format := c.String("format"); format {
	case "text":
		screen := s.screen(c, s.out.File)
		return report.NewGenerateText(s.out, report.TextOptions{
			Color: screen.Color, Live: screen.Live, Width: screen.Width, Verbose: c.Bool("verbose"),
		}), nil
	case "json":
		return report.NewGenerateJSON(s.out), nil
	default:
		return nil, usageErrorf("", "--format %q: want text or json", format)
	}
}

// provide makes those of the cases of a problem that its package does not ship, before they are judged. It shows how far
// that is on standard error, if that is a terminal.
func (s *streams) provide(ctx context.Context, c *cli.Context, w *workshop, p *problem.Problem, selected func(*problem.Case) bool) error {
	var missing []*problem.Case
	for _, tc := range p.Data.AllCases() {
		if len(tc.Unshipped) > 0 && (selected == nil || selected(tc)) {
			missing = append(missing, tc)
		}
	}
	for i := range p.ValidatorCases {
		if tc := &p.ValidatorCases[i].Case; len(tc.Unshipped) > 0 && selected == nil {
			missing = append(missing, tc)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	rules, faults := generators.Read(p)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
	}
	screen := s.screen(c, s.err)
	progress := report.NewGenerateText(s.err, report.TextOptions{Color: screen.Color, Live: screen.Live, Width: screen.Width})
	err := generate.New(w.Judge, w.store, p, rules).Provide(ctx, missing, progress.Event)
	if err := errors.Join(err, progress.Close()); err != nil {
		return generating(fmt.Errorf("generate the data of %q: %w", p.ID, err))
	}
	return nil
}
