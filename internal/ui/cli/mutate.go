package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/edit"
	"grundy/internal/author/mutate"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
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
   grundy mutate problems/nim/submissions/accepted/nim.cpp --operators boundary,overflow
   grundy mutate --problem nim accepted/nim.py --count 50
   grundy mutate --on hub.json problems/nim   the workers of a hub judge

A mistake is, for example, < instead of <=, or a missing statement. The solution may be in Go, C,
C++ or Python. A mutant that survives is a mistake that a solution could contain and still be
accepted, so the data needs a case against it. If the mutant behaves like the original on every
valid input, solution/mutants.yaml of the package may say why. Without a solution, the command
takes the model solution of the package, or its first accepted one in Go.

grundy writes the survivors to files; grundy stress searches for an input that kills one. With
--kill, mutate searches itself: first among all small inputs, then among more and more generated
ones. It shrinks each killing input and shows it; with --add it also adds it as a test case, like
grundy add. "equal up to 5" means that no input of at most 5 numbers, each at most 5, kills the
mutant.

   grundy mutate problems/nim --kill
   grundy mutate problems/nim --kill --kill-time 30s --add

Exit code: 0 when no mutant survives or new test cases kill all survivors, 1 when some survive,
2 for mistakes in the command, a faulty package or a solution that is not accepted, 3 when the
judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "problem", Aliases: []string{"p"}, Usage: "judge against the cases of `ID|DIR|ZIP`"},
				&cli.StringFlag{Name: "operators", Aliases: []string{"o"}, Usage: "use only the operators in `LIST`: " + operatorNames()},
				&cli.StringFlag{Name: "lines", Usage: "change only the lines `A-B`"},
				&cli.StringFlag{Name: "count", Aliases: []string{"n"}, Usage: "judge only `N` mutants, chosen at random"},
				&cli.StringFlag{Name: "seed", Aliases: []string{"s"}, DefaultText: "1", Usage: "choose the mutants of --count by seed `N`"},
				&cli.StringFlag{Name: "time", Usage: "stop after `TIME` per solution, such as 5m"},
				&cli.StringFlag{Name: "survivors", DefaultText: "a directory in the cache", Usage: "write the sources of the survivors to `DIR`"},
				switchFlag("kill", "search for an input that kills each survivor, and show it"),
				&cli.StringFlag{Name: "kill-time", DefaultText: defaultHuntTime.String(), Usage: "with --kill, try generated inputs for `TIME` per survivor"},
				switchFlag("add", "with --kill, add the killing inputs as test cases"),
				switchFlag("fresh", "judge all mutants anew, ignoring results of earlier runs"),
				formatFlag("mutate"),
				recordFlag(),
				switchFlag("verbose", "show the result of every mutant", "v"),
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, judgeFlags()),
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
	options.Jobs = client.Slots()
	m := &mutating{call: c, workspace: w, client: client}
	if m.hunting, err = huntTime(c); err != nil {
		return err
	}
	solutions, err := mutate.Find(ctx, w, c.String("problem"), c.words())
	if err != nil {
		return err
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		exit := exitOK
		for _, solution := range solutions {
			code, err := m.run(ctx, solution, options, out)
			if err != nil {
				return err
			}
			exit = max(exit, code)
		}
		return outcomeOf(exit)
	})
}

// mutateOptions reads the flags that choose mutants.
func mutateOptions(c *call) (mutate.Options, error) {
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

// mutating is one run of the command.
type mutating struct {
	*call
	workspace *workspace.Workspace
	client    job.Client
	// solution is the one whose mutants are judged.
	solution mutate.Solution
	// hunting is how long to hunt a survivor, 0 for not at all.
	hunting time.Duration
}

// run judges the mutants of one solution and returns the exit code.
func (m *mutating) run(ctx context.Context, solution mutate.Solution, options mutate.Options, out event.Sink) (int, error) {
	m.solution = solution
	if m.Bool("add") { // fails before minutes of work
		if _, err := edit.Open(ctx, m.workspace, m.client, solution.Problem.Dir); err != nil {
			return exitUsage, fmt.Errorf("--add: %w", err)
		}
	}
	if err := m.complete(ctx, m.workspace, solution.Problem, nil); err != nil {
		return exitJudge, err
	}
	folder, err := m.folder(solution)
	if err != nil {
		return exitJudge, err
	}
	var unkept error
	var survivors []mutate.Mutant
	options.Keep = func(survivor mutate.Mutant) string {
		if unkept != nil {
			return ""
		}
		var kept string
		if kept, unkept = mutate.Keep(folder, survivor); unkept != nil {
			return ""
		}
		survivors = append(survivors, survivor)
		if m.hunting > 0 {
			return ""
		}
		return m.hunt(kept)
	}
	summary, err := mutate.Run(ctx, m.client, solution, options, out.Event)
	var (
		refused  *mutate.NotAcceptedError
		language *mutate.LanguageError
	)
	switch {
	case summary.Interrupted:
		return exitInterrupted, nil // the report says so
	case errors.As(err, &refused):
		return exitUsage, refused
	case errors.As(err, &language):
		return exitUsage, language
	case err != nil:
		return exitJudge, judging(err)
	case unkept != nil:
		return exitUsage, hint.Errorf("choose a directory with --survivors", "keep the survivors: %w", unkept)
	case len(summary.Failures) > 0:
		return exitJudge, nil
	case len(summary.Survivors) > 0 && m.hunting > 0:
		return m.kill(ctx, summary.Survivors, survivors, out)
	case len(summary.Survivors) > 0:
		return exitFailed, nil
	}
	return exitOK, nil
}

// folder is where the survivors of a solution are kept: the user's directory, or one in the cache, which is cleared
// before each run.
func (m *mutating) folder(solution mutate.Solution) (string, error) {
	if dir := m.String("survivors"); dir != "" {
		return dir, nil
	}
	dir, err := m.workspace.CacheDir()
	if err != nil {
		return "", &workspace.JudgeError{Err: err}
	}
	dir = filepath.Join(dir, "mutants", solution.Problem.ID, strings.ReplaceAll(filepath.ToSlash(solution.Name), "/", "-"))
	if err := os.RemoveAll(dir); err != nil {
		return "", &workspace.JudgeError{Err: fmt.Errorf("remove the survivors of the last run: %w", err)}
	}
	return dir, nil
}

// hunt is the command that searches for a case which kills a kept survivor.
func (m *mutating) hunt(kept string) string {
	words := []string{"grundy", "stress", hint.Quote(shortPath(kept)), "--problem", hint.Quote(m.named())}
	words = append(words, "--against", hint.Quote(m.solution.Name))
	if _, err := os.Stat(filepath.Join(m.solution.Problem.Dir, "generators", "generators.yaml")); err != nil {
		words = append(words, "--gen", "COMMAND")
	}
	return strings.Join(words, " ")
}

// named is how the user names the problem.
func (m *mutating) named() string {
	if id := m.solution.Problem.ID; m.workspace.Problems().Has(id) {
		return id
	}
	return shortPath(m.solution.Problem.Dir)
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
