package hint

import (
	"errors"
	"fmt"
)

// hinter is an error that knows what to do about it.
type hinter interface {
	error
	// Hint is a line for people, without an end: "grundy list shows the problems"; "" when there is nothing to do.
	Hint() string
}

// hinted is an error and the remedy that goes with it.
type hinted struct {
	error
	hint string
}

func (e *hinted) Hint() string { return e.hint }

func (e *hinted) Unwrap() error { return e.error }

// Errorf makes an error as fmt.Errorf does, with its hint.
func Errorf(hint, format string, args ...any) error { return With(hint, fmt.Errorf(format, args...)) }

// With gives an error a hint, which goes before the ones that it wraps.
func With(hint string, err error) error { return &hinted{err, hint} }

// Of is the hint of an error or of what it wraps, the first that says something, "" without one.
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
