package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"grundy/internal/problem"
	"grundy/internal/terminal"
)

func (s *streams) listCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Aliases:   []string{"ls"},
		Usage:     "list the problems",
		ArgsUsage: "[WORD]...",
		Description: `Lists the problems of ./problems, of --problems, or those that are built in. Words
narrow the list to problems that have them all in their name or keywords.

   grundy list
   grundy list interactive nim`,
		Flags:  []cli.Flag{libraryFlag()},
		Action: s.list,
	}
}

func (s *streams) list(c *cli.Context) error {
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	ids, err := lib.ids()
	if err != nil {
		return err
	}
	rows := make([][]string, len(ids))
	errs := make([]error, len(ids))
	var wait sync.WaitGroup
	for i, id := range ids {
		wait.Go(func() { rows[i], errs[i] = lib.row(id, c.Args().Slice()) })
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return &judgeFailure{err}
	}
	rows = slices.DeleteFunc(rows, func(row []string) bool { return row == nil })
	if len(rows) == 0 {
		fmt.Fprintln(s.err, "no problem matches")
		return nil
	}
	s.table(c, []string{"problem", "name", "time", "memory", "tests", "about"}, rows)
	return nil
}

// row describes a problem, nil when it has not all the words.
func (l *library) row(id string, words []string) ([]string, error) {
	path, err := l.path(id)
	if err != nil {
		return nil, err
	}
	p, faults, err := problem.Open(path, loaders, l.cache)
	row := []string{id}
	if err == nil {
		row = describe(p)
	}
	text := strings.ToLower(strings.Join(row, " "))
	for _, word := range words {
		if !strings.Contains(text, strings.ToLower(word)) {
			return nil, nil
		}
	}
	if err != nil {
		row = append(row, "(faulty: grundy verify "+quoted(path)+")")
	} else if len(faults.Fatal(true)) > 0 {
		row[1] += " (faulty)"
	}
	return row, nil
}

// describe gives the columns of a problem.
func describe(p *problem.Problem) []string {
	limit := "inferred"
	if p.Limits.Time > 0 {
		limit = fmt.Sprintf("%g s", p.Limits.Time.Seconds())
	}
	return []string{
		p.ID, p.Name(), limit, p.Limits.Memory.String(), fmt.Sprint(len(p.Data.AllCases())),
		strings.Join(about(p), ", "),
	}
}

// about gives what is not usual about a problem, and its keywords.
func about(p *problem.Problem) []string {
	words := typeNames(p.Type)
	for _, word := range p.Keywords {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// typeNames says what is not usual about a problem.
func typeNames(t problem.Type) []string {
	var names []string
	for _, kind := range []struct {
		is   bool
		name string
	}{{t.Scoring, "scoring"}, {t.Interactive, "interactive"}, {t.MultiPass, "multi-pass"}, {t.SubmitAnswer, "submit-answer"}} {
		if kind.is {
			names = append(names, kind.name)
		}
	}
	return names
}

// foldedColumn is the width from which on the last column of a table is folded and not cut.
const foldedColumn = 24

// table prints rows under a head, columns aligned and lines within the screen's width.
func (s *streams) table(c *cli.Context, head []string, rows [][]string) {
	screen := s.screen(c, s.out.File)
	pen := terminal.Pen{Color: screen.Color}
	widths := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], terminal.Width(terminal.Line(cell)))
		}
	}
	left := 0
	for _, width := range widths[:len(widths)-1] {
		left += width + 2
	}
	print := func(ink terminal.Ink, row []string) {
		var text strings.Builder
		for i, cell := range row[:len(row)-1] {
			text.WriteString(terminal.Pad(terminal.Line(cell), widths[i]+2))
		}
		last := []string{terminal.Line(row[len(row)-1])}
		switch {
		case !screen.Live:
		case len(row) == len(head) && screen.Width-left >= foldedColumn:
			last = terminal.Wrap(last[0], screen.Width-left)
		default:
			last[0] = terminal.Clip(last[0], screen.Width-terminal.Width(text.String()))
		}
		fmt.Fprintln(s.out, strings.TrimRight(pen.Draw(ink, text.String()+last[0]), " "))
		for _, line := range last[1:] {
			fmt.Fprintln(s.out, strings.Repeat(" ", left)+line)
		}
	}
	print(terminal.Faint, head)
	for _, row := range rows {
		print(terminal.Plain, row)
	}
}
