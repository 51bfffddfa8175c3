package workspace

import (
	"cmp"
	"fmt"

	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
)

// JudgeError reports that the judge itself failed; neither the user nor a package is at fault.
type JudgeError struct{ Err error }

func (e *JudgeError) Error() string { return "the judge failed: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *JudgeError) Unwrap() error { return e.Err }

// Hint returns the hint of the cause, or a general one.
func (e *JudgeError) Hint() string {
	return cmp.Or(hint.Of(e.Err), "grundy doctor checks what the judge needs")
}

// IsolationError reports that the machine isolates less than required, so nothing was run.
type IsolationError struct {
	Choice         backend.Choice
	Tier, Required sandbox.Tier
}

func (e *IsolationError) Error() string {
	return fmt.Sprintf("the sandbox is %s, which is weaker than %s: %s", e.Tier, e.Required, e.Choice.Weaker)
}

// Hint returns how to get a stronger sandbox.
func (e *IsolationError) Hint() string { return e.Choice.Remedy }

// directoryError reports that there is no directory for temporary files.
type directoryError struct{ err error }

func (e *directoryError) Error() string { return e.err.Error() }
func (e *directoryError) Unwrap() error { return e.err }
func (e *directoryError) Hint() string {
	return cmp.Or(hint.Of(e.err), "set TMPDIR to a writable directory of your own")
}
