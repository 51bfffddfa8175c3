package cli

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/statements"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/ui/report"
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
   grundy statement nim --pdf --printer chromium
   grundy statement problems/nim --lang de
   grundy statement contest --pdf
   grundy statement . --watch               write it again after every save
   grundy statement --contest contest/contest.yaml --pdf
   grundy statement contest --solution --pdf    the explanations of the solutions
   grundy statement contest --slides --pdf      slides of the problems, then of the solutions

LaTeX or Typst prints the PDF if one of them is installed, else Chromium or Chrome. The file
contains all languages of the statement unless you choose one. A directory of packages, such as a
contest, becomes a problem set with a cover.`,
			Flags: slices.Concat([]cli.Flag{
				switchFlag("solution", "write the explanation of the solution instead of the statement"),
				switchFlag("slides", "write slides of the problems and their solutions; with --solution, of the solutions only"),
				switchFlag("html", "write HTML (the default)"),
				switchFlag("pdf", "write a PDF"),
				&cli.StringFlag{Name: "printer", Usage: "print the PDF with `PRINTER`: latex, typst or chromium (default: the first installed one)"},
				&cli.StringFlag{Name: "lang", Usage: "write only the language `CODE`, such as en"},
				&cli.StringFlag{Name: "contest", Usage: "write the problems of the contest that `FILE` lists, such as contest.yaml"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write `FILE`, - for standard output (default: PROBLEM.html or PROBLEM.pdf, PROBLEM-solution.html and so on)"},
				switchFlag("force", "replace an existing file"),
				switchFlag("watch", "write it again whenever the statement, a figure or a sample is saved", "w"),
				libraryFlag(),
			}, streamFlags("statement")),
		},
	}
}

func writeStatement(ctx context.Context, c *call) error {
	options := statements.Options{
		List: c.String("contest"), Language: c.String("lang"), Solution: c.Bool("solution"), Slides: c.Bool("slides"),
		PDF: c.Bool("pdf"), Printer: c.String("printer"), File: c.String("output"), Output: c.out, Force: c.Bool("force"),
	}
	switch format := c.String("format"); {
	case c.Bool("html") && options.PDF:
		return hint.Errorf("run the command once for each", "--html and --pdf exclude each other")
	case options.File == event.StandardOutput && format != report.TextFormat:
		return hint.Errorf("name a file with -o", "--format %s and -o - both write to standard output", format)
	case options.List != "" && c.NArg() > 0:
		return hint.Errorf("leave out one of them", "statement: --contest and %s both name problems", c.Args().First())
	case options.List == "" && c.NArg() != 1:
		return hint.Errorf("grundy list shows the problems", "statement: name one problem, or the directory of a contest")
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	if options.List == "" {
		if options.Path, err = w.Problems().Resolve(c.Args().First()); err != nil {
			return err
		}
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		if c.Bool("watch") {
			return statements.Rewrite(ctx, w, options, out.Event, c.complain)
		}
		_, err := statements.Write(ctx, w, options, out.Event)
		return err
	})
}
