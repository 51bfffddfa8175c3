package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/checker"
	"grundy/internal/event"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/report"
	"grundy/internal/terminal"
	"grundy/internal/verdict"
	"grundy/runner"
)

func (s *streams) testCommand() *cli.Command {
	return &cli.Command{
		Name:      "test",
		Aliases:   []string{"t"},
		Usage:     "judge solutions",
		ArgsUsage: "[FILE|DIR]...",
		Description: `Compiles each solution, runs it on the test cases of its problem and says what came
of it. The problem is the one of --problem, or is found: the package that the file
lies in, the problem that its folder is named after, what the browser extension CPH
stored for it, or the tests beside it. A folder named after a problem stands for all
solutions in it, and so does the present one when nothing is named.

   grundy test a.cpp
   grundy test --problem nim a.cpp --time-limit 500ms
   grundy test --problem tests/ --checker-args "float_tolerance 1e-6" a.py
   grundy test --failed a.cpp           only what failed the last time
   grundy test solutions --format junit

Exit code: 0 when everything is accepted, 1 when something is not, 2 for mistakes in
the command or the package, 3 when the judge failed.`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "problem", Aliases: []string{"p"}, Usage: "judge against `ID|DIR|ZIP`"},
			&cli.StringFlag{Name: "pattern", Usage: "take test files named by `PATTERN`, such as %s.%e, of the folder --problem or beside the source"},
			&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Usage: "take the source for `CODE`, as grundy languages lists them"},
			&cli.StringFlag{Name: "time-limit", Aliases: []string{"t"}, Usage: "allow `TIME` of CPU time a test, such as 500ms or 2s"},
			&cli.StringFlag{Name: "memory-limit", Aliases: []string{"m"}, Usage: "allow `SIZE` of memory, such as 256MiB"},
			&cli.StringFlag{Name: "output-limit", Usage: "allow `SIZE` of output"},
			&cli.StringFlag{Name: "checker", Usage: "judge outputs with the program `FILE` instead of the problem's way"},
			&cli.StringFlag{Name: "checker-dialect", Value: string(problem.DialectTestlib), Usage: "call it as `DIALECT`: icpc, testlib, cms, sinol, oj or peg"},
			&cli.StringFlag{Name: "checker-args", Usage: "give the checker `ARGS` instead of the problem's: \"case_sensitive float_tolerance 1e-6\""},
			&cli.StringFlag{Name: "filter", Usage: "run the tests whose name matches `GLOB` or contains it"},
			switchFlag("sample", "run the samples only"),
			switchFlag("failed", "run the tests that failed the last time"),
			&cli.StringFlag{Name: "input", Aliases: []string{"i"}, Usage: "run on `FILE` instead; judged when FILE.ans or FILE.out lies beside it"},
			switchFlag("stop", "stop at the first failure", "x"),
			switchFlag("idleness", "tell waiting for ever (IE) from computing for too long (TLE)"),
			switchFlag("no-rerun", "do not measure again what came near the time limit"),
			formatFlag(),
			switchFlag("verbose", "show every test", "v"),
			libraryFlag(),
		}, judgeFlags()),
		Action: s.test,
	}
}

// sink takes events and prints them in some format.
type sink interface {
	Event(event.Event)
	Close() error
}

func (s *streams) test(c *cli.Context) error {
	options, err := testOptions(c)
	if err != nil {
		return err
	}
	output, err := checkerFlag(c)
	if err != nil {
		return err
	}
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	w, err := s.open(c.Context, c)
	if err != nil {
		return err
	}
	defer w.Close()
	finder := &finder{streams: s, library: lib, table: w.table, named: c.String("problem"), pattern: c.String("pattern"), language: c.String("language")}
	targets, err := finder.find(c.Args().Slice())
	if err != nil {
		return err
	}
	problems := &opener{opened: map[string]*problem.Problem{}, output: output}
	if c.IsSet("input") {
		judged, err := withInput(c.String("input"), targets, problems)
		if err != nil {
			return err
		}
		if !judged {
			return s.executeAll(c, w, targets, problems, options)
		}
	}
	history := s.history()
	entries, err := enter(c, w, targets, problems, history, options)
	if err != nil {
		return err
	}
	if err := s.provideAll(c, w, entries); err != nil {
		return err
	}
	out, err := s.sink(c, targets)
	if err != nil {
		return err
	}
	faults, err := s.judgeAll(c.Context, w, entries, history, c.IsSet("input"), out)
	if closeErr := out.Close(); err == nil && closeErr != nil {
		err = &judgeFailure{fmt.Errorf("write the report: %w", closeErr)}
	}
	for _, fault := range faults {
		s.complain(fault)
	}
	return err
}

// entry is a target that is ready to be judged.
type entry struct {
	target
	job runner.Job
}

// enter opens the problems of all targets, so that what is wrong with one of them is said before anything is judged.
// Targets without a test case that was asked for are left out, unless there are no others.
func enter(c *cli.Context, w *workshop, targets []target, problems *opener, history *history, options runner.Options) ([]entry, error) {
	var entries []entry
	for _, t := range targets {
		p, err := problems.open(t)
		if err != nil {
			return nil, err
		}
		if !p.Type.SubmitAnswer {
			if _, err := w.table.Detect(t.source); err != nil {
				return nil, fmt.Errorf("%s: %w", t.name, err)
			}
		}
		if len(p.Output.Programs) == 0 {
			if _, err := checker.ParseOptions(options.CheckerArgs); err != nil {
				return nil, usageErrorf("", "--checker-args: %v", err)
			}
		}
		e := entry{t, runner.Job{Problem: p, Name: t.name, Source: t.source, Options: options}}
		e.job.Source.Legacy = p.Format.IsLegacy()
		if e.job.Options.Select, err = selection(c, history, t); err != nil {
			return nil, err
		}
		if e.job.Options.Select == nil || slices.ContainsFunc(p.Data.AllCases(), e.job.Options.Select) {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 {
		return nil, usageErrorf("without --filter, --sample and --failed all are run", "%s: no test case is left to run", targets[0].name)
	}
	return entries, nil
}

// provideAll makes the cases that packages do not ship. Where the toolchain for that is missing, the other cases are judged,
// and it is said that some are not.
func (s *streams) provideAll(c *cli.Context, w *workshop, entries []entry) error {
	warned := map[*problem.Problem]bool{}
	for i := range entries {
		job := &entries[i].job
		err := s.provide(c.Context, c, w, job.Problem, job.Options.Select)
		var missing *language.MissingError
		if !errors.As(err, &missing) {
			if err != nil {
				return err
			}
			continue
		}
		asked := job.Options.Select
		here := func(tc *problem.Case) bool { return len(tc.Unshipped) == 0 && (asked == nil || asked(tc)) }
		left := 0
		for _, tc := range job.Problem.Data.AllCases() {
			if here(tc) {
				left++
			}
		}
		if left == 0 {
			return err
		}
		job.Options.Select = here
		if !warned[job.Problem] {
			warned[job.Problem] = true
			s.log.Warn(fmt.Sprintf("%s: only %d test cases are judged, those that the package ships; the others are generated", job.Problem.ID, left),
				"reason", missing, "remedy", missing.Hint)
		}
	}
	return nil
}

// judgeAll judges one after the other. The error is the exit code that they amount to, or what ended the work early; the
// faults are those of single sources. A failing case that is the person's own is kept for grundy add --last.
func (s *streams) judgeAll(ctx context.Context, w *workshop, entries []entry, history *history, own bool, out sink) (faults []error, err error) {
	exit := exitOK
	for i, entry := range entries {
		if i+1 < len(entries) {
			// It is compiled while this one runs.
			entries[i+1].job = w.Prepare(ctx, entries[i+1].job)
		}
		var failed []string
		done, err := w.Judge.Judge(ctx, entry.job, func(e event.Event) {
			if test, ok := e.(event.Test); ok && test.Verdict != verdict.AC {
				failed = append(failed, test.Test)
				if own && test.Verdict != verdict.JE {
					history.keepFailedTest(entry.target, entry.job.Problem, test)
				}
			}
			out.Event(e)
		})
		var (
			source *language.SourceError
			faulty *runner.PackageError
		)
		history.remember(entry.target, failed, done)
		history.advance(entry.job.Problem, done, entry.job.Options.Select == nil && !own)
		switch {
		case done.Interrupted:
			return faults, outcome(exitInterrupted) // the report says so
		case errors.As(err, &source):
			faults = append(faults, fmt.Errorf("%s: %w", entry.name, err))
			exit = max(exit, exitUsage)
		case errors.As(err, &faulty):
			exit = max(exit, exitUsage) // the report says so
		case err != nil && done.Verdict != verdict.JE:
			return faults, judging(err)
		default:
			exit = max(exit, exitOf(done))
		}
	}
	if exit != exitOK {
		return faults, outcome(exit)
	}
	return faults, nil
}

// exitOf is the exit code that one judgement asks for. A missing toolchain is nobody's failure.
func exitOf(done event.Done) int {
	switch {
	case done.Skipped, done.Verdict == verdict.AC:
		return exitOK
	case done.Verdict == verdict.JE:
		return exitJudge
	default:
		return exitFailed
	}
}

// testOptions reads the flags that change how a job is judged.
func testOptions(c *cli.Context) (runner.Options, error) {
	options := runner.Options{StopAtFirst: c.Bool("stop"), Idleness: c.Bool("idleness"), NoRerun: c.Bool("no-rerun")}
	var err error
	if options.TimeLimit, err = timeFlag(c, "time-limit"); err != nil {
		return options, err
	}
	if options.MemoryLimit, err = sizeFlag(c, "memory-limit"); err != nil {
		return options, err
	}
	if options.OutputLimit, err = sizeFlag(c, "output-limit"); err != nil {
		return options, err
	}
	if c.IsSet("checker-args") {
		options.CheckerArgs = append([]string{}, strings.Fields(c.String("checker-args"))...)
	}
	return options, nil
}

// selection says which cases the flags leave, nil for all.
func selection(c *cli.Context, history *history, t target) (func(*problem.Case) bool, error) {
	var demands []func(*problem.Case) bool
	if c.Bool("sample") {
		demands = append(demands, func(tc *problem.Case) bool { return tc.Sample })
	}
	if filter := c.String("filter"); filter != "" {
		if err := problem.ValidGlob(filter); err != nil {
			return nil, usageErrorf("", "--filter %q: %v", filter, err)
		}
		demands = append(demands, func(tc *problem.Case) bool {
			return strings.Contains(tc.Name, filter) || problem.Match(filter, tc.Name) || problem.Match(filter, path.Base(tc.Name))
		})
	}
	if c.Bool("failed") {
		failed, found := history.failed(t)
		if !found {
			return nil, usageErrorf("run it once without --failed", "%s: nothing is known of an earlier test", t.name)
		}
		if len(failed) > 0 {
			demands = append(demands, func(tc *problem.Case) bool { return slices.Contains(failed, tc.Name) })
		}
	}
	if len(demands) == 0 {
		return nil, nil
	}
	return func(tc *problem.Case) bool {
		return !slices.ContainsFunc(demands, func(demand func(*problem.Case) bool) bool { return !demand(tc) })
	}, nil
}

// sink makes the report that --format asks for.
func (s *streams) sink(c *cli.Context, targets []target) (sink, error) {
	switch format := c.String("format"); format {
	case "text":
		screen := s.screen(c, s.out.File)
		names := 0
		for _, t := range targets {
			names = max(names, terminal.Width(t.name))
		}
		base, err := os.Getwd()
		if err != nil {
			base = ""
		}
		return report.NewText(s.out, report.TextOptions{
			Color: screen.Color, Live: screen.Live, Width: screen.Width, Verbose: c.Bool("verbose"), Many: len(targets) > 1, Names: names,
			Again: again(c), Base: base,
		}), nil
	case "json":
		return report.NewJSON(s.out), nil
	case "junit":
		return report.NewJUnit(s.out), nil
	case "tap":
		return report.NewTAP(s.out), nil
	default:
		return nil, unknownFormat(format)
	}
}

// again is the command that repeats the failed tests of a single solution.
func again(c *cli.Context) string {
	if c.NArg() != 1 {
		return ""
	}
	words := []string{"grundy", "test", "--failed"}
	for _, flag := range []string{"problem", "pattern", "checker", "checker-dialect"} {
		if c.IsSet(flag) {
			words = append(words, "--"+flag, quoted(c.String(flag)))
		}
	}
	return strings.Join(append(words, quoted(c.Args().First())), " ")
}

// quoted writes a word as a shell reads it.
func quoted(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+:=,@%", r)
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
