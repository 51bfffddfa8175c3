package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/author/stress"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

func stressCommand() *command {
	return &command{
		do: stressSolution,
		Command: cli.Command{
			Name:      "stress",
			Usage:     "search for an input on which a solution fails",
			ArgsUsage: "SOLUTION",
			Description: `Runs a solution and a reference solution on generated inputs, hundreds per second, until they
differ or the solution crashes or takes too long; then shrinks the failing input.

   grundy stress a.cpp                        with gen.* and brute.* beside it
   grundy stress a.cpp --against brute.cpp --gen gen.py
   grundy stress a.cpp --against brute.cpp --gen "gen.py {seed} {size}" --size 20
   grundy stress solutions/nim/a.cpp          model solution and generators of the package
   grundy stress --problem contest/B a.cpp    problem B of a contest
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
				&cli.StringFlag{Name: "gen", Aliases: []string{"g"}, Usage: "make inputs with `COMMAND`, a source file and its arguments (default: the commands of generators.yaml, or gen.* beside the solution)"},
				&cli.StringFlag{Name: "seed", Aliases: []string{"s"}, DefaultText: "1", Usage: "start with seed `N`"},
				&cli.StringFlag{Name: "time", DefaultText: practice.DefaultStressTime.String(), Usage: "stop after `TIME`; with --count, unlimited unless given"},
				&cli.StringFlag{Name: "count", Aliases: []string{"n"}, Usage: "stop after `N` cases"},
				&cli.StringFlag{Name: "size", Usage: "let {size} grow up to `N`, or from N to M, such as 10-1000"},
				switchFlag("no-shrink", "do not shrink the failing input"),
				&cli.StringFlag{Name: "shrink-time", DefaultText: practice.DefaultShrinkTime.String(), Usage: "shrink for at most `TIME`"},
				switchFlag("save", "save the failing input as a test case of the package without asking"),
			}, examinationFlags("stress"), []cli.Flag{onFlag(), classFlag()}, judgeFlags()),
		},
	}
}

func stressSolution(ctx context.Context, c *call) error {
	options, err := stressOptions(c)
	if err != nil {
		return err
	}
	if c.NArg() > 1 {
		return hint.Errorf("try them one at a time", "stress: want one solution, got %s", strings.Join(c.words(), ", "))
	}
	t, err := openExamination(ctx, c, false, func(p *problem.Problem, beside string) ([]job.Generator, error) {
		return stress.Generators(p, cmp.Or(c.String("gen"), beside))
	})
	if err != nil {
		return err
	}
	defer t.close()
	// A directory of tests gets a case only if the user asks for that.
	if save := c.Bool("save"); save || t.Setup.Problem.Format != problem.Plain {
		if options.Package, err = t.Package(ctx); err != nil && save {
			return fmt.Errorf("--save: %w", err)
		}
	}
	options.Beside = !c.IsSet("gen")
	options.Replay, options.Reshrink = t.replay, t.reshrink
	return t.streaming(event.Begin{}, func(out *stream) error {
		options.Save = func(ctx context.Context) bool { return c.Bool("save") || c.wantsCase(ctx, out) }
		done, err := t.Stress(ctx, options, out.Event)
		return t.outcome(done, err)
	})
}

// stressOptions reads the flags that bound the search and the shrinking.
func stressOptions(c *call) (practice.StressOptions, error) {
	options := practice.StressOptions{NoShrink: c.Bool("no-shrink")}
	var err error
	if options.Limits, err = stressLimits(c); err != nil {
		return options, err
	}
	if options.Sizes, err = sizesFlag(c); err != nil {
		return options, err
	}
	options.ShrinkTime, err = timeFlag(c, "shrink-time")
	return options, err
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
	}
	return limits, nil
}

// reshrink is the command that tries a kept input again.
func (t *examination) reshrink(input string) string {
	words := append([]string{"grundy", "shrink", hint.Quote(t.Args().First())}, repeated(t.call, "problems")...)
	return strings.Join(append(words, hint.Quote(input)), " ")
}

// replay is the command that tries the case of a seed again.
func (t *examination) replay(seed event.Seed) string {
	words := append([]string{"grundy", "stress", hint.Quote(t.Args().First())}, repeated(t.call, "gen", "size", "problems")...)
	return strings.Join(append(words, "--seed", strconv.FormatUint(uint64(seed), 10), "--count", "1"), " ")
}

// wantsCase asks the user whether to save the case, if there is a terminal.
func (c *call) wantsCase(ctx context.Context, out *stream) bool {
	if out.text == nil || ctx.Err() != nil || !term.IsTerminal(c.in.Fd()) || !c.screen(c.out.File).Live {
		return false
	}
	out.pause()
	fmt.Fprint(c.out, "  save as a test case? [Y/n] ")
	answers := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(c.in).ReadString('\n')
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
