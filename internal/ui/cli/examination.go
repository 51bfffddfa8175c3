package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

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
	return slices.Concat([]cli.Flag{
		&cli.StringFlag{Name: "against", Aliases: []string{"a"}, Usage: "compare with the reference `SOLUTION`, a file, a submission of the package, or none (default: the package's model solution, or brute.* beside the solution)"},
		problemFlag("take limits, checker and validators of `ID|DIR|ZIP`"),
		languageFlag("solution"),
		profileFlag(),
		&cli.StringFlag{Name: "validator", Usage: "also check every input with the validator `FILE`, which accepts by exit code 42"},
	}, checkerFlags(), limitFlags("the solution `TIME` of CPU time"), []cli.Flag{
		outputLimitFlag(),
		idlenessFlag(),
		libraryFlag(),
	}, reportFlags(command, "everything in full"))
}

// repeated returns the given flags that decide about a case, for the command that repeats it.
func repeated(c *call, more ...string) []string {
	var words []string
	for _, name := range append([]string{
		"problem", "against", "language", "profile", "validator", "checker", "interactor", "checker-dialect", "checker-args", "time-limit", "memory-limit", "output-limit",
		"input-file", "output-file",
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
	ctx context.Context, c *call, personal bool, generators func(p *problem.Problem, beside string) ([]job.Generator, error),
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
	if options.Judge, err = judgeFlag(c); err != nil {
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
