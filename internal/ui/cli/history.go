package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// historyVerb is an operation on the history other than listing it.
type historyVerb struct {
	do func(context.Context, *call, *history.Store) error
	// flags are the flags that the operation reads.
	flags []string
}

func historyCommand() *command {
	return &command{
		do: doHistory,
		Command: cli.Command{
			Name:      "history",
			Usage:     "list, compare and delete earlier judgements",
			ArgsUsage: "[diff RUN RUN | source RUN | export | import FILE | forget [RUN]...]",
			Description: `Lists the latest judgements of grundy test, each with its number.

   grundy history --problem nim --since 7d
   grundy history diff 17 21             compare verdicts, times and sources of two runs
   grundy history source 17 -o old.cpp   write the source as it was judged
   grundy history export -o runs.ndjson  write runs, sources, opened hints and progress as JSON
   grundy history import runs.ndjson     add what another machine exported; nothing is overwritten
   grundy history forget 17 18           delete runs; or --problem ID, --before 30d, --all

grundy keeps the verdict, the times, the source and the whole output of every judgement;
grundy report NUMBER prints a run again. ◐ marks a problem that you solved after opening one of
its hints or its solution.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "problem", Aliases: []string{"p"}, Usage: "take only the runs of the problem `ID`"},
				&cli.StringFlag{Name: "since", Usage: "take only the runs since `TIME`: a date such as 2026-11-30, or an age such as 7d or 12h"},
				&cli.StringFlag{Name: "last", Aliases: []string{"n"}, DefaultText: strconv.Itoa(listedRuns), Usage: "list the last `N`, 0 for all"},
				&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`; with source, to a directory if there are several files"},
				&cli.StringFlag{Name: "before", Usage: "forget the runs before `TIME`, written as for --since"},
				switchFlag("all", "forget everything, including which problems are solved"),
			},
		},
	}
}

// listedRuns is how many runs are listed by default.
const listedRuns = 20

func historyVerbs() map[string]historyVerb {
	return map[string]historyVerb{
		"":       {listRuns, []string{"problem", "since", "last", "format"}},
		"diff":   {diffRuns, nil},
		"source": {restoreSource, []string{"output"}},
		"export": {exportRuns, []string{"problem", "since", "output"}},
		"import": {importRuns, nil},
		"forget": {forgetRuns, []string{"problem", "before", "all"}},
	}
}

func doHistory(ctx context.Context, c *call) error {
	name := c.Args().First()
	verb, found := historyVerbs()[name]
	if !found {
		return hint.Errorf("grundy history --help shows them", "history: want diff, source, export, import or forget, got %q", name)
	}
	for _, flag := range []string{"problem", "since", "last", "format", "output", "before", "all"} {
		if c.IsSet(flag) && !slices.Contains(verb.flags, flag) {
			return hint.Errorf("leave it out", "--%s has no effect with %s", flag, strings.TrimSpace("history "+name))
		}
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	return verb.do(ctx, c, w.History().Store)
}

// query reads the flags that choose runs.
func (c *call) query() (history.Query, error) {
	q := history.Query{Problem: c.String("problem")}
	var err error
	if c.IsSet("since") {
		q.Since, err = c.moment("since")
	}
	return q, err
}

// moment reads a flag that is a date or a duration before now.
func (c *call) moment(name string) (time.Time, error) {
	text := c.String(name)
	if date, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return date, nil
	}
	if days, found := strings.CutSuffix(text, "d"); found {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 {
			return c.now().AddDate(0, 0, -n), nil
		}
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return c.now().Add(-ago), nil
	}
	return time.Time{}, hint.Errorf("write 2026-11-30, 7d or 12h", "--%s %q: want a date or an age", name, text)
}

// runNumber reads the number of a run.
func runNumber(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, hint.Errorf("grundy history lists the numbers", "%q is not a number of a run", text)
	}
	return id, nil
}

func listRuns(ctx context.Context, c *call, store *history.Store) error {
	q, err := c.query()
	if err != nil {
		return err
	}
	q.Last = listedRuns
	if c.IsSet("last") {
		if q.Last, err = strconv.Atoi(c.String("last")); err != nil || q.Last < 0 {
			return hint.Errorf("0 lists all", "--last %q: want a number, 0 or more", c.String("last"))
		}
	}
	format := c.String("format")
	if format != "text" && format != "json" {
		return formatError(format)
	}
	runs, err := store.Runs(ctx, q)
	if err != nil {
		return err
	}
	if format == "json" {
		return encodeAll(c.out, runs)
	}
	if len(runs) == 0 {
		if q.Problem != "" || c.IsSet("since") {
			c.advise("no stored run matches")
		} else {
			c.advise("no run is stored")
		}
		return nil
	}
	rows := make([][]string, len(runs))
	for i, run := range runs {
		rows[i] = runRow(&run)
	}
	c.table([]string{"run", "when", "problem", "verdict", "tests", "slowest", "file"}, rows)
	return nil
}

// encodeAll writes values as JSON lines, encoded like events.
func encodeAll[T any](w io.Writer, values []T) error {
	for _, value := range values {
		line, err := event.Marshal(value)
		if err == nil {
			_, err = w.Write(append(line, '\n'))
		}
		if err != nil {
			return &workspace.JudgeError{Err: err}
		}
	}
	return nil
}

// runRow returns the columns of a run.
func runRow(run *history.Run) []string {
	tests, slowest := "", ""
	if run.Tests > 0 {
		tests = fmt.Sprintf("%d/%d", run.Passed, run.Tests)
		slowest = report.Milliseconds(run.Slowest)
	}
	word := run.Word()
	if run.ByUser && run.Helped && run.IsAccepted() {
		word += " " + helpedMark
	}
	return []string{strconv.FormatInt(run.ID, 10), run.At.Format("2006-01-02 15:04"), run.Problem, word, tests, slowest, run.What()}
}

// diffRuns shows the differences between two runs: their totals, the tests with other verdicts, and the sources.
func diffRuns(ctx context.Context, c *call, store *history.Store) error {
	if c.NArg() != 3 {
		return hint.Errorf("grundy history diff 17 21", "history diff: name two runs")
	}
	var (
		runs  [2]history.Run
		cases [2][]history.Case
		rows  [][]string
	)
	for i, text := range c.words()[1:] {
		id, err := runNumber(text)
		if err != nil {
			return err
		}
		if runs[i], err = store.Run(ctx, id); err != nil {
			return err
		}
		if cases[i], err = store.CasesOf(ctx, id); err != nil {
			return err
		}
		rows = append(rows, runRow(&runs[i]))
	}
	c.table([]string{"run", "when", "problem", "verdict", "tests", "slowest", "file"}, rows)
	if changed := history.Changed(cases[0], cases[1]); len(changed) > 0 {
		var lines [][]string
		for _, tc := range changed {
			lines = append(lines, []string{
				tc.Before.Test, tc.Before.Verdict, tc.After.Verdict, report.Milliseconds(tc.Before.CPU), report.Milliseconds(tc.After.CPU),
			})
		}
		fmt.Fprintln(c.out)
		c.table([]string{"test", rows[0][0], rows[1][0], "before", "after"}, lines)
	}
	return c.diffSources(ctx, store, runs)
}

// diffSources shows what changed in the sources.
func (c *call) diffSources(ctx context.Context, store *history.Store, runs [2]history.Run) error {
	if runs[0].Source != "" && runs[0].Source == runs[1].Source {
		fmt.Fprintln(c.out, "\nthe same source")
		return nil
	}
	changes, err := store.Changes(ctx, runs[0].ID, runs[1].ID)
	if err != nil {
		return err
	}
	for _, change := range changes {
		fmt.Fprint(c.out, "\n"+terminal.Text(change))
	}
	return nil
}

// restoreSource writes the source of a run.
func restoreSource(ctx context.Context, c *call, store *history.Store) error {
	if c.NArg() != 2 {
		return hint.Errorf("grundy history source 17 -o old.cpp", "history source: name one run")
	}
	id, err := runNumber(c.Args().Get(1))
	if err != nil {
		return err
	}
	files, err := store.Source(ctx, id)
	if err != nil {
		return err
	}
	output := c.String("output")
	switch {
	case output == "" && len(files) == 1:
		_, err := io.WriteString(c.out, files[0].Text)
		return err
	case output == "":
		return hint.Errorf("-o DIR puts them into a directory", "run %d has %d files", id, len(files))
	case len(files) == 1:
		if err := restore(output, files[0]); err != nil {
			return err
		}
	default:
		if err := os.Mkdir(output, 0o755); err != nil {
			return hint.Errorf("name a directory that does not exist yet", "-o: %w", err)
		}
		for _, file := range files {
			if !filepath.IsLocal(filepath.FromSlash(file.Name)) {
				return fmt.Errorf("the source of run %d names the file %q outside its directory; it is not written", id, file.Name)
			}
			path := filepath.Join(output, filepath.FromSlash(file.Name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := restore(path, file); err != nil {
				return err
			}
		}
	}
	c.made(output)
	return nil
}

// restore writes a file that must not exist yet.
func restore(path string, file event.SourceFile) error {
	err := fsutil.Create(path, 0o644, fsutil.Text([]byte(file.Text)))
	if errors.Is(err, os.ErrExist) {
		return hint.Errorf("name a file that does not exist yet", "%s exists already", path)
	}
	return err
}

// exportRuns writes runs, then steps, then the progress with problems, as JSON lines.
func exportRuns(ctx context.Context, c *call, store *history.Store) error {
	q, err := c.query()
	if err != nil {
		return err
	}
	runs, err := store.Runs(ctx, q)
	if err != nil {
		return err
	}
	steps, err := store.Steps(ctx, "")
	if err != nil {
		return err
	}
	attained, err := store.Attained(ctx)
	if err != nil {
		return err
	}
	wanted := func(problem string, at time.Time) bool {
		return (q.Problem == "" || problem == q.Problem) && !at.Before(q.Since)
	}
	write := func(w io.Writer) error {
		for _, run := range runs {
			full := history.Exported{Run: run}
			var err error
			if full.CaseRuns, err = store.CasesOf(ctx, run.ID); err != nil {
				return err
			}
			if run.Source != "" {
				if full.Files, err = store.Source(ctx, run.ID); err != nil {
					return err
				}
			}
			if err := encodeAll(w, []history.Exported{full}); err != nil {
				return err
			}
		}
		for _, step := range steps {
			if !wanted(step.Problem, step.At) {
				continue
			}
			if err := encodeAll(w, []history.Step{step}); err != nil {
				return err
			}
		}
		return encodeAll(w, slices.DeleteFunc(attained, func(a history.Attained) bool { return !wanted(a.Problem, a.At) }))
	}
	output := c.String("output")
	if output == "" {
		return write(c.out)
	}
	if err := fsutil.Replace(output, 0o600, write); err != nil {
		return hint.Errorf("name a file in a directory that you may write to", "-o: %w", err)
	}
	c.made(output)
	return nil
}

// importRuns adds what another history exported.
func importRuns(ctx context.Context, c *call, store *history.Store) error {
	if c.NArg() != 2 {
		return hint.Errorf("grundy history import runs.ndjson", "history import: name one file")
	}
	file, err := os.Open(c.Args().Get(1))
	if err != nil {
		return hint.Errorf("name a file that grundy history export wrote", "history import: %w", err)
	}
	defer file.Close()
	merged, err := store.Merge(ctx, file)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name(), err)
	}
	c.advise("added %s, %s and progress with %s; %s known already", terminal.Count(merged.Runs, "run"), terminal.Count(merged.Steps, "step"),
		terminal.Count(merged.Progress, "problem"), terminal.Count(merged.Known, "line"))
	return nil
}

// forgetRuns removes the runs that the arguments or the only flag name.
func forgetRuns(ctx context.Context, c *call, store *history.Store) error {
	words := c.words()[1:]
	ways := len(words[:min(1, len(words))])
	for _, flag := range []string{"problem", "before", "all"} {
		if c.IsSet(flag) {
			ways++
		}
	}
	switch {
	case ways != 1:
		return hint.Errorf("grundy history forget 17, or --all for everything", "history forget: want exactly one of runs, --problem, --before and --all")
	case len(words) > 0:
		return c.forgetNamed(ctx, store, words)
	}
	runs, err := store.Runs(ctx, history.Query{Problem: c.String("problem")})
	if err != nil {
		return err
	}
	switch {
	case c.Bool("all"):
		err = store.ForgetAll(ctx)
	case c.IsSet("problem"):
		var found bool
		if found, err = store.ForgetProblem(ctx, c.String("problem")); err == nil && !found {
			return hint.Errorf("grundy history --last 0 lists the runs with their problems", "no run of a problem %s is stored", c.String("problem"))
		}
	default:
		var before time.Time
		if before, err = c.moment("before"); err == nil {
			runs = slices.DeleteFunc(runs, func(run history.Run) bool { return !run.At.Before(before) })
			err = store.ForgetBefore(ctx, before)
		}
	}
	return c.forgot(len(runs), err)
}

// forgetNamed removes runs by their numbers.
func (c *call) forgetNamed(ctx context.Context, store *history.Store, words []string) error {
	var ids []int64
	for _, text := range words {
		id, err := runNumber(text)
		if err != nil {
			return err
		}
		if _, err := store.Run(ctx, id); err != nil {
			return err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return c.forgot(len(ids), store.Forget(ctx, ids))
}

// forgot reports how many runs were removed, unless that failed.
func (c *call) forgot(runs int, err error) error {
	if err == nil {
		c.advise("forgot %s", terminal.Count(runs, "run"))
	}
	return err
}
