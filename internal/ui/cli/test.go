package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/checker"
	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/store/workspace"
)

func testCommand() *command {
	return &command{
		do: testSolutions,
		Command: cli.Command{
			Name:      "test",
			Aliases:   []string{"t"},
			Usage:     "judge solutions",
			ArgsUsage: "[FILE|DIR]...",
			Description: `Compiles each solution, runs it on the test cases of its problem and reports the verdicts.

   grundy test a.cpp
   grundy test --problem nim a.cpp --time-limit 500ms
   grundy test --problem tests/ --checker-args "float_tolerance 1e-6" a.py
   grundy test --failed a.cpp           only the tests that failed in the last run
   grundy test solutions --format junit
   grundy test a.cpp --format gcc       errors in a format that editors read
   grundy test --on hub.json a.cpp      a worker of a hub judges

--problem names the problem. Without it, grundy takes the package that contains the file, the
problem after which the directory is named, the problem that the browser extension CPH stored
for it, or the tests beside it. A directory named after a problem stands for all solutions in
it. Without arguments, that is the current directory.

Exit code: 0 when every solution is accepted, 1 when one is not, 2 for mistakes in the command or
the package, 3 when the judge failed.`,
			Flags: slices.Concat(solutionFlags(), []cli.Flag{
				&cli.StringFlag{Name: "output-limit", Usage: "allow `SIZE` of output"},
				&cli.StringFlag{Name: "checker", Usage: "judge outputs with the checker `FILE` instead of the problem's own"},
				&cli.StringFlag{Name: "checker-dialect", Value: string(checker.Testlib), Usage: "call the checker by the conventions of `DIALECT`: icpc, testlib, cms, sinol, oj or peg"},
				&cli.StringFlag{Name: "checker-args", Usage: "pass `ARGS` to the checker instead of the problem's arguments: \"case_sensitive float_tolerance 1e-6\""},
				ignoreCaseFlag(),
			}, caseFlags(), []cli.Flag{
				switchFlag("failed", "run only the tests that failed in the last run"),
				&cli.StringFlag{Name: "input", Aliases: []string{"i"}, Usage: "run on the input `FILE` instead, - for standard input; judged if FILE.ans or FILE.out lies beside it"},
				switchFlag("write-answers", "write the outputs of the solution as answers of the inputs that have none"),
				switchFlag("stop", "stop at the first failure", "x"),
				sanitizeFlag(),
				switchFlag("idleness", "distinguish waiting forever (ILE) from computing for too long (TLE)"),
				switchFlag("no-rerun", "do not repeat runs that came near the time limit"),
				formatFlag("test"),
				recordFlag(),
				switchFlag("verbose", "show every test", "v"),
				onFlag(),
				classFlag(),
				keepFlag(),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func testSolutions(ctx context.Context, c *call) error {
	options, err := testOptions(c)
	if err != nil {
		return err
	}
	output, err := checkerFlag(c)
	if err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	search := c.search()
	solutions, err := w.Solutions(search, c.words())
	if err != nil {
		return err
	}
	for i := range solutions {
		solutions[i].Source.Sanitize = c.Bool("sanitize")
	}
	session := practice.New(w, output)
	if c.IsSet("input") {
		for _, other := range []string{"filter", "sample", "failed"} {
			if c.IsSet(other) {
				return hint.Errorf("leave out one of them", "--input is the only test; --%s selects tests of the problem", other)
			}
		}
		file, err := c.inputFile(w)
		if err != nil {
			return err
		}
		judged, err := session.Replace(ctx, file, solutions)
		if err != nil {
			return err
		}
		if !judged {
			if c.IsSet("record") {
				return hint.Errorf("put the answer beside the input", "--record: without %s.ans or .out there is no verdict to record", c.String("input"))
			}
			return executeAll(ctx, c, w, session, solutions, options)
		}
	}
	entries, err := session.Enter(ctx, solutions, options, practice.Cases{
		Samples: c.Bool("sample"), Filter: c.String("filter"), Failed: c.Bool("failed"),
	})
	if err != nil {
		return err
	}
	if err := w.WarnOfHidden(ctx, solutions); err != nil {
		return err
	}
	if err := c.generating(func(show func(event.Event)) error { return session.Complete(ctx, entries, show) }); err != nil {
		return err
	}
	if c.Bool("write-answers") && len(entries) > 1 {
		return hint.Errorf("name the one whose outputs are correct", "--write-answers: %d solutions", len(entries))
	}
	begin := event.Begin{Submissions: len(solutions), Again: again(c)}
	for _, s := range solutions {
		begin.Names = append(begin.Names, s.Name)
	}
	var (
		judged []practice.Judged
		unsaid []error
	)
	err = c.streaming(begin, func(out *stream) (err error) {
		judged = session.Judge(ctx, client, entries, out.Event)
		unsaid, err = testOutcome(judged)
		return err
	}, w.History().Recorders()...)
	for _, fault := range unsaid {
		c.complain(fault)
	}
	for _, remedy := range remedies(judged) {
		c.suggest(remedy)
	}
	if unjudged := slices.ContainsFunc(judged, func(j practice.Judged) bool { return j.Done.Unjudged > 0 }); !unjudged || ctx.Err() != nil {
		return err
	}
	if !c.Bool("write-answers") {
		c.advise("--write-answers writes the outputs of a solution as answers")
		return err
	}
	return errors.Join(err, writeAnswers(ctx, c, w, session, &entries[0]))
}

// writeAnswers keeps a solution's output as the missing answers.
func writeAnswers(ctx context.Context, c *call, w *workspace.Workspace, session *practice.Session, e *practice.Entry) error {
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	for _, tc := range e.Unanswered() {
		reason, err := session.WriteAnswer(ctx, client, e, tc)
		switch {
		case err != nil:
			return err
		case reason != "":
			c.advise("no answer of %s is written: %s", tc.Name, reason)
		default:
			c.advise("wrote %s", tc.AnswerWanted)
		}
	}
	return nil
}

// testOutcome returns the exit code of all judgements together, or what ended the work early. Unsaid are the faults
// of solutions that the report omits.
func testOutcome(judged []practice.Judged) (unsaid []error, err error) {
	exit := exitOK
	for _, j := range judged {
		var (
			source *language.SourceError
			faulty *job.PackageError
		)
		switch {
		case j.Done.Interrupted:
			return unsaid, exitVerdict(exitInterrupted) // the report says so
		case errors.As(j.Err, &source):
			unsaid = append(unsaid, fmt.Errorf("%s: %w", j.Solution, j.Err))
			exit = max(exit, exitUsage)
		case errors.As(j.Err, &faulty):
			exit = max(exit, exitUsage) // the report says so
		case j.Err != nil && j.Done.Verdict != verdict.JE:
			return unsaid, judging(j.Err)
		default:
			exit = max(exit, exitOf(j.Done))
		}
	}
	return unsaid, outcomeOf(exit)
}

// remedies returns what to do about package programs that cannot be built, which the report mentions; each once.
func remedies(judged []practice.Judged) []string {
	var known []string
	for _, j := range judged {
		var faulty *job.PackageError
		var source *language.SourceError
		if !errors.As(j.Err, &faulty) || errors.As(j.Err, &source) || j.Done.Interrupted {
			continue
		}
		if remedy := hint.Of(j.Err); remedy != "" && !slices.Contains(known, remedy) {
			known = append(known, remedy)
		}
	}
	return known
}

// exitOf is the exit code of one judgement. A missing toolchain does not count as a failure.
func exitOf(done event.Done) int {
	switch {
	case done.Skipped, done.Verdict == verdict.AC, done.Verdict == verdict.None: // or there was nothing to judge by
		return exitOK
	case done.Verdict == verdict.JE:
		return exitJudge
	default:
		return exitFailed
	}
}

// testOptions reads the flags that change how a job is judged.
func testOptions(c *call) (job.Options, error) {
	options := job.Options{IgnoreCase: c.Bool("ignore-case"), StopAtFirst: c.Bool("stop"), Idleness: c.Bool("idleness"), NoRerun: c.Bool("no-rerun")}
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

// again is the command that repeats the failed tests of a single solution.
func again(c *call) string {
	if c.NArg() != 1 || c.IsSet("input") {
		return ""
	}
	words := append([]string{"grundy", "test", "--failed"}, repeated(c, "pattern", "problems")...)
	return strings.Join(append(words, hint.Quote(c.Args().First())), " ")
}
