package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

func runCommand() *command {
	return &command{
		do: runProgram,
		Command: cli.Command{
			Name:      "run",
			Aliases:   []string{"r"},
			Usage:     "compile a program and run it once",
			ArgsUsage: "FILE|DIR [-- ARGUMENT...]",
			Description: `Compiles a program and runs it once in the sandbox on standard input, within limits.

   grundy run a.cpp < 1.in
   grundy run a.py --input 1.in --time-limit 2s --memory-limit 256MiB
   grundy run a.py --interactor judge.cpp --input 1.in
   grundy run a.py                       you are the other side, if you type

With --on it runs on a worker of a hub, which gets its whole input first. You see what it prints
as it prints, the first MiB of it. What reads a terminal runs on your machine all the same.

The output of the program goes to standard output. Its standard error goes to standard error, with
your paths instead of the sandbox's, followed by a line about time and memory.

On a terminal, the program gets a terminal of its own, so it can prompt and print in colours.
grundy shows other escape sequences as visible signs, unless you append | cat.

The exit code is the program's own when it ended by itself, and 1 when it was stopped or does not
compile.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "input", Aliases: []string{"i"}, Usage: "read `FILE` instead of standard input"},
				languageFlag("source"),
				profileFlag(),
				interactorFlag("run the program against the interactor `FILE`, which reads the input, and show what they say"),
				dialectFlag(),
				&cli.StringFlag{Name: "checker-args", Usage: "pass `ARGS` to the interactor"},
				&cli.StringFlag{Name: "time-limit", Aliases: []string{"t"}, DefaultText: practice.FreeTime.String(), Usage: "allow `TIME` of CPU time"},
				&cli.StringFlag{Name: "memory-limit", Aliases: []string{"m"}, DefaultText: practice.FreeMemory.String(), Usage: "allow `SIZE` of memory"},
				sanitizeFlag(),
				onFlag(),
				switchFlag("quiet", "do not print time and memory", "q"),
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
	source.Sanitize = c.Bool("sanitize")
	profiles, err := c.profiles()
	if err != nil {
		return err
	}
	source.Profile = profiles.ForPage(plain.Address(source.Files[0].Path))
	run := practice.FreeExecution(source)
	run.Args = c.Args().Tail()
	limit, err := timeFlag(c, "time-limit")
	if err != nil {
		return err
	}
	memory, err := sizeFlag(c, "memory-limit")
	if err != nil {
		return err
	}
	run.TimeLimit, run.MemoryLimit = cmp.Or(limit, run.TimeLimit), cmp.Or(memory, run.MemoryLimit)
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	judge, err := judgeFlag(c)
	if err != nil {
		return err
	}
	if judge != nil {
		if run.Input.Path, err = c.interactorInput(w); err != nil {
			return err
		}
		return c.converse(ctx, w, run, judge)
	}
	stdin := c.in
	if name := c.String("input"); name != "" && name != "-" {
		file, err := c.inputFile(w)
		if err != nil {
			return err
		}
		run.Input, stdin = language.File{Path: file}, nil
	}
	open := w.Executor
	if c.onHub() && stdin != nil && terminal.Is(stdin) {
		c.advise("what you type is read on this machine, so the program runs here")
		open = w.Local
	}
	client, err := open(ctx)
	if err != nil {
		return err
	}
	builder, err := w.Builder()
	if err != nil {
		return err
	}
	if _, err := builder.Table.Detect(run.Source); err != nil {
		return fmt.Errorf("%s: %w", c.Args().First(), err)
	}
	return execute(ctx, c, client, job.NoProblem(), c.Args().First(), run, stdin)
}

// execute runs a program once and reports on standard error how it went. The program's output passes through at once.
func execute(ctx context.Context, c *call, client job.Client, p *problem.Problem, name string, run job.Execution, stdin *os.File) error {
	streams := job.Streams{In: stdin, Out: c.out.File, Err: c.err}
	said := func() {}
	if terminal.Is(c.err) {
		words := terminal.NewForeign(c.err)
		streams.Err, said = words, func() { _ = words.Close() } // the terminal may be gone
	}
	pen := terminal.Pen{Color: c.screen(c.err).Color}
	result, err := client.Execute(ctx, p, run, streams, func(e event.Event) {
		c.tellPreparing(e)
		if compile, ok := e.(event.Compile); ok && compile.Log != "" {
			fmt.Fprintln(c.err, terminal.Text(compile.Log))
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
	if !c.Bool("quiet") {
		ending := pen.Draw(terminal.Good, "ended")
		if result.Verdict != verdict.None {
			ending = pen.Draw(terminal.Bad, result.Verdict.String()) + " " + result.Reason
		}
		c.tellEnding(ending, result.CPU, result.Wall, result.Memory, result.Tier)
	}
	switch {
	case result.Verdict == verdict.None:
		return nil
	case result.Verdict == verdict.RTE && result.Signal == 0:
		return exitVerdict(result.Exit)
	default:
		return exitVerdict(exitFailed)
	}
}

// tellEnding prints how a program ended, with its times, its memory and the tier of its sandbox.
func (c *call) tellEnding(ending string, cpu, wall time.Duration, memory bytesize.Size, tier sandbox.Tier) {
	pen := terminal.Pen{Color: c.screen(c.err).Color}
	fmt.Fprintf(c.err, "%s  %.3f s CPU, %.3f s, %s  %s\n", ending, cpu.Seconds(), wall.Seconds(), memory.Measured(), pen.Draw(terminal.Faint, string(tier)))
}
