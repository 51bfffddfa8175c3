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

	"grundy/internal/event"
	"grundy/internal/history"
	"grundy/internal/report"
	"grundy/internal/verdict"
	"grundy/internal/workspace"
)

func statsCommand() *command {
	return &command{
		do: showStats,
		Command: cli.Command{
			Name:  "stats",
			Usage: "sum up what was solved and tried",
			Description: `Counts the problems that were solved, by level and by tag, the tries that it took, the days,
and names the slowest of the accepted solutions. What lies among the submissions of
packages, and solutions that ship with grundy, are no tries.

   grundy stats`,
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
	listed, err := w.Problems().Index()
	if err != nil {
		return &workspace.JudgeError{Err: err}
	}
	runs, err := w.History().Runs(ctx, history.Query{})
	if err != nil {
		return err
	}
	runs = slices.DeleteFunc(runs, func(run history.Run) bool { return !run.Own })
	levels, tags := solvedBy(w.History(), listed)
	c.table([]string{"level", "solved", "of"}, counted(levels))
	fmt.Fprintln(c.out)
	c.table([]string{"tag", "solved", "of"}, counted(tags))
	if len(runs) == 0 {
		return nil
	}
	fmt.Fprintln(c.out)
	c.table([]string{"problem", "tries", "until accepted", "last"}, tried(runs))
	fmt.Fprintln(c.out)
	c.table([]string{"day", "runs", "accepted"}, days(runs))
	if slow := slowestAccepted(runs); len(slow) > 0 {
		fmt.Fprintln(c.out)
		c.table([]string{"problem", "slowest", "of the limit", "file"}, slow)
	}
	return nil
}

// share is how many of some problems are solved.
type share struct{ solved, all int }

func (s *share) count(solved bool) {
	s.all++
	if solved {
		s.solved++
	}
}

// solvedBy counts the problems of a library by level and by tag.
func solvedBy(kept *workspace.History, listed []workspace.Listed) (levels, tags map[string]*share) {
	levels, tags = map[string]*share{}, map[string]*share{}
	add := func(shares map[string]*share, name string, solved bool) {
		if shares[name] == nil {
			shares[name] = &share{}
		}
		shares[name].count(solved)
	}
	for _, l := range listed {
		solved := kept.Progress(l.Problem) == history.Solved
		add(levels, fmt.Sprintf("%5d", l.Difficulty()), solved)
		add(levels, "all", solved)
		for _, tag := range l.Tags() {
			add(tags, tag, solved)
		}
	}
	return levels, tags
}

// counted are the rows of shares, sorted by name.
func counted(shares map[string]*share) [][]string {
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(shares)) {
		rows = append(rows, []string{name, fmt.Sprintf("%6d", shares[name].solved), strconv.Itoa(shares[name].all)})
	}
	return rows
}

// isAccepted tells whether a run was accepted on all tests of its problem.
func isAccepted(run *history.Run) bool {
	return run.Verdict == verdict.AC.String() && run.Cases == event.AllCases && !run.Interrupted
}

// tried counts the tries of each problem, and those up to the first that was accepted, "" while there is none.
func tried(runs []history.Run) [][]string {
	var rows [][]string
	at := map[string]int{}
	tries := map[string]int{}
	for _, run := range runs {
		i, found := at[run.ProblemKey]
		if !found {
			i = len(rows)
			at[run.ProblemKey] = i
			rows = append(rows, []string{run.Problem, "", "", ""})
		}
		tries[run.ProblemKey]++
		rows[i][1] = fmt.Sprintf("%5d", tries[run.ProblemKey])
		rows[i][3] = run.At.Format(time.DateOnly)
		if rows[i][2] == "" && isAccepted(&run) {
			rows[i][2] = fmt.Sprintf("%14d", tries[run.ProblemKey])
		}
	}
	return rows
}

// shownDays is how many of the last days with runs are shown.
const shownDays = 14

// days counts the runs of the last days that have any.
func days(runs []history.Run) [][]string {
	byDay := map[string]*share{}
	for _, run := range runs {
		day := run.At.Format(time.DateOnly)
		if byDay[day] == nil {
			byDay[day] = &share{}
		}
		byDay[day].count(isAccepted(&run))
	}
	var rows [][]string
	for _, day := range slices.Sorted(maps.Keys(byDay)) {
		rows = append(rows, []string{day, fmt.Sprintf("%4d", byDay[day].all), strconv.Itoa(byDay[day].solved)})
	}
	return rows[max(0, len(rows)-shownDays):]
}

// shownSlow is how many of the slowest solutions are shown.
const shownSlow = 5

// slowestAccepted are the accepted solutions that come nearest to their limits, by their last runs.
func slowestAccepted(runs []history.Run) [][]string {
	last := map[string]history.Run{}
	for _, run := range runs {
		if isAccepted(&run) && run.TimeLimit > 0 {
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
