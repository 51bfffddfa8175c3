package hint

import (
	"errors"
	"fmt"
)

// hinter is an error that knows its remedy.
type hinter interface {
	error
	// Hint is a line for the user without a full stop: "grundy list shows the problems"; "" if there is no remedy.
	Hint() string
}

// hinted is an error with its remedy.
type hinted struct {
	error
	hint string
}

func (e *hinted) Hint() string { return e.hint }

func (e *hinted) Unwrap() error { return e.error }

// Errorf makes an error like fmt.Errorf, with a hint.
func Errorf(hint, format string, args ...any) error { return With(hint, fmt.Errorf(format, args...)) }

// With gives an error a hint, which precedes those of wrapped errors.
func With(hint string, err error) error { return &hinted{err, hint} }

// Of returns the first non-empty hint of an error and the errors that it wraps, "" if there is none.
func Of(err error) string {
	var known hinter
	for errors.As(err, &known) {
		if text := known.Hint(); text != "" {
			return text
		}
		err = errors.Unwrap(known)
	}
	return ""
}
