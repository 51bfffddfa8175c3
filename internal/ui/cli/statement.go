package cli

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/author"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/statement"
	"grundy/internal/statement/handout"
	"grundy/internal/store/filewatch"
	"grundy/internal/store/workspace"
)

func statementCommand() *command {
	return &command{
		do:           writeStatement,
		namesProblem: true,
		Command: cli.Command{
			Name:      "statement",
			Usage:     "write the statement, solution or slides of a problem or a contest",
			ArgsUsage: "PROBLEM",
			Description: `Writes the statement with its samples, limits and figures as one self-contained HTML file, or as a
PDF in A4.

   grundy statement nim
   grundy statement nim --pdf -o A.pdf
   grundy statement nim --pdf --with chromium
   grundy statement problems/nim --language de
   grundy statement contest --pdf
   grundy statement . --watch               write it again after every save
   grundy statement --set contest/contest.yaml --pdf
   grundy statement contest --solution --pdf    the explanations of the solutions
   grundy statement contest --slides --pdf      slides of the problems, then of the solutions

LaTeX or Typst prints the PDF if one of them is installed, else Chromium or Chrome. The file
contains all languages of the statement unless you choose one. A directory of packages, such as a
contest, becomes a problem set with a cover.`,
			Flags: []cli.Flag{
				switchFlag("solution", "write the explanation of the solution instead of the statement"),
				switchFlag("slides", "write slides of the problems and their solutions; with --solution, of the solutions only"),
				switchFlag("html", "write HTML (the default)"),
				switchFlag("pdf", "write a PDF"),
				&cli.StringFlag{Name: "with", Usage: "print the PDF with `PRINTER`: latex, typst or chromium (default: the first installed one)"},
				&cli.StringFlag{Name: "language", Usage: "write only the language `CODE`, such as en"},
				&cli.StringFlag{Name: "set", Usage: "write the problems of the contest that `FILE` lists, such as contest.yaml"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write `FILE`, - for standard output (default: PROBLEM.html or PROBLEM.pdf, PROBLEM-solution.html and so on)"},
				switchFlag("force", "replace an existing file"),
				switchFlag("watch", "write it again whenever the statement, a figure or a sample is saved", "w"),
				libraryFlag(),
			},
		},
	}
}

func writeStatement(ctx context.Context, c *call) error {
	if c.Bool("html") && c.Bool("pdf") {
		return hint.Errorf("run the command once for each", "--html and --pdf exclude each other")
	}
	var printers []handout.Printer // none for HTML
	ending := ".html"
	switch {
	case c.Bool("pdf"):
		ending = ".pdf"
		var err error
		if printers, err = handout.Printers(c.environment, c.String("with")); err != nil {
			return err
		}
	case c.IsSet("with"):
		return hint.Errorf("add --pdf", "--with works with --pdf only")
	}
	if c.Bool("watch") && c.String("output") == "-" {
		return hint.Errorf("name a file with -o", "--watch and -o -: standard output cannot be rewritten")
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	set, name, err := c.sheetOf(ctx, w)
	if err != nil {
		return err
	}
	if c.Bool("solution") {
		name += "-solution"
	}
	if c.Bool("slides") {
		name += "-slides"
	}
	file := cmp.Or(c.String("output"), name+ending)
	if err := c.writeSheet(ctx, w, set, printers, file, c.Bool("force")); err != nil || !c.Bool("watch") {
		return err
	}
	return c.rewriteSheet(ctx, w, set, printers, file)
}

// writeSheet writes problems into a file, using the printers if there are any.
func (c *call) writeSheet(ctx context.Context, w *workspace.Workspace, set handout.Set, printers []handout.Printer, file string, replace bool) error {
	options := handout.Options{Language: c.String("language"), Solution: c.Bool("solution"), Slides: c.Bool("slides")}
	for _, p := range set.Problems {
		if err := author.ReportTexts(p.Problem, options.Sources(p.Problem), c.String("language"), w.Texts(), c.warnings.Event); err != nil {
			return err
		}
	}
	data, err := c.sheet(ctx, w, set, printers, options)
	if err != nil {
		return err
	}
	return c.writeFile(file, data, replace)
}

// sheet is a PDF of problems if there are printers, else a page.
func (c *call) sheet(ctx context.Context, w *workspace.Workspace, set handout.Set, printers []handout.Printer, options handout.Options) ([]byte, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return nil, err
	}
	bench := &handout.ToolRunner{
		Variables: c.environment, Scratch: scratch, Note: func(text string) { c.log.Warn(text) },
		Lend: w.Compiler, Drawn: w.Drawings(),
	}
	options.Formulas = w.Formulas()
	options.Draw = func(pdf []byte) ([]byte, error) { return bench.SVG(ctx, pdf) }
	options.DrawTeX = func(drawing statement.Drawing) ([]byte, error) { return bench.Drawing(ctx, drawing) }
	options.Print = func(svg []byte) ([]byte, error) { return bench.PDF(ctx, svg) }
	var data []byte
	var notes []string
	if len(printers) > 0 {
		printed, err := handout.Print(ctx, printers, bench, set, options)
		if err != nil {
			return nil, err
		}
		data, notes = printed.Data, printed.Notes
	} else {
		page, err := handout.Write(set, options)
		if err != nil {
			return nil, err
		}
		data, notes = page.HTML, page.Notes
	}
	for _, note := range notes {
		c.log.Warn(note)
	}
	return data, nil
}

// rewriteSheet writes the file again whenever one of its sources is saved, until the user ends it. Errors, such as
// half a sentence of LaTeX, are reported, and the file stays as it was.
func (c *call) rewriteSheet(ctx context.Context, w *workspace.Workspace, set handout.Set, printers []handout.Printer, file string) error {
	watcher, err := filewatch.Watch(sheetFolders(set)...)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return watcher.Close() // the user ended it
		case saved, open := <-watcher.Saved():
			if !open {
				return hint.Errorf("start again", "%w", watcher.Close())
			}
			if saved == absolute(file) {
				continue
			}
			again, _, err := c.sheetOf(ctx, w)
			if err == nil {
				err = c.writeSheet(ctx, w, again, printers, file, true)
			}
			if err != nil && ctx.Err() == nil {
				c.complain(err)
			}
		}
	}
}

// sheetFolders are the directories of the problems' statements, figures and samples, and of the contest's list.
func sheetFolders(set handout.Set) []string {
	var folders []string
	for _, p := range set.Problems {
		folders = append(folders, p.Problem.Dir)
		if samples := filepath.Join(p.Problem.Dir, "data", "sample"); isFolder(samples) {
			folders = append(folders, samples)
		}
	}
	if set.Contest == nil {
		return folders
	}
	for _, list := range problemset.Lists() {
		path := filepath.Join(absolute(set.Contest.Dir), list)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			folders = append(folders, path)
		}
	}
	return folders
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// writeFile writes a file and prints its path; - is standard output. It replaces an existing file only if replace is
// set.
func (c *call) writeFile(file string, data []byte, replace bool) error {
	if file == "-" {
		_, err := c.out.Write(data)
		return err
	}
	write := fsutil.Create
	if replace {
		write = fsutil.Replace
	}
	if err := write(file, 0o644, fsutil.Text(data)); errors.Is(err, fs.ErrExist) {
		return hint.Errorf("--force replaces it, -o FILE gives it another name", "%s exists already", file)
	} else if err != nil {
		return err
	}
	c.made(file)
	return nil
}

// sheetOf returns the named problems and the default name of their file.
func (c *call) sheetOf(ctx context.Context, w *workspace.Workspace) (handout.Set, string, error) {
	listed := c.String("set")
	switch {
	case listed != "" && c.NArg() > 0:
		return handout.Set{}, "", hint.Errorf("leave out one of them", "statement: --set and %s both name problems", c.Args().First())
	case listed == "" && c.NArg() != 1:
		return handout.Set{}, "", hint.Errorf("grundy list shows the problems", "statement: name one problem, or the directory of a contest")
	}
	at, err := c.sheetPath(w, listed)
	if err != nil {
		return handout.Set{}, "", err
	}
	set, isSet := w.Problems().Set(ctx, at)
	if !isSet {
		if listed != "" {
			return handout.Set{}, "", hint.Errorf("the file must lie beside the directories of its packages", "%s: no packages beside it", listed)
		}
		p, err := w.Problems().Load(ctx, at)
		if err != nil {
			return handout.Set{}, "", err
		}
		return handout.Set{Problems: []handout.Problem{{Problem: p}}}, p.ID, nil
	}
	if fatal := set.Faults.Fatal(false); len(fatal) > 0 {
		return handout.Set{}, "", &problem.FaultError{Package: set.Dir, Set: true, Diagnostics: fatal}
	}
	workspace.Report(ctx, set.Dir, set.Faults)
	made := handout.Set{Contest: set}
	for _, member := range set.Labelled() {
		p, err := w.Problems().Load(ctx, filepath.Join(set.Dir, member.ID))
		if err != nil {
			return handout.Set{}, "", err
		}
		made.Problems = append(made.Problems, handout.Problem{Problem: p, Label: member.Label, Color: cmp.Or(member.RGB, member.Color)})
	}
	return made, filepath.Base(absolute(set.Dir)), nil
}

// sheetPath is the path of the argument, or of the list that --set names.
func (c *call) sheetPath(w *workspace.Workspace, listed string) (string, error) {
	if listed == "" {
		return w.Problems().Resolve(c.Args().First())
	}
	info, err := os.Stat(listed)
	switch {
	case err != nil:
		return "", hint.Errorf("name the file that lists the problems, such as contest/contest.yaml", "--set %s: %w", listed, problem.Reason(err))
	case info.IsDir():
		return listed, nil
	case !problemset.IsList(filepath.Base(listed)):
		return "", hint.Errorf("name the contest's directory, or one of these files in it", "--set %s: want %s", listed, strings.Join(problemset.Lists(), ", "))
	}
	return filepath.Dir(listed), nil
}
