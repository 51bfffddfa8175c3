package cli

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/stress"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

func shrinkCommand() *command {
	return &command{
		do: shrinkInput,
		Command: cli.Command{
			Name:      "shrink",
			Usage:     "shrink an input on which a solution fails",
			ArgsUsage: "SOLUTION [INPUT]",
			Description: `Takes an input on which the solution fails and makes it as small as possible.

   grundy shrink a.cpp --against brute.cpp failing.in
   grundy shrink solutions/nim/a.cpp --case secret/19-random
   grundy shrink --problem nim wrong_answer/lowest_bit.go --case 23* -o small.in

The input is a file or a test case of the problem. It stays valid according to the input
validators, and the solution keeps failing in the same way.

Exit code: 0 when the solution passes, so that there is nothing to shrink, 1 when it fails, 2 for
mistakes in the command, and when a validator or the reference solution is wrong, 3 when the judge
failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "case", Usage: "take the test case `NAME` of the problem"},
				&cli.StringFlag{Name: "time", DefaultText: defaultShrinkTime.String(), Usage: "stop after `TIME` with the smallest input so far"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the smaller input to `FILE`"},
			}, trialFlags("shrink"), judgeFlags()),
		},
	}
}

func shrinkInput(ctx context.Context, c *call) error {
	limit, err := shrinkTime(c, "time")
	if err != nil {
		return err
	}
	if c.NArg() > 2 || c.NArg() > 1 == c.IsSet("case") {
		return hint.Errorf("grundy shrink a.cpp failing.in, or grundy shrink a.cpp --case secret/17", "shrink: want a solution and one input, a file or a --case")
	}
	t, err := openTrial(ctx, c, false)
	if err != nil {
		return err
	}
	defer t.close()
	name, file, err := t.failingInput(ctx)
	if err != nil {
		return err
	}
	input, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return t.streaming(event.Begin{}, func(out *stream) error {
		t.out = out
		return t.shrink(ctx, name, input, limit)
	})
}

// failingInput finds the file to shrink.
func (t *runOnInput) failingInput(ctx context.Context) (name, file string, err error) {
	wanted := t.String("case")
	if wanted == "" {
		file = t.Args().Get(1)
		return filepath.Base(file), file, workspace.Readable(file)
	}
	p := t.setup.Problem
	tc, err := caseNamed(p, wanted)
	if err != nil {
		return "", "", err
	}
	err = t.complete(ctx, t.workspace, p, func(other *problem.Case) bool { return other == tc })
	t.setup.Template = stress.Template(tc)
	return tc.Name, tc.Input, err
}

// caseNamed finds the one case that a name or a glob matches.
func caseNamed(p *problem.Problem, wanted string) (*problem.Case, error) {
	if err := problem.ValidGlob(wanted); err != nil {
		return nil, hint.Errorf(globHint, "--case %q: %w", wanted, err)
	}
	var found []*problem.Case
	var known, names []string
	for _, tc := range p.Data.AllCases() {
		if tc.Name == wanted {
			return tc, nil
		}
		known = append(known, tc.Name, path.Base(tc.Name))
		if problem.Match(wanted, tc.Name) || strings.HasSuffix(tc.Name, "/"+wanted) || problem.Match(wanted, filepath.Base(tc.Name)) {
			found, names = append(found, tc), append(names, tc.Name)
		}
	}
	switch len(found) {
	case 0:
		return nil, hint.Errorf("grundy test --verbose lists the cases", "%s: no case %s%s", p.ID, wanted, hint.DidYouMean(wanted, known))
	case 1:
		return found[0], nil
	}
	return nil, hint.Errorf("give the whole name", "--case %s matches %s", wanted, strings.Join(names, ", "))
}

// shrink judges an input and shrinks it if the solution fails on it.
func (t *runOnInput) shrink(ctx context.Context, name string, input []byte, limit time.Duration) error {
	started := t.now()
	opened, err := stress.Open(ctx, t.client, t.setup, t.out.Event)
	if err != nil {
		return t.trying(err)
	}
	done := event.Stressed{Problem: t.setup.Problem.ID, Solution: t.setup.Solution.Name, Call: name, Verdict: verdict.AC}
	found, err := opened.Examine(ctx, name, input)
	if err != nil {
		return t.trying(err)
	}
	if found == nil {
		done.Cases, done.Elapsed = 1, t.now().Sub(started)
		t.out.Event(done)
		return nil
	}
	t.out.Event(found.Excerpt())
	found = t.smaller(ctx, opened, found, limit)
	kept := t.keep(found)
	if file := t.String("output"); file != "" {
		if err := fsutil.Replace(file, 0o644, fsutil.Text(found.Input)); err != nil {
			return hint.Errorf("name a file in a directory that you may write to", "--output: %w", err)
		}
		kept.Input = file
	}
	t.out.Event(kept)
	done.Verdict, done.Elapsed = found.Test.Verdict, t.now().Sub(started)
	t.out.Event(done)
	return exitVerdict(exitFailed)
}
