package cli

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"grundy/checker"
	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// examinationFlags are for the commands that try a solution on inputs outside the problem's cases.
func examinationFlags(command string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "against", Aliases: []string{"a"}, Usage: "compare with the reference `SOLUTION`, a file, a submission of the package, or none (default: the package's model solution)"},
		&cli.StringFlag{Name: "problem", Aliases: []string{"p"}, Usage: "take limits, checker and validators of `ID|DIR|ZIP`"},
		&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Usage: "compile the solution as language `CODE`, one of grundy languages"},
		&cli.StringFlag{Name: "validator", Usage: "also check every input with the validator `FILE`, which accepts by exit code 42"},
		&cli.StringFlag{Name: "checker", Usage: "judge outputs with the checker `FILE` instead of the problem's own"},
		&cli.StringFlag{Name: "checker-dialect", Value: string(checker.Testlib), Usage: "call the checker by the conventions of `DIALECT`: icpc, testlib, cms, sinol, oj or peg"},
		&cli.StringFlag{Name: "checker-args", Usage: "pass `ARGS` to the checker instead of the problem's arguments: \"float_tolerance 1e-6\""},
		ignoreCaseFlag(),
		&cli.StringFlag{Name: "time-limit", Aliases: []string{"t"}, Usage: "allow the solution `TIME` of CPU time, such as 500ms or 2s"},
		&cli.StringFlag{Name: "memory-limit", Aliases: []string{"m"}, Usage: "allow `SIZE` of memory, such as 256MiB"},
		&cli.StringFlag{Name: "output-limit", Usage: "allow `SIZE` of output"},
		switchFlag("idleness", "distinguish waiting forever (ILE) from computing for too long (TLE)"),
		formatFlag(command),
		recordFlag(),
		switchFlag("verbose", "show everything in full", "v"),
		libraryFlag(),
	}
}

// repeated returns the given flags that decide about a case, for the command that repeats it.
func repeated(c *call, more ...string) []string {
	var words []string
	for _, name := range append([]string{
		"problem", "against", "language", "validator", "checker", "checker-dialect", "checker-args", "time-limit", "memory-limit", "output-limit",
	}, more...) {
		if c.IsSet(name) {
			words = append(words, "--"+name, hint.Quote(c.String(name)))
		}
	}
	for _, name := range []string{"ignore-case", "idleness", "sanitize"} {
		if c.Bool(name) {
			words = append(words, "--"+name)
		}
	}
	return words
}

// examination is a solution to try, and the workspace that it is tried in.
type examination struct {
	*call
	*practice.Examination
	workspace *workspace.Workspace
}

// openExamination finds the solution that the first argument names. With personal, the only solution of the current
// directory need not be named, and the tests beside a solution count. The caller must close it.
func openExamination(
	ctx context.Context, c *call, personal bool, generators func(*problem.Problem) ([]job.Generator, error),
) (*examination, error) {
	if c.Args().First() == "" && !personal {
		return nil, hint.Errorf("grundy "+c.Command.Name+" --help shows examples", "%s: name a solution", c.Command.Name)
	}
	options := practice.ExaminationOptions{Generators: generators}
	options.Solution, options.Search, options.Beside = c.Args().First(), c.search(), personal
	options.Against, options.Validator = c.String("against"), c.String("validator")
	var err error
	if options.Options, err = judgingOptions(c); err != nil {
		return nil, err
	}
	if options.Output, err = checkerFlag(c); err != nil {
		return nil, err
	}
	w, err := c.open()
	if err != nil {
		return nil, err
	}
	t := &examination{call: c, workspace: w}
	client, err := w.Executor(ctx)
	if err == nil {
		t.Examination, err = practice.Examine(ctx, w, client, options)
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return t, nil
}

func (t *examination) close() error { return t.workspace.Close() }

// outcome is the error of a command whose search ended so. A solution that does not compile has failed. A faulty generator,
// validator or reference solution is a usage error, since the user named it.
func (t *examination) outcome(done event.Stressed, err error) error {
	switch {
	case done.Interrupted:
		return exitVerdict(exitInterrupted)
	case t.Blames(err):
		return &failedError{err}
	case err != nil:
		return judging(err)
	case done.Verdict != verdict.AC:
		return exitVerdict(exitFailed)
	}
	return nil
}
