package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/urfave/cli/v2"

	"grundy/internal/author/edit"
	"grundy/internal/author/stress"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// defaultStressTime is how long an otherwise unbounded search lasts.
const defaultStressTime = time.Minute

func stressCommand() *command {
	return &command{
		do: stressSolution,
		Command: cli.Command{
			Name:      "stress",
			Usage:     "search for an input on which a solution fails",
			ArgsUsage: "SOLUTION",
			Description: `Runs a solution and a reference solution on generated inputs, hundreds per second, until they
differ or the solution crashes or takes too long; then shrinks the failing input.

   grundy stress a.cpp --against brute.cpp --gen gen.py
   grundy stress a.cpp --against brute.cpp --gen "gen.py {seed} {size}" --size 20
   grundy stress solutions/nim/a.cpp          model solution and generators of the package
   grundy stress --against none a.cpp --gen gen.py
   grundy stress --on hub.json solutions/nim/a.cpp   all workers of a hub search

Without a reference solution, the problem's checker alone decides; without a checker, only crashes
and limits count. The generator gets the seed in place of {seed}, or as its first argument, and a
slowly growing size in place of {size} or {n}. A seed always gives the same case: --seed K
--count 1 repeats a failure.

Exit code: 0 when no failing input was found, 1 when the solution fails, 2 for mistakes in the
command, and when the generator, a validator or the reference solution is wrong, 3 when the judge
failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "gen", Aliases: []string{"g"}, Usage: "make inputs with `COMMAND`, a source file and its arguments (default: the commands of generators.yaml)"},
				&cli.StringFlag{Name: "seed", Aliases: []string{"s"}, DefaultText: "1", Usage: "start with seed `N`"},
				&cli.StringFlag{Name: "time", DefaultText: defaultStressTime.String(), Usage: "stop after `TIME`; with --count, unlimited unless given"},
				&cli.StringFlag{Name: "count", Aliases: []string{"n"}, Usage: "stop after `N` cases"},
				&cli.StringFlag{Name: "size", Usage: "let {size} grow up to `N`, or from N to M, such as 10-1000"},
				switchFlag("no-shrink", "do not shrink the failing input"),
				&cli.StringFlag{Name: "shrink-time", DefaultText: defaultShrinkTime.String(), Usage: "shrink for at most `TIME`"},
				switchFlag("save", "save the failing input as a test case of the package without asking"),
			}, trialFlags("stress"), []cli.Flag{onFlag(), classFlag()}, judgeFlags()),
		},
	}
}

func stressSolution(ctx context.Context, c *call) error {
	limits, err := stressLimits(c)
	if err != nil {
		return err
	}
	shrinking, err := shrinkTime(c, "shrink-time")
	if err != nil {
		return err
	}
	if c.NArg() > 1 {
		return hint.Errorf("try them one at a time", "stress: want one solution, got %s", strings.Join(c.words(), ", "))
	}
	t, err := openTrial(ctx, c, false)
	if err != nil {
		return err
	}
	defer t.close()
	if t.setup.Generators, err = stress.Generators(t.setup.Problem, c.String("gen")); err != nil {
		return err
	}
	if t.setup.Sizes, err = sizesFlag(c); err != nil {
		return err
	}
	t.setup.Seed = limits.Seed
	saver, err := t.saver(ctx)
	if err != nil {
		return err
	}
	return t.streaming(event.Begin{}, func(out *stream) error {
		t.out = out
		return t.search(ctx, limits, shrinking, saver)
	})
}

// stressLimits reads --seed, --time and --count.
func stressLimits(c *call) (stress.Limits, error) {
	limits := stress.Limits{Seed: 1}
	var err error
	if limits.Time, err = timeFlag(c, "time"); err != nil {
		return limits, err
	}
	if c.IsSet("seed") {
		seed, err := strconv.ParseUint(c.String("seed"), 10, 32)
		if err != nil || event.Seed(seed) > event.MaxSeed {
			return limits, hint.Errorf("leave it out to start with 1", "--seed %q: want a number from 0 to %d", c.String("seed"), event.MaxSeed)
		}
		limits.Seed = event.Seed(seed)
	}
	if c.IsSet("count") {
		limits.Count, err = strconv.ParseInt(c.String("count"), 10, 64)
		if err != nil || limits.Count < 1 {
			return limits, hint.Errorf("leave it out to stop by --time", "--count %q: want a number, 1 or more", c.String("count"))
		}
		return limits, nil
	}
	limits.Time = cmp.Or(limits.Time, defaultStressTime)
	return limits, nil
}

// search looks for a failing input, shrinks it and keeps it. Saver is nil if there is no package to save it into.
func (t *runOnInput) search(ctx context.Context, limits stress.Limits, shrinking time.Duration, saver stress.Saver) error {
	opened, err := stress.Open(ctx, t.client, t.setup, t.out.Event)
	if err != nil {
		return t.trying(err)
	}
	found, done, err := opened.Hunt(ctx, limits, t.out.Event)
	var fault *job.Fault
	switch {
	case done.Interrupted:
		t.out.Event(done)
		return exitVerdict(exitInterrupted)
	case errors.As(err, &fault):
		return hint.With("repeat this case: "+t.replay(fault.Seed), fault)
	case err != nil:
		return t.trying(err)
	case found == nil:
		t.out.Event(done)
		return nil
	}
	repeats := opened.Repeats(ctx, found)
	done.Replay = t.replay(found.Seed)
	if !t.Bool("no-shrink") {
		found = t.smaller(ctx, opened, found, shrinking)
	}
	kept := t.keep(found)
	if saver != nil && (t.Bool("save") || t.wanted(ctx)) {
		if kept, err = saver.Save(ctx, *found); err != nil {
			return err
		}
	}
	if !repeats {
		done.Replay = t.reshrink(kept.Input)
	}
	t.out.Event(kept)
	t.out.Event(done)
	return exitVerdict(exitFailed)
}

// reshrink is the command that tries a kept input again, "" if there is none.
func (t *runOnInput) reshrink(input string) string {
	if input == "" {
		return ""
	}
	words := append([]string{"grundy", "shrink", hint.Quote(t.Args().First())}, repeated(t.call, "problems")...)
	return strings.Join(append(words, hint.Quote(input)), " ")
}

// replay is the command that tries the case of a seed again.
func (t *runOnInput) replay(seed event.Seed) string {
	words := append([]string{"grundy", "stress", hint.Quote(t.Args().First())}, repeated(t.call, "gen", "size", "problems")...)
	return strings.Join(append(words, "--seed", strconv.FormatUint(uint64(seed), 10), "--count", "1"), " ")
}

// wanted asks the user whether to save the case, if there is a terminal.
func (t *runOnInput) wanted(ctx context.Context) bool {
	if t.out.text == nil || ctx.Err() != nil || !term.IsTerminal(t.in.Fd()) || !t.screen(t.call.out.File).Live {
		return false
	}
	t.out.pause()
	fmt.Fprint(t.call.out, "  save as a test case? [Y/n] ")
	answers := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(t.in).ReadString('\n')
		if err != nil {
			line = "n"
		}
		answers <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case answer := <-answers:
		return answer == "" || answer == "y" || answer == "yes"
	case <-ctx.Done():
		return false
	}
}

// saver turns failing cases into test cases, nil if no package can take them.
func (t *runOnInput) saver(ctx context.Context) (stress.Saver, error) {
	if t.setup.Problem.Format == problem.Plain && !t.Bool("save") {
		return nil, nil
	}
	p, err := edit.Open(ctx, t.workspace.Problems(), t.solution.Key)
	switch {
	case err == nil:
		client, err := t.workspace.Executor(ctx)
		if err != nil {
			return nil, err
		}
		p.Judge, p.Store = client, t.workspace.Cache()
		return caseSaver{p}, nil
	case t.Bool("save"):
		return nil, fmt.Errorf("--save: %w", err)
	}
	return nil, nil
}
