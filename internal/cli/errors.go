package cli

import (
	"context"
	"errors"
	"fmt"

	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
	"grundy/runner"
)

// The exit codes, which scripts rely on.
const (
	exitOK     = 0
	exitFailed = 1 // a verdict was not as wished
	exitUsage  = 2 // usage, or a faulty package
	exitJudge  = 3 // the judge failed
	// exitInterrupted is what shells give for SIGINT.
	exitInterrupted = 130
)

// usageError is a mistake of whoever typed the command.
type usageError struct{ message, hint string }

func (e *usageError) Error() string { return e.message }

func usageErrorf(hint, format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), hint}
}

// outcome ends a command with an exit code and without a message: everything has been said.
type outcome int

func (outcome) Error() string { return "" }

// judgeFailure marks errors that are the judge's own.
type judgeFailure struct{ err error }

func (e *judgeFailure) Error() string { return "the judge failed: " + e.err.Error() }
func (e *judgeFailure) Unwrap() error { return e.err }

// judging sorts the error of a judgement: the person's, the package's, or the judge's own.
func judging(err error) error {
	var (
		source *language.SourceError
		faulty *runner.PackageError
	)
	if err == nil || errors.As(err, &source) || errors.As(err, &faulty) || errors.Is(err, context.Canceled) {
		return err
	}
	return &judgeFailure{err}
}

// isolationError tells that the machine isolates less than was asked for, so that nothing was run.
type isolationError struct {
	choice         backend.Choice
	tier, required sandbox.Tier
}

func (e *isolationError) Error() string {
	return fmt.Sprintf("the sandbox is %s, which is weaker than %s: %s", e.tier, e.required, e.choice.Weaker)
}

func exitCode(err error) int {
	var (
		done   outcome
		failed *judgeFailure
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

// hintOf finds what an error offers as its remedy.
func hintOf(err error) string {
	var (
		usage   *usageError
		source  *language.SourceError
		missing *language.MissingError
		faulty  *problem.FaultError
		place   *placeError
		fault   *faultError
		weak    *isolationError
		failed  *judgeFailure
	)
	switch {
	case errors.As(err, &fault):
		return "this case again: " + fault.replay
	case errors.As(err, &weak) && weak.choice.Remedy != "":
		return weak.choice.Remedy
	case errors.As(err, &place):
		return "set TMPDIR to a folder of your own that can be written"
	case errors.As(err, &usage):
		return usage.hint
	case errors.As(err, &source):
		return source.Help
	case errors.As(err, &missing):
		return missing.Hint
	case errors.As(err, &faulty):
		return "grundy verify shows all faults of a package"
	case errors.As(err, &failed):
		return "grundy doctor looks at what the judge needs"
	}
	return ""
}
