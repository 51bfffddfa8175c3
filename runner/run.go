package runner

import (
	"context"
	"errors"
	"io"
	"os"

	"grundy/internal/base/verdict"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// Execution is a run of a program without a verdict.
type Execution struct {
	Source language.Source
	// Problem provides the files of the working directory, as in a judgement: the problem's files over those of the
	// source. With nil those of the source are alone.
	Problem *problem.Problem
	// Build bounds the compilation and Limits the run. Zero fields are as in a judgement.
	Build  language.Limits
	Limits sandbox.Limits
	Args   []string
	// Stdin and Stdout may be terminals. The program then gets ends of its own; see terminal.Relay.
	Stdin  sandbox.Input
	Stdout *os.File
	// Stderr gets lines as they come, with the user's paths in place of the sandbox's. nil discards them.
	Stderr io.Writer
}

// Run compiles a source and runs it once. It calls built after the build, and returns the result after the run.
func (j *Judge) Run(ctx context.Context, e Execution, built func(*language.Program)) (result sandbox.Result, err error) {
	err = j.slots.with(ctx, urgent, func(s *slot) error {
		box, err := s.solution(ctx)
		if err != nil {
			return err
		}
		build := e.Build
		build.Load = j.load()
		source := e.Source
		if e.Problem != nil {
			lang, err := j.languages.Detect(source)
			if err != nil {
				return err
			}
			if source, err = complete(e.Problem, lang, source); err != nil {
				return err
			}
		}
		program, err := j.builder.Build(ctx, box, source, build)
		if err != nil {
			return err
		}
		built(program)
		spec := describe(box, program, "program", j.executionLimits(e.Limits))
		spec.Args = append(spec.Args, e.Args...)
		spec.Copies = program.Sources
		if e.Problem != nil {
			spec.ReadOnlyWork = e.Problem.Format == problem.V2025 && !e.Problem.AllowFileWriting
		}
		words, err := newRelay(e.Stderr, e.Limits.Output, func(text string) string {
			return program.OwnPaths(box.Path(spec.Mounts[0]), text)
		})
		if err != nil {
			return err
		}
		spec.Stderr, spec.HandOver = words.write, []*os.File{words.write}
		shown, err := e.connect(&spec)
		if err == nil {
			result, err = box.Run(ctx, spec)
			shown()
		}
		tooMuch, ended := words.end()
		result.OutputHit = result.OutputHit || tooMuch
		return errors.Join(err, ended)
	})
	return result, err
}

// connect sets a run's input and output. It gives the program an end of its own in place of a terminal: otherwise
// changes to the terminal's settings would stay, and the program would read input meant for others. shown returns
// when the terminal shows everything that the program printed.
func (e Execution) connect(spec *sandbox.Spec) (shown func(), err error) {
	spec.Stdin, spec.Stdout = e.Stdin, e.Stdout
	typed, screen := e.Stdin.File(), e.Stdout
	if typed != nil && !terminal.Is(typed) {
		typed = nil
	}
	if screen != nil && !terminal.Is(screen) {
		screen = nil
	}
	if typed == nil && screen == nil {
		return func() {}, nil
	}
	relay, err := terminal.NewRelay()
	if err != nil {
		return nil, err
	}
	spec.HandOver = append(spec.HandOver, relay.Stdin, relay.Stdout)
	if typed != nil {
		spec.Stdin = sandbox.FromPipe(relay.Stdin)
		relay.Type(typed)
	}
	if screen != nil {
		spec.Stdout = relay.Stdout
		relay.Show(screen)
	}
	return relay.End, nil
}

// describe describes a run of a program, except for further arguments and its standard streams. name is that of its
// mount.
func describe(box sandbox.Box, program *language.Program, name string, limits sandbox.Limits) sandbox.Spec {
	mounts := program.Mounts(name)
	return sandbox.Spec{
		Args:   program.Args(box, mounts[0], limits.Memory),
		Env:    program.Env(),
		Mounts: mounts,
		Limits: program.Limits(limits),
	}
}

// executionLimits returns the sandbox limits for an Execution, given those that the user set.
func (j *Judge) executionLimits(l sandbox.Limits) sandbox.Limits {
	if l.Wall == 0 && l.CPU > 0 {
		// A program that waits for a processor or for the user's input is not idle.
		l.Wall, l.Idle = limits{time: l.CPU}.wall(j.load()), l.CPU+idleSlack
	}
	l.Processes, l.OpenFiles = maxProcesses, maxOpenFiles
	return l
}

// Classify judges how an Execution ended; None means well. See classify.
func Classify(r sandbox.Result, l sandbox.Limits) (verdict.Verdict, string) {
	return classify(r, limits{time: l.CPU, memory: l.Memory, output: l.Output})
}

// Try runs a system command in a box of submissions, to test the sandbox.
func (j *Judge) Try(ctx context.Context, args []string, l sandbox.Limits) (result sandbox.Result, err error) {
	err = j.slots.with(ctx, urgent, func(s *slot) error {
		box, err := s.solution(ctx)
		if err != nil {
			return err
		}
		result, err = box.Run(ctx, sandbox.Spec{
			Args: args, Env: []string{"PATH=/usr/local/bin:/usr/bin:/bin"}, Limits: j.executionLimits(l),
		})
		return err
	})
	return result, err
}

// Compiler calls do with a box of compilers.
func (j *Judge) Compiler(ctx context.Context, do func(sandbox.Box) error) error {
	return j.slots.with(ctx, urgent, func(s *slot) error {
		box, err := s.compiler(ctx)
		if err != nil {
			return err
		}
		return do(box)
	})
}
