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

	"grundy/internal/author/stress"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/report"
)

// defaultStressTime is how long a search lasts when nothing bounds it.
const defaultStressTime = time.Minute

func (s *streams) stressCommand() *cli.Command {
	return &cli.Command{
		Name:      "stress",
		Usage:     "look for an input on which a solution fails",
		ArgsUsage: "SOLUTION",
		Description: `Runs the solution and a trusted one on one generated input after another, hundreds a
second, until they differ or the solution crashes or takes too long. The failing input is
then made as small as possible. Without a trusted solution the problem's checker decides
alone, or only crashes and limits count.

   grundy stress a.cpp --against brute.cpp --gen gen.py
   grundy stress a.cpp --against brute.cpp --gen "gen.py {seed} {size}" --size 20
   grundy stress solutions/nim/a.cpp          model solution and generators of the package
   grundy stress --against none a.cpp --gen gen.py

The generator gets the seed in place of {seed}, else as its first argument, and a slowly
growing size in place of {size} or {n}. The case of a seed is always the same: --seed K
--count 1 repeats a failure.

Exit code: 0 when nothing was found, 1 when the solution fails, 2 for mistakes in the
command, and when the generator, a validator or the trusted solution is wrong, 3 when the
judge failed.`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "gen", Aliases: []string{"g"}, Usage: "make inputs by `COMMAND`: a source file and its arguments (default: the commands of generators.yaml)"},
			&cli.StringFlag{Name: "seed", Aliases: []string{"s"}, DefaultText: "1", Usage: "begin with seed `N`"},
			&cli.StringFlag{Name: "time", DefaultText: defaultStressTime.String(), Usage: "stop after `TIME`; without a bound if --count is given"},
			&cli.StringFlag{Name: "count", Aliases: []string{"n"}, Usage: "stop after `N` cases"},
			&cli.StringFlag{Name: "size", Usage: "let {size} grow up to `N`, or from N to M: 10-1000"},
			switchFlag("no-shrink", "leave the failing input as it is"),
			&cli.StringFlag{Name: "shrink-time", DefaultText: defaultShrinkTime.String(), Usage: "make it smaller for `TIME` at most"},
			switchFlag("save", "save the failing input as a test of the package, unasked"),
		}, trialFlags(), judgeFlags()),
		Action: s.stress,
	}
}

func (s *streams) stress(c *cli.Context) error {
	limits, err := stressLimits(c)
	if err != nil {
		return err
	}
	shrinking, err := shrinkTime(c, "shrink-time")
	if err != nil {
		return err
	}
	if c.NArg() > 1 {
		return usageErrorf("", "stress: want one solution, got %s", strings.Join(c.Args().Slice(), ", "))
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
	if d.Generators, err = commandLines(c, d.Problem); err != nil {
		return err
	}
	if d.Sizes, err = sizesFlag(c); err != nil {
		return err
	}
	d.Seed = limits.Seed
	saver, err := s.saver(c, lib, d, w)
	if err != nil {
		return err
	}
	out, every, err := s.trialSink(c)
	if err != nil {
		return err
	}
	limits.Every = every
	h := &stressing{streams: s, command: c, contenders: d, workshop: w, saver: saver, out: out, shrink: stress.ShrinkLimits{Time: shrinking, Every: every}}
	err = h.run(c.Context, limits)
	if closeErr := out.Close(); err == nil && closeErr != nil {
		return &judgeFailure{fmt.Errorf("write the report: %w", closeErr)}
	}
	return err
}

// stressLimits reads --seed, --time and --count.
func stressLimits(c *cli.Context) (stress.Limits, error) {
	limits := stress.Limits{Seed: 1}
	var err error
	if limits.Time, err = timeFlag(c, "time"); err != nil {
		return limits, err
	}
	if c.IsSet("seed") {
		seed, err := strconv.ParseUint(c.String("seed"), 10, 32)
		if err != nil || event.Seed(seed) > event.MaxSeed {
			return limits, usageErrorf("", "--seed %q: want a number from 0 to %d", c.String("seed"), event.MaxSeed)
		}
		limits.Seed = event.Seed(seed)
	}
	if c.IsSet("count") {
		limits.Count, err = strconv.ParseInt(c.String("count"), 10, 64)
		if err != nil || limits.Count < 1 {
			return limits, usageErrorf("", "--count %q: want a number from 1 on", c.String("count"))
		}
		return limits, nil
	}
	limits.Time = cmp.Or(limits.Time, defaultStressTime)
	return limits, nil
}

// stressing is one run of the command.
type stressing struct {
	*streams
	contenders
	command  *cli.Context
	workshop *workshop
	saver    stress.Saver // nil where there is no package to save into
	out      trialSink
	shrink   stress.ShrinkLimits
}

// run searches, makes what it finds smaller, and keeps it.
func (h *stressing) run(ctx context.Context, limits stress.Limits) error {
	trial, err := stress.Open(ctx, h.workshop.Judge, h.Setup, h.out.Event)
	if err != nil {
		return trying(err, h.Suspect.Name)
	}
	found, done, err := trial.Hunt(ctx, limits, h.out.Event)
	var fault *stress.Fault
	switch {
	case done.Interrupted:
		h.out.Event(done)
		return outcome(exitInterrupted)
	case errors.As(err, &fault):
		return &faultError{fault, h.replay(fault.Seed, "")}
	case err != nil:
		return trying(err, h.Suspect.Name)
	case found == nil:
		h.out.Event(done)
		return nil
	}
	done.Replay = h.replay(found.Seed, found.Generator)
	if !h.command.Bool("no-shrink") {
		found = h.smaller(ctx, trial, found, h.shrink, h.workshop.Slots(), h.out.Event)
	}
	kept, err := h.keep(ctx, found)
	if err != nil {
		return err
	}
	h.out.Event(kept)
	h.out.Event(done)
	return outcome(exitFailed)
}

// replay is the command that tries the case of a seed again.
func (h *stressing) replay(seed event.Seed, generator string) string {
	words := append([]string{"grundy", "stress", quoted(h.command.Args().First())}, repeated(h.command, "gen", "size", "problems")...)
	return strings.Join(append(words, "--seed", strconv.FormatUint(uint64(seed), 10), "--count", "1"), " ")
}

// keep remembers the failing case for grundy add --last, and saves it as a test if that is wanted.
func (h *stressing) keep(ctx context.Context, found *event.Finding) (event.Kept, error) {
	kept := h.history().keepFailure(h.target, h.Problem, found)
	if h.saver == nil || !h.command.Bool("save") && !h.wanted(ctx) {
		return kept, nil
	}
	saved, err := h.saver.Save(ctx, *found)
	if err != nil {
		return kept, err
	}
	return saved, nil
}

// wanted asks whether to save the case, where there is somebody to ask.
func (h *stressing) wanted(ctx context.Context) bool {
	text, ok := h.out.(*report.StressText)
	if !ok || ctx.Err() != nil || !term.IsTerminal(h.in.Fd()) || !h.screen(h.command, h.streams.out.File).Live {
		return false
	}
	text.Pause()
	fmt.Fprint(h.streams.out, "  save as a test? [Y/n] ")
	answers := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(h.in).ReadString('\n')
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

// saver makes tests of failing cases, nil where there is no package that could take them.
func (s *streams) saver(c *cli.Context, lib *library, d contenders, w *workshop) (stress.Saver, error) {
	if d.Problem.Format == problem.Plain && !c.Bool("save") {
		return nil, nil
	}
	p, rules, err := s.edited(lib, d.target.key)
	switch {
	case err == nil:
		return caseSaver{s.editor(lib, w, p, rules)}, nil
	case c.Bool("save"):
		return nil, fmt.Errorf("--save: %w", err)
	}
	return nil, nil
}

// faultError is a Fault with the command that shows it again.
type faultError struct {
	*stress.Fault
	replay string
}

func (e *faultError) Unwrap() error { return e.Fault }
