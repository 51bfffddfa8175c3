package checker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// External is a checker program. It judges one output at a time.
type External struct {
	Dialect Dialect
	// Box runs the program. Command begins its command line, as seen in the box; the dialect appends the files.
	// Mounts show what the command needs. The mount names input, answer, output and feedback are reserved.
	Box     sandbox.Box
	Command []string
	Env     []string
	Mounts  []sandbox.Mount
	// Copies are the files of its working directory.
	Copies []sandbox.Copy
	// Inspect examines its standard error before its result counts. An error replaces the result. nil examines
	// nothing.
	Inspect func(stderr []byte) error
	// Limits bound each run: a checker that hits one is a failure of the judge.
	Limits sandbox.Limits
	// Scratch is an existing directory of the host for this checker alone. Nothing in it is needed after Check.
	Scratch string
}

// Check runs the program on one output.
func (e *External) Check(ctx context.Context, c Case) (Verdict, error) {
	p, err := e.Dialect.protocol()
	if err != nil {
		return Verdict{}, err
	}
	if len(c.Args) > 0 && !p.args {
		return Verdict{}, &JudgeError{Reason: fmt.Sprintf("a %s of the dialect %s takes no arguments, got %q", p.noun, e.Dialect, c.Args)}
	}
	view := View{Box: e.Box, Scratch: e.Scratch, Within: c.Within}
	shown, err := show(&view, p, c)
	if err != nil {
		return Verdict{}, err
	}
	spec := sandbox.Spec{
		Args:   slices.Concat(e.Command, p.arguments(shown), c.Args),
		Env:    e.Env,
		Mounts: slices.Concat(e.Mounts, view.Mounts()),
		Copies: e.Copies,
		Limits: e.Limits,
	}
	if p.stdin {
		spec.Stdin = sandbox.FromPath(c.Output)
	}
	result, stdout, stderr, err := e.run(ctx, spec)
	if err != nil {
		return Verdict{}, fmt.Errorf("run the %s: %w", p.noun, err)
	}
	feedback := ""
	if p.feedback {
		feedback = c.Feedback
	}
	return e.Interpret(result, stdout, stderr, feedback)
}

// Interpret is that of the dialect, after Inspect. An error about too much output names the limit.
func (e *External) Interpret(result sandbox.Result, stdout, stderr []byte, feedback string) (Verdict, error) {
	if e.Inspect != nil {
		if err := e.Inspect(stderr); err != nil {
			return Verdict{}, err
		}
	}
	outcome, err := e.Dialect.Interpret(result, stdout, stderr, feedback)
	if fault := (*JudgeError)(nil); result.Breach == sandbox.OutputBreach && errors.As(err, &fault) {
		fault.Reason += fmt.Sprintf(", %s; limits.validation_output in problem.yaml raises it", e.Limits.Output)
	}
	return outcome, err
}

// show shows the checker those files of a case that its dialect names.
func show(view *View, p protocol, c Case) (shown files, err error) {
	if shown.input, err = view.File("input", c.Input); err != nil {
		return files{}, err
	}
	if shown.answer, err = view.File("answer", c.Answer); err != nil {
		return files{}, err
	}
	if !p.stdin {
		if shown.output, err = view.Output("output", c.Output); err != nil {
			return files{}, err
		}
	}
	if p.feedback {
		shown.feedback = view.Folder("feedback", c.Feedback)
	}
	return shown, nil
}

// run runs the program and returns the beginnings of its output and standard error.
func (e *External) run(ctx context.Context, spec sandbox.Spec) (result sandbox.Result, stdout, stderr []byte, err error) {
	out, err := fsutil.Fresh(filepath.Join(e.Scratch, "stdout"))
	if err != nil {
		return result, nil, nil, err
	}
	defer out.Close()
	errs, err := fsutil.Fresh(filepath.Join(e.Scratch, "stderr"))
	if err != nil {
		return result, nil, nil, err
	}
	defer errs.Close()

	spec.Stdout, spec.Stderr = out, errs
	if result, err = e.Box.Run(ctx, spec); err != nil {
		return result, nil, nil, err
	}
	if stdout, err = beginning(out); err != nil {
		return result, nil, nil, err
	}
	stderr, err = beginning(errs)
	return result, stdout, stderr, err
}

// beginning reads a little more than text keeps, so that text can tell whether something was cut.
func beginning(file io.ReaderAt) ([]byte, error) {
	return io.ReadAll(io.NewSectionReader(file, 0, textLimit+1))
}
