package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

func showCommand() *command {
	return &command{
		do:           showProblem,
		namesProblem: true,
		Command: cli.Command{
			Name:      "show",
			Usage:     "show the statement or the solution of a problem",
			ArgsUsage: "PROBLEM [DIR]",
			Description: `Prints the statement of a problem with its samples.

   grundy show nim
   grundy show problems/nim --samples
   grundy show nim --samples tests
   grundy show nim --figures pictures
   grundy show nim --solution
   grundy show nim --picture --case sample/1 -o heaps.svg
   grundy show wallgamebuild --picture --case sample/1 --submission mine.py

PROBLEM is a problem of grundy list, a directory or an archive. With DIR, --samples and --figures
write the files there; existing files are never overwritten. --picture draws a test case with the
package's own visualizer, in the sandbox; with --submission, it draws the output of a program.`,
			Flags: slices.Concat([]cli.Flag{
				switchFlag("samples", "print only the samples, or write them to DIR"),
				switchFlag("figures", "write the figures to DIR, or print their paths"),
				switchFlag("solution", "explain how to solve the problem"),
				&cli.StringFlag{Name: "lang", Value: "en", Usage: "show the statement in the language `CODE`, such as en, if the package has it"},
				switchFlag("picture", "write a picture of a test case"),
				&cli.StringFlag{Name: "case", DefaultText: "the first one", Usage: "draw the test case `NAME`, such as sample/1"},
				&cli.StringFlag{Name: "submission", Usage: "draw the output of `FILE`, a program or a submission of the package"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the picture to `FILE`, - for standard output (default: PROBLEM-CASE.svg)"},
				switchFlag("force", "replace an existing file"),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func showProblem(ctx context.Context, c *call) error {
	if !c.Bool("picture") {
		for _, flag := range []string{"case", "submission", "output", "force"} {
			if c.IsSet(flag) {
				return hint.Errorf("grundy show PROBLEM --picture --"+flag+" …", "show: --%s works with --picture only", flag)
			}
		}
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	name, dir, err := c.shown(w)
	if err != nil {
		return err
	}
	p, err := w.Problems().Named(ctx, name)
	if err != nil {
		return err
	}
	if c.Bool("picture") {
		return c.showPicture(ctx, w, name, p)
	}
	if c.Bool("samples") && dir != "" {
		files := sampleFiles(p)
		if len(files) == 0 {
			return hint.Errorf("grundy show "+hint.Quote(name)+" shows the statement", "%s has no samples", p.ID)
		}
		return c.hand(dir, files)
	}
	samples, err := practice.Samples(p)
	if err != nil {
		return err
	}
	options := c.textOptions()
	options.Samples, options.Title = samples, fmt.Sprintf("%s   %s", p.Name(), facts(p))
	if c.Bool("samples") {
		fmt.Fprint(c.out, statement.Samples(samples, options))
		return nil
	}
	sources, kind, remedy := p.Statements, "statement", "--samples shows the samples"
	if c.Bool("solution") {
		sources, kind, remedy = p.Editorials, "solution", "the package may have an empty solution/"
		options.Samples, options.Title, options.SolutionOnly = nil, p.Name()+"   (solution)", true
	}
	text, err := practice.ReadText(w, p, sources, c.String("lang"))
	switch {
	case err != nil:
		return err
	case text == nil:
		return hint.Errorf(remedy, "%s has no %s that a terminal can show", p.ID, kind)
	}
	figures, err := figureFiles(text.Statement)
	if err != nil {
		return fmt.Errorf("look for figures: %w", err)
	}
	if c.Bool("figures") {
		if len(figures) == 0 {
			return hint.Errorf("grundy show "+hint.Quote(name)+" shows the statement", "%s has no figures", p.ID)
		}
		return c.hand(dir, figures)
	}
	shown, err := text.Terminal(options)
	if err != nil {
		return err
	}
	fmt.Fprint(c.out, shown)
	if c.Bool("solution") {
		w.History().Step(ctx, p, history.SolutionShown, 0)
	}
	if len(figures) > 0 {
		solution := ""
		if c.Bool("solution") {
			solution = "--solution "
		}
		c.advise("figures: grundy show %s --figures %sDIR writes them", hint.Quote(name), solution)
	}
	return nil
}

// textOptions are the options of texts for standard output.
func (c *call) textOptions() statement.Options {
	screen := c.screen(c.out.File)
	options := statement.Options{Width: min(screen.Width, 100), Color: screen.Color}
	if terminal.Is(c.out.File) {
		options.DataWidth = screen.Width
	}
	return options
}

// shown returns the named problem and the directory for its files, in either order: the flag that the directory
// belongs to may stand before both.
func (c *call) shown(w *workspace.Workspace) (name, dir string, err error) {
	name, dir = c.Args().First(), c.Args().Get(1)
	toFolder := c.Bool("samples") || c.Bool("figures")
	if c.NArg() == 0 || c.NArg() > 2 || dir != "" && !toFolder {
		return "", "", hint.Errorf("grundy list shows the problems", "show: name one problem")
	}
	if dir != "" && !w.Problems().Has(name) && w.Problems().Has(dir) {
		name, dir = dir, name
	}
	// A solution, nim.cpp or solutions/nim, stands for its problem.
	base, ending := filepath.Base(name), filepath.Ext(name)
	if id := strings.TrimSuffix(base, ending); w.Problems().Has(id) && !icpc.Is(name) && ending != ".zip" && ending != ".kpp" {
		name = id
	}
	return name, dir, nil
}

// facts are the kind and the limits, shown beside the title.
func facts(p *problem.Problem) string {
	parts := append(p.Type.Names(), p.Limits.TimeText(), p.Limits.Memory.String(), fmt.Sprintf("%d tests", len(p.Data.AllCases())))
	return "(" + strings.Join(parts, ", ") + ")"
}
