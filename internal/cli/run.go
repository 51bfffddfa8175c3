package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/bytesize"
	"grundy/internal/language"
	"grundy/internal/sandbox"
	"grundy/internal/terminal"
	"grundy/internal/verdict"
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

func (s *streams) runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Aliases:   []string{"r"},
		Usage:     "compile a program and run it once",
		ArgsUsage: "FILE|DIR [-- ARGUMENT...]",
		Description: `Compiles the program and runs it in the sandbox on standard input, within limits. What
it prints goes to standard output; how it went goes to standard error.

   grundy run a.cpp < 1.in
   grundy run a.py --input 1.in --time-limit 2s --memory-limit 256MiB

The exit code is the program's own when it ended by itself, and 1 when it was stopped
or does not compile.`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "input", Aliases: []string{"i"}, Usage: "read `FILE` instead of standard input"},
			&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Usage: "take the source for `CODE`, as grundy languages lists them"},
			&cli.DurationFlag{Name: "time-limit", Aliases: []string{"t"}, Value: runTime, Usage: "allow `TIME` of CPU time"},
			&cli.StringFlag{Name: "memory-limit", Aliases: []string{"m"}, Usage: "allow `SIZE` of memory (default: 1 GiB)"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "say nothing about time and memory"},
		}, judgeFlags()),
		Action: s.runOnce,
	}
}

func (s *streams) runOnce(c *cli.Context) error {
	if !c.Args().Present() {
		return usageErrorf("grundy run a.cpp < 1.in", "run: name a source file")
	}
	source, err := runner.ReadSource(c.Args().First())
	if err != nil {
		return &usageError{err.Error(), ""}
	}
	source.Language = c.String("language")
	memory, err := sizeFlag(c, "memory-limit")
	if err != nil {
		return err
	}
	if memory == 0 {
		memory = runMemory
	}
	stdin := sandbox.FromPipe(s.in)
	if file := c.String("input"); file != "" {
		if _, err := os.Stat(file); err != nil {
			return usageErrorf("", "--input: %v", err)
		}
		stdin = sandbox.FromPath(file)
	}
	w, err := s.open(c.Context, c)
	if err != nil {
		return err
	}
	defer w.Close()
	if _, err := w.table.Detect(source); err != nil {
		return err
	}
	args := c.Args().Tail()
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	return s.execute(c, w, c.Args().First(), runner.Execution{
		Source: source,
		Build:  language.Limits{Time: compileTime, Memory: compileMemory},
		Limits: runner.ExecutionLimits(sandbox.Limits{CPU: c.Duration("time-limit"), Memory: memory, Output: runOutputLimit}),
		Args:   args,
		Stdin:  stdin,
	})
}

// execute runs a program once and reports on standard error how it went. What it prints goes straight through.
func (s *streams) execute(c *cli.Context, w *workshop, name string, e runner.Execution) error {
	e.Stdout, e.Stderr = s.out, s.err
	pen := terminal.Pen{Color: s.screen(c, s.err).Color}
	result, err := w.Run(c.Context, e, func(p *language.Program) {
		if p.Log != "" {
			fmt.Fprintln(s.err, terminal.Text(p.Log))
		}
	})
	var (
		rejected *language.CompileError
		missing  *language.MissingError
	)
	switch {
	case errors.As(err, &rejected):
		fmt.Fprintf(s.err, "%s %s: %s\n%s\n", pen.Draw(terminal.Bad, "CE"), name, rejected.Reason, terminal.Text(rejected.Log))
		return outcome(exitFailed)
	case errors.As(err, &missing):
		return err
	case err != nil:
		return judging(err)
	}
	v, reason := runner.Classify(result, e.Limits)
	if !c.Bool("quiet") {
		ending := pen.Draw(terminal.Good, "ended")
		if v != verdict.None {
			ending = pen.Draw(terminal.Bad, v.String()) + " " + reason
		}
		fmt.Fprintf(s.err, "%s  %.3f s CPU, %.3f s, %s  %s\n", ending, result.CPU.Seconds(), result.Wall.Seconds(), result.Memory, pen.Draw(terminal.Faint, string(result.Tier)))
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
