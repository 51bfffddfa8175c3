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
			Description: `Counts the problems that were solved, by level and by tag, and of them those that were
solved alone: before any hint or the solution was opened. Then the tries of each problem,
the help and the games, the days, and the accepted solutions that come nearest to their
limits. What lies among the submissions of packages, and solutions that ship with grundy,
are no tries.

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
	steps, err := w.History().Store.Steps(ctx, "")
	if err != nil {
		return err
	}
	levels, tags, err := solvedBy(ctx, w.History(), listed)
	if err != nil {
		return err
	}
	c.table([]string{"level", "solved", "alone", "of"}, counted(levels))
	fmt.Fprintln(c.out)
	c.table([]string{"tag", "solved", "alone", "of"}, counted(tags))
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

// share is how many of some problems are solved, and how many of these without help.
type share struct{ solved, alone, all int }

func (s *share) count(solved, helped bool) {
	s.all++
	if solved {
		s.solved++
	}
	if solved && !helped {
		s.alone++
	}
}

// solvedBy counts the problems of a library by level and by tag.
func solvedBy(ctx context.Context, kept *workspace.History, listed []workspace.Listed) (levels, tags map[string]*share, err error) {
	levels, tags = map[string]*share{}, map[string]*share{}
	for _, l := range listed {
		solved := kept.Progress(l.Problem) == history.Solved
		helped := false
		if solved {
			if helped, err = kept.Helped(ctx, workspace.ProblemKey(l.Problem)); err != nil {
				return nil, nil, err
			}
		}
		add := func(shares map[string]*share, name string) {
			if shares[name] == nil {
				shares[name] = &share{}
			}
			shares[name].count(solved, helped)
		}
		add(levels, fmt.Sprintf("%5d", l.Difficulty()))
		add(levels, "all")
		for _, tag := range l.Tags() {
			add(tags, tag)
		}
	}
	return levels, tags, nil
}

// counted are the rows of shares, sorted by name.
func counted(shares map[string]*share) [][]string {
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(shares)) {
		s := shares[name]
		rows = append(rows, []string{name, fmt.Sprintf("%6d", s.solved), fmt.Sprintf("%5d", s.alone), strconv.Itoa(s.all)})
	}
	return rows
}

// isAccepted tells whether a run was accepted on all tests of its problem.
func isAccepted(run *history.Run) bool {
	return run.Verdict == verdict.AC.String() && run.Cases == event.AllCases && !run.Interrupted
}

// effort is what a person did for a problem.
type effort struct {
	problem        string
	tries, games   int
	accepted       int // the first try that was accepted, 0 while there is none
	last           time.Time
	hints          map[int]bool // by their numbers
	solutionOpened bool
}

// tried sums up what was done for each problem, in the order of their first tries; those without any come last.
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
		if e.accepted == 0 && isAccepted(&run) {
			e.accepted = e.tries
		}
	}
	for _, step := range steps {
		e := at(step.ProblemKey, step.Problem, step.At)
		switch step.Kind {
		case history.Played:
			e.games++
		case history.HintOpened:
			e.hints[step.Number] = true
		case history.SolutionShown:
			e.solutionOpened = true
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

// help names what was opened: "2 hints, the solution".
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
		if isAccepted(&run) {
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
