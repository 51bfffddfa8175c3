package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/games/laboratory"
	"grundy/internal/games/programs"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

func labCommand() *command {
	return &command{
		do:           showLaboratory,
		namesProblem: true,
		Command: cli.Command{
			Name:      "lab",
			Usage:     "show the small positions of a problem in a grid",
			ArgsUsage: "PROBLEM [SOLUTION]",
			Description: `Lets the package's own solution answer all small positions of a problem, and shows the
answers in a grid: who wins, or the number that is the answer, and how rows repeat.

   grundy lab nim
   grundy lab nim --hold c=2 --claim "a xor b == c"
   grundy lab bash a.cpp
   grundy lab takeset --claim "won when n mod 7 in {1, 3, 4, 5, 6}"

≠ marks where SOLUTION answers differently, ✗ where a conjecture (--claim) is wrong. A
conjecture computes the answer, or says when it is the first one of the legend;
docs/laboratory.md describes the expressions. The page Laboratory of grundy serve shows the
same.

Exit code: 0 when the conjecture and the solution are right, 1 when one is wrong somewhere or
the solution does not compile, 2 for mistakes in the command or the package, 3 when the judge
failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "claim", Aliases: []string{"c"}, Usage: "mark where the conjecture `EXPRESSION` is wrong"},
				&cli.StringFlag{Name: "hold", Usage: "fix the parameters that are neither column nor row: `NAME=VALUE,…`"},
				languageFlag("solution"),
				onFlag(),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

// drawnGrid is a grid to fill and print.
type drawnGrid struct {
	*call
	pen     terminal.Pen
	problem *problem.Problem
	grid    *laboratory.Grid
	cells   []laboratory.Cell
	// model, mine and claimed hold, by the index of a cell, the correct answers, the solution's, and the
	// conjecture's.
	model, mine map[int]programs.Explored
	claimed     map[int]laboratory.Prediction
	solution    string // its name, "" for none
}

func showLaboratory(ctx context.Context, c *call) error {
	const remedy = "grundy lab nim, or grundy lab nim a.cpp"
	if c.NArg() < 1 || c.NArg() > 2 {
		return hint.Errorf(remedy, "lab: want a problem and at most one solution")
	}
	held, err := heldBy(c.String("hold"))
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	p, err := w.Problems().Named(ctx, c.Args().First())
	if err != nil {
		return err
	}
	lab, err := laboratory.Read(p)
	if err != nil {
		return err
	}
	s := drawnGrid{call: c, pen: terminal.Pen{Color: c.screen(c.out.File).Color}, problem: p}
	if s.grid, err = lab.Grid(held); err != nil {
		return fmt.Errorf("--hold: %w", err)
	}
	if s.cells, err = s.grid.Cells(); err != nil {
		return err
	}
	if err := s.conjecture(c.String("claim")); err != nil {
		return fmt.Errorf("--claim: %w", err)
	}
	program, err := s.program(w)
	if err != nil {
		return err
	}
	model, err := programs.ModelOf(p)
	if err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	if s.model, err = s.explore(ctx, client, model); err != nil {
		return judging(err)
	}
	if s.solution != "" {
		s.mine, err = s.explore(ctx, client, program)
		var refused *job.CompileError
		if errors.As(err, &refused) {
			return c.rejected(s.solution, refused.Compile.Failed, refused.Compile.Log, refused.Compile.Help)
		}
		if err != nil {
			return judging(err)
		}
	}
	s.print()
	return s.conclude()
}

// heldBy reads a list such as "c=2,play=misere".
func heldBy(text string) (map[string]string, error) {
	held := map[string]string{}
	if text == "" {
		return held, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, found := strings.Cut(strings.TrimSpace(part), "=")
		if !found {
			return nil, hint.Errorf("such as --hold c=2", "--hold %q: want NAME=VALUE", part)
		}
		held[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return held, nil
}

// conjecture evaluates a claim for each cell.
func (s *drawnGrid) conjecture(text string) error {
	if text == "" {
		return nil
	}
	claim, err := s.grid.Claim(text)
	if err != nil {
		return err
	}
	s.claimed = map[int]laboratory.Prediction{}
	for _, cell := range s.cells {
		if s.claimed[cell.Index], err = claim.Predict(cell); err != nil {
			return fmt.Errorf("for %s, %w", s.grid.Place(cell), err)
		}
	}
	return nil
}

// program finds the named solution, if there is one.
func (s *drawnGrid) program(w *workspace.Workspace) (job.Judgement, error) {
	if s.NArg() < 2 {
		return job.Judgement{}, nil
	}
	solutions, err := w.Solutions(workspace.Search{Problem: s.Args().First(), Language: s.String("language")}, s.words()[1:])
	if err != nil {
		return job.Judgement{}, err
	}
	one := solutions[0]
	if len(solutions) > 1 {
		return job.Judgement{}, hint.Errorf("name one solution", "lab: %s contains %d solutions", s.Args().Get(1), len(solutions))
	}
	s.solution = one.Name
	one.Source.Legacy = s.problem.Format.IsLegacy()
	return job.Judgement{Name: one.Name, Source: one.Source}, nil
}

// explore runs a program on the cells of the grid.
func (s *drawnGrid) explore(ctx context.Context, client job.Client, program job.Judgement) (map[int]programs.Explored, error) {
	all := map[int]programs.Explored{}
	err := programs.Explore(ctx, client, s.problem, s.grid, program, func(some []programs.Explored) {
		for _, e := range some {
			all[e.Index] = e
		}
	}, s.tellPreparing)
	return all, err
}

// differs reports whether the solution's answer in a cell differs or is missing.
func (s *drawnGrid) differs(cell laboratory.Cell) bool {
	mine, known := s.mine[cell.Index]
	return known && (mine.Fault != "" || mine.Answer != s.model[cell.Index].Answer)
}

// refuted reports whether the conjecture is wrong in a cell.
func (s *drawnGrid) refuted(cell laboratory.Cell) bool {
	predicted, known := s.claimed[cell.Index]
	return known && !predicted.Holds(s.model[cell.Index].Answer)
}

// print prints the grid.
func (s *drawnGrid) print() {
	about := []string{s.pen.Draw(terminal.Strong, terminal.Line(s.problem.Name()))}
	for i, axis := range s.grid.Axes {
		text := axis.Name + [...]string{" → ", " ↓ ", " = "}[min(i, 2)]
		if value, held := s.grid.Held[axis.Name]; held {
			text += value.String() + " "
		}
		about = append(about, terminal.Line(text+axis.About))
	}
	fmt.Fprintln(s.out, strings.Join(about, "   "))

	rows := make([][]string, len(s.grid.Rows))
	inks := make([][]terminal.Ink, len(rows))
	margin, width := 0, 0
	for _, value := range s.grid.Columns {
		width = max(width, len(value.String()))
	}
	for i, value := range s.grid.Rows {
		margin = max(margin, terminal.Width(terminal.Line(value.String())))
		rows[i] = make([]string, len(s.grid.Columns))
		inks[i] = make([]terminal.Ink, len(s.grid.Columns))
	}
	answers := map[int]string{}
	for _, cell := range s.cells {
		row, column := cell.Index/len(s.grid.Columns), cell.Index%len(s.grid.Columns)
		answers[cell.Index] = s.model[cell.Index].Answer
		sign := terminal.Line(s.grid.Sign(answers[cell.Index]))
		if s.differs(cell) {
			sign, inks[row][column] = sign+"≠", terminal.Bad
		}
		if s.refuted(cell) {
			sign, inks[row][column] = sign+"✗", terminal.Bad
		}
		rows[row][column] = sign
		width = max(width, terminal.Width(sign))
	}
	head := strings.Repeat(" ", margin)
	for _, value := range s.grid.Columns {
		head += "  " + terminal.PadLeft(value.String(), width)
	}
	fmt.Fprintln(s.out, s.pen.Draw(terminal.Faint, strings.TrimRight(head, " ")))
	periods := s.grid.Periods(answers)
	for i, row := range rows {
		line := s.pen.Draw(terminal.Faint, terminal.PadLeft(terminal.Line(s.grid.Rows[i].String()), margin))
		for j, sign := range row {
			line += "  " + s.pen.Draw(inks[i][j], terminal.PadLeft(sign, width))
		}
		if periods[i] != "" {
			line += "   " + s.pen.Draw(terminal.Faint, periods[i])
		}
		fmt.Fprintln(s.out, strings.TrimRight(line, " "))
	}
	var legend []string
	for _, class := range s.grid.Classes {
		legend = append(legend, terminal.Line(s.grid.Sign(class.Answer)+" "+class.Name))
	}
	if len(legend) > 0 {
		fmt.Fprintln(s.out, s.pen.Draw(terminal.Faint, strings.Join(legend, "   ")))
	}
}

// conclude reports how far the conjecture and the solution are right.
func (s *drawnGrid) conclude() error {
	wrong := false
	tell := func(who string, is func(laboratory.Cell) bool, says func(laboratory.Cell) string) {
		found := slices.DeleteFunc(slices.Clone(s.cells), func(cell laboratory.Cell) bool { return !is(cell) })
		if len(found) == 0 {
			fmt.Fprintf(s.out, "%s %s is right for all %d\n", s.pen.Draw(terminal.Good, "✓"), who, len(s.cells))
			return
		}
		wrong = true
		first := slices.MinFunc(found, func(a, b laboratory.Cell) int { return s.grid.Distance(a) - s.grid.Distance(b) })
		fmt.Fprintf(s.out, "%s %s is wrong for %d of %d, first: %s: %s, it says %s\n", s.pen.Draw(terminal.Bad, "✗"), who, len(found), len(s.cells),
			terminal.Line(s.grid.Place(first)), terminal.Line(s.grid.Called(s.model[first.Index].Answer)), terminal.Line(says(first)))
	}
	if s.claimed != nil {
		tell("the conjecture", s.refuted, func(cell laboratory.Cell) string {
			predicted := s.claimed[cell.Index]
			if predicted.Not {
				return "not " + s.grid.Called(predicted.Answer)
			}
			return s.grid.Called(predicted.Answer)
		})
	}
	if s.solution != "" {
		tell(s.solution, s.differs, func(cell laboratory.Cell) string {
			mine := s.mine[cell.Index]
			if mine.Answer == "" || mine.Fault != "" {
				return mine.Fault
			}
			return s.grid.Called(mine.Answer)
		})
	}
	if wrong {
		return exitVerdict(exitFailed)
	}
	return nil
}
