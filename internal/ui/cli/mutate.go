package cli

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/mutants"
	"grundy/internal/author/mutate"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

func mutateCommand() *command {
	return &command{
		do: mutateSolutions,
		Command: cli.Command{
			Name:      "mutate",
			Usage:     "measure whether the test cases catch small mistakes",
			ArgsUsage: "[PROBLEM|SOLUTION]...",
			Description: `Makes mutants of an accepted solution, copies with one small mistake each, and lists those that
no test case kills.

   grundy mutate problems/nim
   grundy mutate contest                      every package of a contest, and a table
   grundy mutate problems/nim/submissions/accepted/nim.cpp --operators boundary,overflow
   grundy mutate --problem nim accepted/nim.py --count 50
   grundy mutate --on hub.json problems/nim   the workers of a hub judge

A mistake is, for example, < instead of <=, or a missing statement. The solution may be in Go, C,
C++ or Python. A mutant that survives is a mistake that a solution could contain and still be
accepted, so the data needs a case against it. If the mutant behaves like the original on every
valid input, solution/mutants.yaml of the package may say why. Without a solution, the command
takes the model solution of the package, or its first accepted one in Go.

grundy writes the survivors to files; grundy stress searches for an input that kills one. With
--kill, mutate searches itself: first among all small inputs and some that resemble known ones,
then among more and more generated ones. It shrinks each killing input and shows it; with --add it
also adds it as a test case, like grundy add. "equal on every input of at most 5 numbers and letters
up to 5" counts all numbers and letters of the whole input, not a size that the generator is given.

   grundy mutate problems/nim --kill
   grundy mutate problems/nim --kill --kill-time 30s --add

Exit code: 0 when no mutant survives or new test cases kill all survivors, 1 when some survive,
2 for mistakes in the command, a faulty package or a solution that is not accepted, 3 when the
judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				problemFlag("judge against the cases of `ID|DIR|ZIP`"),
				&cli.StringFlag{Name: "operators", Aliases: []string{"o"}, Usage: "use only the operators in `LIST`: " + operatorNames()},
				&cli.StringFlag{Name: "lines", Usage: "change only the lines `A-B`"},
				&cli.StringFlag{Name: "count", Aliases: []string{"n"}, Usage: "judge only `N` mutants, chosen at random"},
				&cli.StringFlag{Name: "seed", Aliases: []string{"s"}, DefaultText: "1", Usage: "choose the mutants of --count by seed `N`"},
				&cli.StringFlag{Name: "time", Usage: "stop after `TIME` per solution, such as 5m"},
				&cli.StringFlag{Name: "survivors", DefaultText: "a directory in the cache", Usage: "write the sources of the survivors to `DIR`"},
				switchFlag("kill", "search for an input that kills each survivor, and show it"),
				&cli.StringFlag{Name: "kill-time", DefaultText: mutants.DefaultKillTime.String(), Usage: "with --kill, try generated inputs for `TIME` per survivor"},
				switchFlag("add", "with --kill, add the killing inputs as test cases"),
				switchFlag("fresh", "judge all mutants anew, ignoring results of earlier runs"),
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, reportFlags("mutate", "the result of every mutant"), judgeFlags()),
		},
	}
}

func operatorNames() string {
	var names []string
	for _, operator := range mutate.Operators() {
		names = append(names, string(operator))
	}
	return strings.Join(names, ", ")
}

func mutateSolutions(ctx context.Context, c *call) error {
	options, err := mutateOptions(c)
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
	set, err := mutatedSet(ctx, c, w)
	if err != nil {
		return err
	}
	if set == nil {
		if options.Solutions, err = mutate.Find(ctx, w, c.String("problem"), c.words()); err != nil {
			return err
		}
	}
	options.Complete = func(ctx context.Context, p *problem.Problem) error { return c.complete(ctx, w, p, nil) }
	options.KillCommand = func(solution mutate.Solution, kept string) string { return killCommand(w.Problems(), solution, kept) }
	exit := exitOK
	return c.streaming(event.Begin{}, func(out *stream) error {
		var (
			result mutants.Result
			err    error
		)
		if set == nil {
			result, err = mutants.Run(ctx, w, client, options, out.Event)
		} else {
			result, err = mutants.RunSet(ctx, w, client, set, options, c.noting(&exit), out.Event)
		}
		if err != nil {
			return judging(err)
		}
		return outcomeOf(max(exit, exitOfMutants[result]))
	})
}

// mutatedSet is the set of packages that the only argument, the flag --problem or the current directory stands for; nil if they
// do not.
func mutatedSet(ctx context.Context, c *call, w *workspace.Workspace) (*workspace.Selection, error) {
	name := "."
	switch words := c.words(); {
	case len(words) > 1 || len(words) == 1 && c.IsSet("problem"):
		return nil, nil
	case len(words) == 1:
		name = words[0]
	case c.IsSet("problem"):
		name = c.String("problem")
	}
	at, err := w.Problems().Resolve(name)
	if err != nil {
		return nil, nil // it may be a solution
	}
	if _, isSet := w.Problems().Set(ctx, at); !isSet {
		return nil, nil
	}
	return w.Problems().SelectSound(ctx, []string{name})
}

// exitOfMutants is the exit code of each result.
var exitOfMutants = map[mutants.Result]int{
	mutants.Killed: exitOK, mutants.Surviving: exitFailed, mutants.Unjudged: exitJudge, mutants.Interrupted: exitInterrupted,
}

// mutateOptions reads the flags.
func mutateOptions(c *call) (mutants.Options, error) {
	options := mutants.Options{Dir: c.String("survivors"), Add: c.Bool("add")}
	var err error
	if options.Choice, err = mutantFlags(c); err != nil {
		return options, err
	}
	options.KillTime, err = killTime(c)
	return options, err
}

// mutantFlags reads the flags that choose mutants.
func mutantFlags(c *call) (mutate.Options, error) {
	options := mutate.Options{Seed: 1, Again: c.Bool("fresh")}
	var err error
	if list := c.String("operators"); list != "" {
		if options.Operators, err = mutate.ParseOperators(list); err != nil {
			return options, hint.Errorf("leave it out to use all operators", "--operators: %w", err)
		}
	}
	if c.IsSet("lines") {
		if options.Lines, err = linesFlag(c.String("lines")); err != nil {
			return options, err
		}
	}
	if c.IsSet("count") {
		options.Sample, err = strconv.Atoi(c.String("count"))
		if err != nil || options.Sample < 1 {
			return options, hint.Errorf("leave it out to judge all mutants", "--count %q: want a number, 1 or more", c.String("count"))
		}
	}
	if c.IsSet("seed") {
		if options.Seed, err = strconv.ParseUint(c.String("seed"), 10, 64); err != nil {
			return options, hint.Errorf("leave it out for seed 1", "--seed %q: want a number, 0 or more", c.String("seed"))
		}
	}
	options.Budget, err = timeFlag(c, "time")
	return options, err
}

// killTime is how long to search for an input that kills each survivor, 0 for not at all.
func killTime(c *call) (time.Duration, error) {
	if !c.Bool("kill") {
		for _, flag := range []string{"kill-time", "add"} {
			if c.IsSet(flag) {
				return 0, hint.Errorf("grundy mutate PROBLEM --kill --"+flag+" …", "--%s works with --kill only", flag)
			}
		}
		return 0, nil
	}
	limit, err := timeFlag(c, "kill-time")
	return cmp.Or(limit, mutants.DefaultKillTime), err
}

// linesFlag reads "12", "12-", "-30" or "12-30".
func linesFlag(text string) ([2]int, error) {
	wrong := hint.Errorf("leave it out to change all lines", "--lines %q: want lines such as 12 or 12-30", text)
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	var lines [2]int
	for i, part := range []string{first, last} {
		if part == "" {
			continue
		}
		number, err := strconv.Atoi(part)
		if err != nil || number < 1 {
			return lines, wrong
		}
		lines[i] = number
	}
	if lines == [2]int{} || lines[1] > 0 && lines[1] < lines[0] {
		return lines, wrong
	}
	return lines, nil
}

// killCommand is the command that searches for a case which kills a kept survivor.
func killCommand(library *workspace.Library, solution mutate.Solution, kept string) string {
	named := shortPath(solution.Problem.Dir)
	if id := solution.Problem.ID; library.Has(id) {
		named = id
	}
	words := []string{"grundy", "stress", hint.Quote(shortPath(kept)), "--problem", hint.Quote(named), "--against", hint.Quote(solution.Name)}
	if _, err := os.Stat(filepath.Join(solution.Problem.Dir, "generators", "generators.yaml")); err != nil {
		words = append(words, "--gen", "COMMAND")
	}
	return strings.Join(words, " ")
}

// shortPath makes a path relative to the current directory if that is shorter to type.
func shortPath(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if relative, err := filepath.Rel(here, path); err == nil && len(relative) < len(path) {
		return relative
	}
	return path
}
