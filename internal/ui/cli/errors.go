package cli

import (
	"context"
	"errors"
	"fmt"

	"grundy/internal/app/mutants"
	"grundy/internal/author/edit"
	"grundy/internal/author/generate"
	"grundy/internal/author/mutate"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// The exit codes, which scripts rely on.
const (
	exitOK     = 0
	exitFailed = 1 // a verdict was not the expected one
	exitUsage  = 2 // wrong usage, or a faulty package
	exitJudge  = 3 // the judge failed
	// exitInterrupted is the exit code that shells give for SIGINT.
	exitInterrupted = 130
)

// exitVerdict ends a command with an exit code and without a message: the report has said everything.
type exitVerdict int

func (exitVerdict) Error() string { return "" }

// failedError ends a command with a message and the exit code of an unexpected verdict.
type failedError struct{ error }

func (e *failedError) Unwrap() error { return e.error }

// judging classifies the error of a run: the user's, the package's, or the judge's own.
func judging(err error) error {
	var (
		source  *language.SourceError
		program *job.PackageError
		faulty  *problem.FaultError
		refusal *edit.Refusal
		unknown *edit.UnknownError
		place   *changeset.Error
		data    *generate.FaultError
		fault   *job.Fault
		compile *job.CompileError
		refused *mutate.NotAcceptedError
		mutable *mutate.LanguageError
		option  *mutants.OptionError
		judge   *workspace.JudgeError
		useless *workspace.UnusableError
	)
	switch {
	case errors.As(err, &refusal):
		return &failedError{err}
	case err == nil, errors.Is(err, context.Canceled),
		errors.As(err, &source), errors.As(err, &program), errors.As(err, &faulty), errors.As(err, &unknown),
		errors.As(err, &place), errors.As(err, &data), errors.As(err, &fault), errors.As(err, &compile), errors.As(err, &judge),
		errors.As(err, &refused), errors.As(err, &mutable), errors.As(err, &option), errors.As(err, &useless):
		return err
	}
	return &workspace.JudgeError{Err: err}
}

// printing wraps the error of printing a report.
func printing(err error) error {
	if err != nil {
		return &workspace.JudgeError{Err: fmt.Errorf("write the report: %w", err)}
	}
	return nil
}

func exitCode(err error) int {
	var (
		done   exitVerdict
		failed *workspace.JudgeError
		wrong  *failedError
	)
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &wrong):
		return exitFailed
	case errors.As(err, &done):
		return int(done)
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &failed):
		return exitJudge
	default:
		return exitUsage
	}
}
