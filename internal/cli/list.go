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
	s.table(c, []string{"problem", "name", "type", "time", "memory", "tests", "keywords"}, rows)
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
		p.ID, p.Name(), typeNames(p.Type), limit, p.Limits.Memory.String(), fmt.Sprint(len(p.Data.AllCases())),
		strings.Join(p.Keywords, ", "),
	}
}

func typeNames(t problem.Type) string {
	var names []string
	for _, kind := range []struct {
		is   bool
		name string
	}{{t.Scoring, "scoring"}, {t.Interactive, "interactive"}, {t.MultiPass, "multi-pass"}, {t.SubmitAnswer, "submit-answer"}} {
		if kind.is {
			names = append(names, kind.name)
		}
	}
	if len(names) == 0 {
		return "pass-fail"
	}
	return strings.Join(names, ", ")
}

// table prints rows under a head, columns aligned and lines cut at the screen's width.
func (s *streams) table(c *cli.Context, head []string, rows [][]string) {
	screen := s.screen(c, s.out)
	pen := terminal.Pen{Color: screen.Color}
	widths := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], terminal.Width(terminal.Line(cell)))
		}
	}
	line := func(row []string) string {
		var text strings.Builder
		for i, cell := range row {
			if i == len(row)-1 {
				text.WriteString(terminal.Line(cell))
			} else {
				text.WriteString(terminal.Pad(terminal.Line(cell), widths[i]+2))
			}
		}
		if screen.Live {
			return terminal.Clip(text.String(), screen.Width)
		}
		return text.String()
	}
	fmt.Fprintln(s.out, pen.Draw(terminal.Faint, line(head)))
	for _, row := range rows {
		fmt.Fprintln(s.out, line(row))
	}
}
