package cli

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/checker"
	"grundy/internal/author/counterexample"
	"grundy/internal/author/stress"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/store/workspace"
)

// defaultShrinkTime is how long the judge shrinks an input.
const defaultShrinkTime = 30 * time.Second

// trialFlags are for the commands that try a solution on inputs outside the problem's cases.
func trialFlags(command string) []cli.Flag {
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

// runOnInput is a solution and what it is tried with.
type runOnInput struct {
	*call
	workspace *workspace.Workspace
	client    job.Client
	solution  workspace.Solution
	setup     stress.Setup
	out       *stream
}

// openTrial finds the solution that the first argument names, its problem and the reference solution. With personal,
// the only solution of the current directory need not be named, and the tests beside a solution count. The caller
// must close it.
func openTrial(ctx context.Context, c *call, personal bool) (*runOnInput, error) {
	if c.Args().First() == "" && !personal {
		return nil, hint.Errorf("grundy "+c.Command.Name+" --help shows examples", "%s: name a solution", c.Command.Name)
	}
	options, err := testOptions(c)
	if err != nil {
		return nil, err
	}
	output, err := checkerFlag(c)
	if err != nil {
		return nil, err
	}
	w, err := c.open()
	if err != nil {
		return nil, err
	}
	t := &runOnInput{call: c, workspace: w}
	if t.client, err = w.Executor(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	search := c.search()
	name := c.Args().First()
	if name == "" {
		if name, err = onlySolution(w, search); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	t.solution, t.setup, err = stress.Prepare(ctx, w, stress.Request{
		Solution: name, Search: search, Beside: personal,
		Against: c.String("against"), Validator: c.String("validator"), Output: output, Options: options,
	})
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return t, nil
}

// onlySolution names the solution of the current directory.
func onlySolution(w *workspace.Workspace, search workspace.Search) (string, error) {
	solutions, err := w.Solutions(search, nil)
	if err != nil {
		return "", err
	}
	if len(solutions) != 1 {
		var names []string
		for _, s := range solutions {
			names = append(names, s.Name)
		}
		return "", hint.Errorf("name one of them", "there are %s", strings.Join(names, ", "))
	}
	return solutions[0].Name, nil
}

func (t *runOnInput) close() error { return t.workspace.Close() }

// keep remembers a failing case for grundy add --last.
func (t *runOnInput) keep(found *event.Counterexample) event.Kept {
	failure := workspace.Failure{
		Problem: t.setup.Problem.Dir, Solution: t.solution.Path, Verdict: found.Test.Verdict.String(),
		Command: found.Generator, Answer: found.Test.Answer,
	}
	if failure.Command != "" {
		failure.Seed = uint64(found.Seed)
	}
	kept := t.workspace.History().KeepFailure(failure, found.Input)
	return event.Kept{Input: kept.Input, Answer: kept.Answer}
}

// smaller shrinks a finding within a time limit. Failing to shrink it is not an error.
func (t *runOnInput) smaller(ctx context.Context, opened *stress.Candidate, found *event.Counterexample, limit time.Duration) *event.Counterexample {
	shrunk, err := opened.Shrink(ctx, found, counterexample.Shrinker(t.client.Slots()), limit, t.out.Event)
	if err != nil {
		t.log.Warn("the input was not shrunk", "reason", err)
		return found
	}
	found = &shrunk.Finding
	shown := shrunk
	shown.Finding = found.Excerpt()
	t.out.Event(shown)
	return found
}

// sizesFlag reads --size: "20", or "10-1000".
func sizesFlag(c *call) (job.Sizes, error) {
	text := c.String("size")
	if text == "" {
		return job.Sizes{}, nil
	}
	least, greatest, ranged := strings.Cut(text, "-")
	if !ranged {
		least, greatest = "1", text
	}
	low, errLow := strconv.Atoi(least)
	high, errHigh := strconv.Atoi(greatest)
	if errLow != nil || errHigh != nil || low < 1 || high < low {
		return job.Sizes{}, hint.Errorf("write --size 20 or --size 10-1000", "--size %q: want the greatest size, or a range", text)
	}
	return job.Sizes{Min: low, Max: high}, nil
}

// shrinkTime reads the flag that bounds shrinking.
func shrinkTime(c *call, name string) (time.Duration, error) {
	limit, err := timeFlag(c, name)
	return cmp.Or(limit, defaultShrinkTime), err
}

// trying classifies the error of a trial. A solution that does not compile has failed. A faulty generator, validator
// or reference solution is a usage error, since the user named it.
func (t *runOnInput) trying(err error) error {
	var compile *job.CompileError
	if errors.As(err, &compile) && compile.Solution == t.setup.Solution.Name && !compile.Compile.Skipped {
		return &failedError{err}
	}
	return judging(err)
}
