package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/report"
)

func statsCommand() *command {
	return &command{
		do: showStats,
		Command: cli.Command{
			Name:  "stats",
			Usage: "summarize what you have solved and tried",
			Description: `Counts the problems that you solved, by level and by tag, and how many of them you solved alone:
before you opened a hint or the solution.

   grundy stats

Below, it lists the tries of each problem, the help and the games, the days, and the accepted
solutions that come nearest to their limits. Submissions of packages, and solutions that ship with
grundy, do not count as tries.`,
			Flags: []cli.Flag{libraryFlag()},
		},
	}
}

func showStats(ctx context.Context, c *call) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	listed, err := w.Problems().Index(ctx)
	if err != nil {
		return &workspace.JudgeError{Err: err}
	}
	runs, err := w.History().Runs(ctx, history.Query{})
	if err != nil {
		return err
	}
	runs = slices.DeleteFunc(runs, func(run history.Run) bool { return !run.ByUser })
	steps, err := w.History().Store.Steps(ctx, "")
	if err != nil {
		return err
	}
	solved, err := w.History().Solved(ctx, listed)
	if err != nil {
		return err
	}
	levels := counted(solved.Levels, func(level int) string { return fmt.Sprintf("%5d", level) })
	c.table([]string{"level", "solved", "alone", "of"}, append(levels, shareRow("all", solved.Problems)))
	fmt.Fprintln(c.out)
	c.table([]string{"tag", "solved", "alone", "of"}, counted(solved.Tags, func(tag string) string { return tag }))
	if rows := tried(runs, steps); len(rows) > 0 {
		fmt.Fprintln(c.out)
		c.table([]string{"problem", "tries", "until accepted", "games", "last", "help"}, rows)
	}
	if len(runs) == 0 {
		return nil
	}
	fmt.Fprintln(c.out)
	c.table([]string{"day", "runs", "accepted"}, days(runs))
	if slow := slowestAccepted(runs); len(slow) > 0 {
		fmt.Fprintln(c.out)
		c.table([]string{"problem", "slowest", "of the limit", "file"}, slow)
	}
	return nil
}

// counted are the rows of shares, sorted by their keys.
func counted[K cmp.Ordered](shares map[K]workspace.Share, name func(K) string) [][]string {
	var rows [][]string
	for _, key := range slices.Sorted(maps.Keys(shares)) {
		rows = append(rows, shareRow(name(key), shares[key]))
	}
	return rows
}

func shareRow(name string, share workspace.Share) []string {
	return []string{name, fmt.Sprintf("%6d", share.Solved), fmt.Sprintf("%5d", share.Alone), strconv.Itoa(share.All)}
}

// effort sums up a user's work on a problem.
type effort struct {
	problem        string
	tries, games   int
	accepted       int // the first accepted attempt, 0 if there is none
	last           time.Time
	hints          map[int]bool // by number
	solutionOpened bool
	theoryShown    bool
}

// tried sums up the work on each problem, in the order of the first attempts; problems without any come last.
func tried(runs []history.Run, steps []history.Step) [][]string {
	var efforts []*effort
	byKey := map[string]*effort{}
	at := func(key, problem string, when time.Time) *effort {
		e := byKey[key]
		if e == nil {
			e = &effort{problem: problem, hints: map[int]bool{}}
			byKey[key] = e
			efforts = append(efforts, e)
		}
		if when.After(e.last) {
			e.last = when
		}
		return e
	}
	for _, run := range runs {
		e := at(run.ProblemKey, run.Problem, run.At)
		e.tries++
		if e.accepted == 0 && run.IsAccepted() {
			e.accepted = e.tries
		}
	}
	for _, step := range steps {
		if step.Kind == history.ExerciseDone {
			continue
		}
		e := at(step.ProblemKey, step.Problem, step.At)
		switch step.Kind {
		case history.Played:
			e.games++
		case history.HintOpened:
			e.hints[step.Number] = true
		case history.SolutionShown:
			e.solutionOpened = true
		case history.TheoryShown:
			e.theoryShown = true
		}
	}
	var rows [][]string
	for _, e := range efforts {
		accepted := ""
		if e.accepted > 0 {
			accepted = fmt.Sprintf("%14d", e.accepted)
		}
		rows = append(rows, []string{
			e.problem, fmt.Sprintf("%5d", e.tries), accepted, fmt.Sprintf("%5d", e.games), e.last.Format(time.DateOnly), e.help(),
		})
	}
	return rows
}

// help names the opened help: "2 hints, the solution".
func (e *effort) help() string {
	var parts []string
	switch n := len(e.hints); n {
	case 0:
	case 1:
		parts = append(parts, "1 hint")
	default:
		parts = append(parts, fmt.Sprintf("%d hints", n))
	}
	if e.solutionOpened {
		parts = append(parts, "the solution")
	}
	if e.theoryShown {
		parts = append(parts, "the theory")
	}
	return strings.Join(parts, ", ")
}

// shownDays is how many of the last days with runs are shown.
const shownDays = 14

// days counts the runs of the last days that have any.
func days(runs []history.Run) [][]string {
	type count struct{ runs, accepted int }
	byDay := map[string]*count{}
	for _, run := range runs {
		day := run.At.Format(time.DateOnly)
		if byDay[day] == nil {
			byDay[day] = &count{}
		}
		byDay[day].runs++
		if run.IsAccepted() {
			byDay[day].accepted++
		}
	}
	var rows [][]string
	for _, day := range slices.Sorted(maps.Keys(byDay)) {
		rows = append(rows, []string{day, fmt.Sprintf("%4d", byDay[day].runs), strconv.Itoa(byDay[day].accepted)})
	}
	return rows[max(0, len(rows)-shownDays):]
}

// shownSlow is how many of the slowest solutions are shown.
const shownSlow = 5

// slowestAccepted are the accepted solutions closest to their limits, by their last runs.
func slowestAccepted(runs []history.Run) [][]string {
	last := map[string]history.Run{}
	for _, run := range runs {
		if run.IsAccepted() && run.TimeLimit > 0 {
			last[run.Path] = run
		}
	}
	use := func(run history.Run) float64 { return run.Slowest.Seconds() / run.TimeLimit.Seconds() }
	slow := slices.SortedFunc(maps.Values(last), func(a, b history.Run) int {
		return cmp.Or(cmp.Compare(use(b), use(a)), strings.Compare(a.Path, b.Path))
	})
	var rows [][]string
	for _, run := range slow[:min(shownSlow, len(slow))] {
		rows = append(rows, []string{run.Problem, report.Milliseconds(run.Slowest), fmt.Sprintf("%10.0f %%", 100*use(run)), run.Submission})
	}
	return rows
}
