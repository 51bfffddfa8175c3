package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/report"
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
   grundy test --min-score 50% a.cpp    in a problem with scores, half of the points are enough
   grundy test solutions --format junit
   grundy test a.cpp --format gcc       errors in a format that editors read
   grundy test --problem nim handed-in  each directory in it is one submission
   grundy test --problem contest/A a.cpp
   grundy test --on hub.json a.cpp      a worker of a hub judges

--problem names the problem. Without it, grundy takes the package that contains the file, the
problem after which the directory is named, the problem that the browser extension CPH stored
for it, or the tests beside it. A directory named after a problem stands for all solutions in
it. With --problem, a directory without source files of its own holds submissions as sites hand them
out: each of its directories is one. Without arguments, DIR is the current directory.

In problems with scores, ✓ and exit code 0 mean the full score, and ± a part of the points.
--min-score sets another bound. With --samples, --filter or --failed there is no score: only the
tests that are run count, and each must be accepted.

Exit code: 0 when every solution is accepted, 1 when one is not, 2 for mistakes in the command or
the package, 3 when the judge failed.`,
			Flags: slices.Concat(solutionFlags(), []cli.Flag{outputLimitFlag()}, checkerFlags(), namedFilesFlags(), caseFlags(), []cli.Flag{
				switchFlag("failed", "run only the tests that failed in the last run"),
				&cli.StringFlag{Name: "input", Aliases: []string{"i"}, Usage: "run on the input `FILE` instead, - for standard input; judged if FILE.ans or FILE.out lies beside it"},
				switchFlag("write-answers", "write the outputs of the solution as answers of the inputs that have none"),
				switchFlag("stop", "stop at the first failure", "x"),
				&cli.StringFlag{Name: "min-score", Usage: "exit with 0 from a score of `N` on, in points or as N%"},
				sanitizeFlag(),
				idlenessFlag(),
				noRerunFlag(),
				onFlag(),
				classFlag(),
				keepFlag(),
				libraryFlag(),
			}, reportFlags("test", "every test"), judgeFlags()),
		},
	}
}

func testSolutions(ctx context.Context, c *call) error {
	options, err := testOptions(c)
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
	if options.Solutions, err = w.Solutions(c.search(), c.words()); err != nil {
		return err
	}
	if c.IsSet("input") {
		for _, other := range []string{"filter", "samples", "failed"} {
			if c.IsSet(other) {
				return hint.Errorf("leave out one of them", "--input is the only test; --%s selects tests of the problem", other)
			}
		}
		if options.Input, err = c.inputFile(w); err != nil {
			return err
		}
	}
	session, err := practice.Open(ctx, w, options)
	if err != nil {
		return err
	}
	if !session.IsJudged() {
		if c.IsSet("record") {
			return hint.Errorf("put the answer beside the input", "--record: without %s.ans or .out there is no verdict to record", c.String("input"))
		}
		return executeAll(ctx, c, client, session)
	}
	wanted, err := c.minScore(session)
	if err != nil {
		return err
	}
	if err := c.generating(func(show func(event.Event)) error { return session.Complete(ctx, show) }); err != nil {
		return err
	}
	if c.Bool("write-answers") && len(session.Entries) > 1 {
		return hint.Errorf("name the one whose outputs are correct", "--write-answers: %d solutions", len(session.Entries))
	}
	begin := event.Begin{Submissions: len(options.Solutions), Repeat: again(c)}
	for _, s := range options.Solutions {
		begin.Names = append(begin.Names, s.Name)
	}
	var (
		judged []practice.Judged
		unsaid []error
	)
	err = c.streaming(begin, func(out *stream) (err error) {
		judged = session.Judge(ctx, client, out.Event)
		unsaid, err = testOutcome(judged, wanted)
		return err
	}, w.History().Recorders()...)
	for _, fault := range unsaid {
		c.complain(fault)
	}
	for _, remedy := range remedies(judged) {
		c.suggest(remedy)
	}
	if len(judged) == 1 && c.String("format") == report.TextFormat && options.Cases.IsAll() && !c.IsSet("input") &&
		judged[0].Done.Credit() == verdict.FullCredit && judged[0].Done.NotRun == 0 {
		c.lookAhead(ctx, w, session.Entries[0].Against)
	}
	if unjudged := slices.ContainsFunc(judged, func(j practice.Judged) bool { return j.Done.Unjudged > 0 }); !unjudged || ctx.Err() != nil {
		return err
	}
	if !c.Bool("write-answers") {
		c.advise("--write-answers writes the outputs of a solution as answers")
		return err
	}
	return errors.Join(err, session.WriteAnswers(ctx, client, func(tc *problem.Case, reason string) {
		if reason != "" {
			c.advise("no answer of %s is written: %s", tc.Name, reason)
		} else {
			c.advise("wrote %s", tc.AnswerWanted)
		}
	}))
}

// testOutcome returns the exit code of all judgements together, or what ended the work early. Unsaid are the faults
// of solutions that the report omits.
func testOutcome(judged []practice.Judged, wanted *minScore) (unsaid []error, err error) {
	exit := exitOK
	for _, j := range judged {
		var source *language.SourceError
		fault := j.Fault()
		switch {
		case j.Done.Interrupted:
			return unsaid, exitVerdict(exitInterrupted) // the report says so
		case errors.As(fault, &source):
			unsaid = append(unsaid, fault)
			exit = max(exit, exitUsage)
		case fault != nil:
			return unsaid, judging(j.Err)
		case j.IsFaultOfPackage():
			exit = max(exit, exitUsage) // the report says so
		default:
			exit = max(exit, wanted.exitOf(j.Done))
		}
	}
	return unsaid, outcomeOf(exit)
}

// remedies returns what to do about package programs that cannot be built, which the report mentions; each once.
func remedies(judged []practice.Judged) []string {
	var known []string
	for _, j := range judged {
		if !j.IsFaultOfPackage() || j.Done.Interrupted {
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
	switch credit := done.Credit(); {
	case done.Skipped, credit == verdict.FullCredit, credit == verdict.Uncredited: // or there was nothing to judge by
		return exitOK
	case done.Verdict == verdict.JE:
		return exitJudge
	default:
		return exitFailed
	}
}

// testOptions reads the flags that say how solutions are judged, and on which cases.
func testOptions(c *call) (practice.Options, error) {
	options := practice.Options{
		Sanitize: c.Bool("sanitize"), Cases: practice.Cases{Samples: c.Bool("samples"), Filter: c.String("filter"), Failed: c.Bool("failed")},
	}
	var err error
	if options.Judging, err = judgingOptions(c); err != nil {
		return options, err
	}
	options.Judge, err = judgeFlag(c)
	return options, err
}

// judgingOptions reads the flags that change how a job is judged.
func judgingOptions(c *call) (job.Options, error) {
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
	if options.Files, err = namedFiles(c); err != nil {
		return options, err
	}
	options.CheckerArgs = checkerArgs(c)
	return options, nil
}

// checkerArgs reads --checker-args, nil if it is not given.
func checkerArgs(c *call) []string {
	if !c.IsSet("checker-args") {
		return nil
	}
	return append([]string{}, strings.Fields(c.String("checker-args"))...)
}

// again is the command that repeats the failed tests of a single solution.
func again(c *call) string {
	if c.NArg() != 1 || c.IsSet("input") {
		return ""
	}
	words := append([]string{"grundy", "test", "--failed"}, repeated(c, "pattern", "problems")...)
	return strings.Join(append(words, hint.Quote(c.Args().First())), " ")
}

// namedFilesFlags let solutions use files beside the standard streams.
func namedFilesFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "input-file", Usage: "lay the input beside the solution as the file `NAME`, too"},
		&cli.StringFlag{Name: "output-file", Usage: "judge the file `NAME` that the solution writes; without it, what it prints"},
	}
}

// namedFiles reads the names of the files that solutions may use.
func namedFiles(c *call) (problem.NamedFiles, error) {
	files := problem.NamedFiles{Input: c.String("input-file"), Output: c.String("output-file")}
	for _, flag := range []struct{ name, value string }{{"input-file", files.Input}, {"output-file", files.Output}} {
		if flag.value != "" && !problem.IsFileName(flag.value) {
			return files, hint.Errorf("name a file in the working directory: --"+flag.name+" cow.txt", "--%s %q: want a name of letters, digits, _ . -", flag.name, flag.value)
		}
	}
	return files, nil
}
