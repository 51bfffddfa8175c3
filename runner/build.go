package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// parts holds the result of building for a judgement.
type parts struct {
	// compiled is the event about the submission's build, and program the built program. A submitted answer has
	// neither. err is a failure of the judge.
	compiled event.Compile
	program  *language.Program
	err      error

	checkers []*language.Program // empty for the built-in comparison
	static   *language.Program   // the static validator, nil without one
	grader   *language.Program   // nil for the default grader
	// packageErr is the error of a package program that cannot be built.
	packageErr error
}

// detect finds the language of a submission. A submitted answer gets an empty one.
func (j *Judge) detect(p *problem.Problem, submitted job.Judgement) (*language.Language, error) {
	if p.Type.SubmitAnswer {
		return &language.Language{}, nil
	}
	return j.languages.Detect(submitted.Source)
}

// build compiles the submission and the package's programs concurrently.
func (j *Judge) build(ctx context.Context, p *problem.Problem, submitted job.Judgement, lang *language.Language, want priority) parts {
	var (
		built = parts{checkers: make([]*language.Program, len(p.Output.Programs))}
		errs  = make([]error, len(p.Output.Programs)+2)
		wait  sync.WaitGroup
	)
	if !p.Type.SubmitAnswer {
		wait.Go(func() { built.compiled, built.program, built.err = j.compileSubmission(ctx, p, submitted, lang, want) })
	}
	for i, program := range p.Output.Programs {
		wait.Go(func() { built.checkers[i], errs[i] = j.outputValidator(ctx, p, program, want) })
	}
	if p.StaticValidator != nil {
		wait.Go(func() { built.static, errs[len(errs)-2] = j.packageProgram(ctx, p, *p.StaticValidator, want) })
	}
	if p.Grader != nil {
		wait.Go(func() { built.grader, errs[len(errs)-1] = j.packageProgram(ctx, p, *p.Grader, want) })
	}
	wait.Wait()
	built.packageErr = errors.Join(errs...)
	return built
}

// compileSubmission builds the submission. Errors of the source and of the machine are part of the event.
func (j *Judge) compileSubmission(
	ctx context.Context, p *problem.Problem, submitted job.Judgement, lang *language.Language, want priority,
) (event.Compile, *language.Program, error) {
	event := event.Compile{Submission: submitted.Name, Language: lang.Name}
	for _, file := range submitted.Source.Beside {
		event.Beside = append(event.Beside, file.Name)
	}
	if len(p.Languages) > 0 && !slices.Contains(p.Languages, lang.Code) {
		event.Failed = fmt.Sprintf("the problem does not allow %s", lang.Name)
		return event, nil, nil
	}
	var program *language.Program
	source, err := complete(p, lang, submitted.Source)
	if err == nil {
		program, err = j.compile(ctx, source, language.Limits{
			Code: p.Limits.Code, Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory,
		}, want)
	}
	var (
		rejected *language.CompileError
		missing  *language.MissingError
	)
	switch {
	case err != nil && ctx.Err() != nil:
		// The cause of the cancellation may quote compiler messages about another source.
		return event, nil, context.Cause(ctx)
	case errors.As(err, &rejected):
		event.Command, event.Log, event.Time, event.Failed = rejected.Command, rejected.Log, rejected.Time, rejected.Reason
		event.Help = rejected.Help
	case errors.As(err, &missing):
		event.Skipped, event.Failed, event.Missing, event.Help = true, missing.Reason, missing.Tool, missing.Install
	case err != nil:
		return event, nil, err
	default:
		event.Command, event.Log, event.Time, event.Cached = program.Command, program.Log, program.Time, program.Cached
	}
	return event, program, nil
}

// compile builds a source in a slot of its own.
func (j *Judge) compile(ctx context.Context, source language.Source, limits language.Limits, want priority) (program *language.Program, err error) {
	limits.Load = j.load()
	err = j.slots.with(ctx, want, func(s *slot) error {
		box, err := s.compiler(ctx)
		if err != nil {
			return err
		}
		program, err = j.builder.Build(ctx, box, source, limits)
		return err
	})
	return program, err
}
