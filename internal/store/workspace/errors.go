package workspace

import (
	"cmp"
	"fmt"

	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
)

// JudgeError tells that the judge itself failed, and neither a person nor a package is to blame.
type JudgeError struct{ Err error }

func (e *JudgeError) Error() string { return "the judge failed: " + e.Err.Error() }

// Unwrap gives the cause.
func (e *JudgeError) Unwrap() error { return e.Err }

// Hint is that of the cause, if it has one.
func (e *JudgeError) Hint() string {
	return cmp.Or(hint.Of(e.Err), "grundy doctor looks at what the judge needs")
}

// IsolationError tells that the machine isolates less than was asked for, so that nothing was run.
type IsolationError struct {
	Choice         backend.Choice
	Tier, Required sandbox.Tier
}

func (e *IsolationError) Error() string {
	return fmt.Sprintf("the sandbox is %s, which is weaker than %s: %s", e.Tier, e.Required, e.Choice.Weaker)
}

// Hint is how to get a stronger sandbox.
func (e *IsolationError) Hint() string { return e.Choice.Remedy }

// placeError tells that there is no place for temporary files.
type placeError struct{ err error }

func (e *placeError) Error() string { return e.err.Error() }
func (e *placeError) Unwrap() error { return e.err }
func (e *placeError) Hint() string  { return "set TMPDIR to a folder of your own that can be written" }
