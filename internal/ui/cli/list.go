package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/config"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

func listCommand() *command {
	return &command{
		do: listProblems,
		Command: cli.Command{
			Name:      "list",
			Aliases:   []string{"ls"},
			Usage:     "list the problems",
			ArgsUsage: "[WORD]...",
			Description: `Lists the problems of ./problems, of --problems, or the built-in ones, with their levels from 1
(easy) to 10.

   grundy list
   grundy list --order level
   grundy list --hide-levels
   grundy list interactive nim
   grundy list --tag "dynamic programming" --level 1-4 --status new

Words select the problems that have all of them in their name or tags. ✓ marks a problem that
you solved, ◐ one that you solved after opening a hint or the solution, and · one that you
tried. The order is that of the course if the library has one (course.yaml beside its packages),
with the chapters between, else by name.`,
			Flags: []cli.Flag{
				&cli.StringSliceFlag{Name: "tag", Usage: "list only problems with the tag `TAG`; may be repeated"},
				&cli.StringFlag{Name: "level", Usage: "list only problems of level `N`, or of levels N-M"},
				&cli.StringFlag{Name: "status", Usage: "list only problems that are `STATUS`: new, tried, solved, alone (solved without hints) or helped (solved with hints)"},
				hideLevelsFlag(),
				&cli.StringFlag{Name: "order", Usage: "sort by `ORDER`: course, name or level"},
				libraryFlag(),
			},
		},
	}
}

func listProblems(ctx context.Context, c *call) error {
	wanted, err := listFilterFlags(c)
	if err != nil {
		return err
	}
	hide, err := chosen(c, config.HideLevels, config.Boolean)
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	found, err := w.Problems().Index(ctx)
	if err != nil {
		return &workspace.JudgeError{Err: err}
	}
	if err := sortProblems(w.Problems(), found, c.String("order")); err != nil {
		return err
	}
	if err := wanted.knownTags(found); err != nil {
		return err
	}
	topics := workspace.TopicsOf(found)
	w.Problems().TellCourse(ctx)
	chapters := chapterRows(w.Problems(), c.String("order"))
	chapter := ""
	var rows [][]string
	for _, listed := range found {
		s, err := w.History().Standing(ctx, listed.Problem)
		if err != nil {
			return err
		}
		if wanted.includes(&listed, s) {
			row := listRow(&listed, s, topics)
			if hide && !s.IsSolved() && listed.Faulty == "" {
				row[levelColumn] = ""
			}
			if of := chapters(listed.ID); of != chapter {
				chapter = of
				rows = append(rows, []string{of})
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		c.advise("no problem matches")
		return nil
	}
	c.table(c.roomForAbout([]string{"  problem", "name", "level", "time", "tests", "about"}, rows))
	return nil
}

// helpedMark replaces ✓ for problems solved with help.
const helpedMark = "◐"

// sortProblems sorts problems; "" means the order of the course if there is one.
func sortProblems(library *workspace.Library, found []workspace.Listed, order string) error {
	switch order {
	case "", "course":
		library.SortByCourse(found)
	case "level":
		library.SortByCourse(found)
		slices.SortStableFunc(found, func(a, b workspace.Listed) int { return cmp.Compare(a.Difficulty(), b.Difficulty()) })
	case "name": // already sorted
	default:
		return hint.Errorf("leave it out for the order of the course", "--order %s: want course, name or level", order)
	}
	return nil
}

// chapterRows returns what stands above the first problem of each chapter, by the problem. It is "" for problems
// outside the course, and for all in another order.
func chapterRows(library *workspace.Library, order string) func(id string) string {
	read, _ := library.Course()
	return func(id string) string {
		if read == nil || order != "" && order != "course" {
			return ""
		}
		at := read.ChapterOf(id)
		if at < 0 {
			return outsideCourse
		}
		return fmt.Sprintf("%d  %s   grundy course %s", at+1, read.Chapters[at].Name, read.Chapters[at].ID)
	}
}

// outsideCourse stands above the problems that no chapter has.
const outsideCourse = "outside the course"

// roomForAbout makes the last column fit if it is too narrow to fold: it drops the times and the numbers of tests,
// which show prints, and the words at the end.
func (c *call) roomForAbout(head []string, rows [][]string) ([]string, [][]string) {
	screen := c.screen(c.out.File)
	if !screen.Live || screen.Width-leftOfLast(head, rows) >= foldedColumn+len("  time  tests") {
		return head, rows
	}
	narrow := func(row []string) []string {
		if len(row) < len(head) {
			return row
		}
		return slices.Concat(row[:3], row[5:])
	}
	fewer := make([][]string, len(rows))
	for i, row := range rows {
		fewer[i] = narrow(row)
	}
	room := screen.Width - leftOfLast(narrow(head), fewer)
	for i, row := range rows {
		if len(row) == len(head) {
			last := &fewer[i][len(fewer[i])-1]
			for end := len(*last); terminal.Width(*last) > room && end > 0; {
				if end = strings.LastIndex(*last, ", "); end > 0 {
					*last = (*last)[:end]
				}
			}
		}
	}
	return narrow(head), fewer
}

// leftOfLast is the number of screen columns before a table's last column.
func leftOfLast(head []string, rows [][]string) int {
	left := 0
	for i := range head[:len(head)-1] {
		widest := 0
		for _, row := range append([][]string{head}, rows...) {
			if i < len(row)-1 {
				widest = max(widest, terminal.Width(terminal.Line(row[i])))
			}
		}
		left += widest + 2
	}
	return left
}

// listFilter selects the problems to list.
type listFilter struct {
	words, tags []string         // in lower case
	least, most int              // of the level; 0 for no bound
	status      workspace.Status // "" for any
}

// listFilterFlags reads the arguments and flags of list.
func listFilterFlags(c *call) (*listFilter, error) {
	w := &listFilter{status: workspace.Status(c.String("status"))}
	for _, word := range c.words() {
		w.words = append(w.words, strings.ToLower(word))
	}
	for _, tag := range c.StringSlice("tag") {
		w.tags = append(w.tags, strings.ToLower(tag))
	}
	if !w.status.IsKnown() {
		return nil, hint.Errorf("leave it out to list all", "--status %s: want new, tried, solved, alone or helped", w.status)
	}
	level := c.String("level")
	if level == "" {
		return w, nil
	}
	least, most, isRange := strings.Cut(level, "-")
	if !isRange {
		most = least
	}
	var faults [2]error
	w.least, faults[0] = strconv.Atoi(least)
	w.most, faults[1] = strconv.Atoi(most)
	if errors.Join(faults[:]...) != nil || w.least < 1 || w.most < w.least || w.most > problem.MostDifficult {
		return nil, hint.Errorf("leave it out to list all", "--level %s: want a number from 1 to %d, or two such as 1-4", level, problem.MostDifficult)
	}
	return w, nil
}

// knownTags rejects a tag that no problem has and lists the tags that exist.
func (w *listFilter) knownTags(found []workspace.Listed) error {
	var known []string
	for _, listed := range found {
		for _, word := range listed.About() {
			known = append(known, strings.ToLower(word))
		}
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, tag := range w.tags {
		if slices.Contains(known, tag) {
			continue
		}
		remedy := "no problem has tags"
		if len(known) > 0 {
			remedy = "the tags are: " + strings.Join(known, ", ")
		}
		return hint.Errorf(remedy, "no problem has the tag %q%s", tag, hint.DidYouMean(tag, known))
	}
	return nil
}

func (w *listFilter) includes(l *workspace.Listed, s workspace.Status) bool {
	text := strings.ToLower(strings.Join(append([]string{l.ID, l.Name()}, l.About()...), " "))
	tags := strings.ToLower("\n" + strings.Join(l.About(), "\n") + "\n")
	return !slices.ContainsFunc(w.words, func(word string) bool { return !strings.Contains(text, word) }) &&
		!slices.ContainsFunc(w.tags, func(tag string) bool { return !strings.Contains(tags, "\n"+tag+"\n") }) &&
		(w.most == 0 || w.least <= l.Difficulty() && l.Difficulty() <= w.most) &&
		(w.status == "" || s.Is(w.status))
}

// levelColumn is the index of the level in the row of a problem that can be judged.
const levelColumn = 2

// listRow returns the columns. The rarest topics come first, since the end may be cut.
func listRow(l *workspace.Listed, s workspace.Status, topics workspace.Topics) []string {
	mark := map[workspace.Status]string{workspace.Alone: "✓ ", workspace.Helped: helpedMark + " ", workspace.Tried: "· "}[s]
	if mark == "" {
		mark = "  "
	}
	if l.Faulty != "" {
		return []string{mark + l.ID, "(faulty: grundy verify " + hint.Quote(l.Faulty) + ")"}
	}
	level := ""
	if n := l.Difficulty(); n > 0 {
		level = fmt.Sprintf("%5d", n)
	}
	return []string{mark + l.ID, l.Name(), level, l.Limits.TimeText(), fmt.Sprintf("%5d", l.Cases), strings.Join(topics.About(l), ", ")}
}

// foldedColumn is the width from which the last column of a table is folded rather than cut.
const foldedColumn = 24

// table prints rows under a head, with aligned columns, within the screen's width. A row of one cell is a heading.
func (c *call) table(head []string, rows [][]string) {
	screen := c.screen(c.out.File)
	pen := terminal.Pen{Color: screen.Color}
	widths := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for i, cell := range row[:len(row)-1] {
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
		fmt.Fprintln(c.out, strings.TrimRight(pen.Draw(ink, text.String()+last[0]), " "))
		for _, line := range last[1:] {
			fmt.Fprintln(c.out, strings.Repeat(" ", left)+line)
		}
	}
	print(terminal.Faint, head)
	for _, row := range rows {
		if len(row) == 1 {
			print(terminal.Strong, row)
		} else {
			print(terminal.Plain, row)
		}
	}
}
