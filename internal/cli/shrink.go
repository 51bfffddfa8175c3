package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/stress"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

func (s *streams) shrinkCommand() *cli.Command {
	return &cli.Command{
		Name:      "shrink",
		Usage:     "make an input smaller on which a solution fails",
		ArgsUsage: "SOLUTION [INPUT]",
		Description: `Takes an input on which the solution fails, a file or a test case of the problem, and makes
it as small as possible: it stays valid, as the input validators say, and the solution
keeps failing in the same way.

   grundy shrink a.cpp --against brute.cpp failing.in
   grundy shrink solutions/nim/a.cpp --case secret/19-random
   grundy shrink --problem nim wrong_answer/lowest_bit.go --case 23* -o small.in

Exit code: 0 when the solution passes, so that there is nothing to make smaller, 1 when it
fails, 2 for mistakes in the command, and when a validator or the trusted solution is
wrong, 3 when the judge failed.`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "case", Usage: "take the test case `NAME` of the problem"},
			&cli.StringFlag{Name: "time", DefaultText: defaultShrinkTime.String(), Usage: "stop after `TIME` with the smallest so far"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the smaller input to `FILE`"},
		}, trialFlags(), judgeFlags()),
		Action: s.shrink,
	}
}

func (s *streams) shrink(c *cli.Context) error {
	limit, err := shrinkTime(c, "time")
	if err != nil {
		return err
	}
	if c.NArg() > 2 || c.NArg() > 1 == c.IsSet("case") {
		return usageErrorf("grundy shrink a.cpp failing.in, or grundy shrink a.cpp --case secret/17", "shrink: want a solution and one input, a file or a --case")
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
	d, err := s.contend(c, lib, w)
	if err != nil {
		return err
	}
	name, file, err := s.failingInput(c, w, &d)
	if err != nil {
		return err
	}
	input, err := os.ReadFile(file)
	if err != nil {
		return &usageError{err.Error(), ""}
	}
	out, every, err := s.trialSink(c)
	if err != nil {
		return err
	}
	err = s.shrinkInput(c, w, d, name, input, stress.ShrinkLimits{Time: limit, Every: every}, out)
	if closeErr := out.Close(); err == nil && closeErr != nil {
		return &judgeFailure{fmt.Errorf("write the report: %w", closeErr)}
	}
	return err
}

// failingInput finds the file that is to be made smaller. The arguments of a test case are those of all steps.
func (s *streams) failingInput(c *cli.Context, w *workshop, d *contenders) (name, file string, err error) {
	wanted := c.String("case")
	if wanted == "" {
		file = c.Args().Get(1)
		return filepath.Base(file), file, readable(file)
	}
	tc, err := caseNamed(d.Problem, wanted)
	if err != nil {
		return "", "", err
	}
	err = s.provide(c.Context, c, w, d.Problem, func(other *problem.Case) bool { return other == tc })
	d.Template = problem.Case{Args: tc.Args, InputArgs: tc.InputArgs, InputArgsFor: tc.InputArgsFor, OutputArgs: tc.OutputArgs, Files: tc.Files}
	return tc.Name, tc.Input, err
}

// caseNamed finds the one case that a name or a glob stands for.
func caseNamed(p *problem.Problem, wanted string) (*problem.Case, error) {
	if err := problem.ValidGlob(wanted); err != nil {
		return nil, usageErrorf("", "--case %q: %v", wanted, err)
	}
	var found []*problem.Case
	var names []string
	for _, tc := range p.Data.AllCases() {
		if tc.Name == wanted {
			return tc, nil
		}
		if problem.Match(wanted, tc.Name) || strings.HasSuffix(tc.Name, "/"+wanted) || problem.Match(wanted, filepath.Base(tc.Name)) {
			found, names = append(found, tc), append(names, tc.Name)
		}
	}
	switch len(found) {
	case 0:
		return nil, usageErrorf("", "%s: no case %s", p.ID, wanted)
	case 1:
		return found[0], nil
	}
	return nil, usageErrorf("", "--case %s may be any of %s", wanted, strings.Join(names, ", "))
}

// shrinkInput judges an input, and makes it smaller when the solution fails on it.
func (s *streams) shrinkInput(c *cli.Context, w *workshop, d contenders, name string, input []byte, limits stress.ShrinkLimits, out trialSink) error {
	started := time.Now()
	trial, err := stress.Open(c.Context, w.Judge, d.Setup, out.Event)
	if err != nil {
		return trying(err, d.Suspect.Name)
	}
	done := event.Stressed{Problem: d.Problem.ID, Solution: d.Suspect.Name, Call: name, Verdict: verdict.AC}
	found, err := trial.Examine(c.Context, name, input)
	if err != nil {
		return trying(err, d.Suspect.Name)
	}
	if found == nil {
		done.Cases, done.Elapsed = 1, time.Since(started)
		out.Event(done)
		return nil
	}
	out.Event(*found)
	found = s.smaller(c.Context, trial, found, limits, w.Slots(), out.Event)
	kept := s.history().keepFailure(d.target, d.Problem, found)
	if file := c.String("output"); file != "" {
		if err := writeFile(file, found.Input); err != nil {
			return usageErrorf("", "--output: %v", err)
		}
		kept.Input = file
	}
	out.Event(kept)
	done.Verdict, done.Elapsed = found.Test.Verdict, time.Since(started)
	out.Event(done)
	return outcome(exitFailed)
}

// writeFile writes a person's file, at once.
func writeFile(file string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-")
	if err != nil {
		return err
	}
	_, err = temporary.Write(data)
	err = errors.Join(err, temporary.Chmod(0o644), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
