package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
	"grundy/runner"
)

// The limits of a run outside any problem.
const (
	runTime        = 10 * time.Second
	runMemory      = bytesize.GiB
	compileTime    = time.Minute
	compileMemory  = 2 * bytesize.GiB
	runOutputLimit = bytesize.GiB
)

func runCommand() *command {
	return &command{
		do: runProgram,
		Command: cli.Command{
			Name:      "run",
			Aliases:   []string{"r"},
			Usage:     "compile a program and run it once",
			ArgsUsage: "FILE|DIR [-- ARGUMENT...]",
			Description: `Compiles the program and runs it in the sandbox on standard input, within limits. What
it prints goes to standard output. What it says on standard error goes there, too, with your
paths in place of the sandbox's, and then how it went.

On a terminal the program gets a terminal of its own, which lasts as long as the program: it can
prompt, and print in colours; other escape sequences are shown as signs, unless you append | cat.

   grundy run a.cpp < 1.in
   grundy run a.py --input 1.in --time-limit 2s --memory-limit 256MiB

The exit code is the program's own when it ended by itself, and 1 when it was stopped
or does not compile.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "input", Aliases: []string{"i"}, Usage: "read `FILE` instead of standard input"},
				&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Usage: "take the source for `CODE`, as grundy languages lists them"},
				&cli.StringFlag{Name: "time-limit", Aliases: []string{"t"}, DefaultText: runTime.String(), Usage: "allow `TIME` of CPU time"},
				&cli.StringFlag{Name: "memory-limit", Aliases: []string{"m"}, DefaultText: runMemory.String(), Usage: "allow `SIZE` of memory"},
				sanitizeFlag(),
				switchFlag("quiet", "say nothing about time and memory", "q"),
			}, judgeFlags()),
		},
	}
}

func runProgram(ctx context.Context, c *call) error {
	if !c.Args().Present() {
		return hint.Errorf("grundy run a.cpp < 1.in", "run: name a source file")
	}
	source, err := workspace.ReadSource(c.Args().First(), c.String("language"))
	if err != nil {
		return err
	}
	source.Tool, source.Sanitize = true, c.Bool("sanitize")
	limits := sandbox.Limits{Output: runOutputLimit}
	if limits.CPU, err = timeFlag(c, "time-limit"); err != nil {
		return err
	}
	if limits.Memory, err = sizeFlag(c, "memory-limit"); err != nil {
		return err
	}
	limits.CPU, limits.Memory = cmp.Or(limits.CPU, runTime), cmp.Or(limits.Memory, runMemory)
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	stdin := sandbox.FromFile(c.in)
	if name := c.String("input"); name != "" && name != "-" {
		file, err := c.inputFile(w)
		if err != nil {
			return err
		}
		stdin = sandbox.FromPath(file)
	}
	judge, err := w.Judge(ctx)
	if err != nil {
		return err
	}
	builder, err := w.Builder()
	if err != nil {
		return err
	}
	if _, err := builder.Table.Detect(source); err != nil {
		return fmt.Errorf("%s: %w", c.Args().First(), err)
	}
	return execute(ctx, c, judge, c.Args().First(), runner.Execution{
		Source: source,
		Build:  language.Limits{Time: compileTime, Memory: compileMemory},
		Limits: limits,
		Args:   c.Args().Tail(),
		Stdin:  stdin,
	})
}

// execute runs a program once and reports on standard error how it went. What it prints goes through at once.
func execute(ctx context.Context, c *call, judge *runner.Judge, name string, e runner.Execution) error {
	e.Stdout, e.Stderr = c.out.File, c.err
	said := func() {}
	if terminal.Is(c.err) {
		words := terminal.NewForeign(c.err)
		e.Stderr, said = words, func() { _ = words.Close() } // a terminal that has gone
	}
	pen := terminal.Pen{Color: c.screen(c.err).Color}
	hides := ""
	result, err := judge.Run(ctx, e, func(p *language.Program) {
		hides = p.Hides
		if p.Log != "" {
			fmt.Fprintln(c.err, terminal.Text(p.Log))
		}
	})
	said()
	var (
		rejected *language.CompileError
		missing  *language.MissingError
	)
	switch {
	case errors.As(err, &rejected):
		return c.rejected(name, rejected.Reason, rejected.Log, rejected.Help)
	case errors.As(err, &missing):
		return err
	case err != nil:
		return judging(err)
	}
	v, reason := runner.Classify(result, e.Limits)
	if v == verdict.RTE && hides != "" {
		reason += ": " + terminal.Line(hides)
	}
	if !c.Bool("quiet") {
		ending := pen.Draw(terminal.Good, "ended")
		if v != verdict.None {
			ending = pen.Draw(terminal.Bad, v.String()) + " " + reason
		}
		fmt.Fprintf(c.err, "%s  %.3f s CPU, %.3f s, %s  %s\n", ending, result.CPU.Seconds(), result.Wall.Seconds(), result.Memory.Measured(), pen.Draw(terminal.Faint, string(result.Tier)))
	}
	switch {
	case v == verdict.None:
		return nil
	case v == verdict.RTE && result.Signal == 0:
		return outcome(result.Exit)
	default:
		return outcome(exitFailed)
	}
}
