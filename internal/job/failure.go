package job

import (
	"context"
	"encoding/json"
	"errors"

	"grundy/checker"
	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
)

// failure is an error as data: its text, its hint, and those wrapped errors that callers look for.
type failure struct {
	Text      string
	Hint      string                 `json:",omitempty"`
	Package   *packageFailure        `json:",omitempty"`
	Source    *language.SourceError  `json:",omitempty"`
	Missing   *language.MissingError `json:",omitempty"`
	Rejected  *rejected              `json:",omitempty"`
	Checker   *checker.JudgeError    `json:",omitempty"`
	Sanitizer *SanitizerError        `json:",omitempty"`
	Fault     *Fault                 `json:",omitempty"`
	Judge     *JudgeError            `json:",omitempty"`
	Compile   *CompileError          `json:",omitempty"`
	Ended     bool                   `json:",omitempty"` // by its context
}

// packageFailure is a PackageError.
type packageFailure struct {
	Program string
	Cause   *failure
}

// rejected is a language.CompileError.
type rejected struct{ Command, Log, Reason, Help string }

// EncodeError encodes an error as JSON, null for nil.
func EncodeError(err error) ([]byte, error) { return json.Marshal(failureOf(err)) }

func failureOf(err error) *failure {
	if err == nil {
		return nil
	}
	f := &failure{Text: err.Error(), Hint: hint.Of(err), Ended: errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)}
	var broken *PackageError
	if errors.As(err, &broken) {
		f.Package = &packageFailure{broken.Program, failureOf(broken.Err)}
	}
	var compile *language.CompileError
	if errors.As(err, &compile) {
		f.Rejected = &rejected{compile.Command, compile.Log, compile.Reason, compile.Help}
	}
	errors.As(err, &f.Source)
	errors.As(err, &f.Missing)
	errors.As(err, &f.Checker)
	errors.As(err, &f.Sanitizer)
	errors.As(err, &f.Fault)
	errors.As(err, &f.Judge)
	errors.As(err, &f.Compile)
	return f
}

// DecodeError decodes an error: it has the same text, and errors.As finds the same errors in it. The second result
// reports malformed text.
func DecodeError(text []byte) (failed, faulty error) {
	var f *failure
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	return f.restore(), nil
}

// MissingAt adds to an encoded error about a missing toolchain where it is missing: " on lab-1, lab-2".
func MissingAt(text []byte, where string) ([]byte, error) {
	var f *failure
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	f.missingAt(where)
	return json.Marshal(f)
}

func (f *failure) missingAt(where string) {
	if f == nil || f.Missing == nil && (f.Compile == nil || !f.Compile.Compile.Skipped) {
		return
	}
	f.Text += where
	if f.Missing != nil {
		f.Missing.Reason += where
	}
	if f.Compile != nil {
		f.Compile.Compile.Failed += where
	}
	if f.Package != nil {
		f.Package.Cause.missingAt(where)
	}
}

func (f *failure) restore() error {
	if f == nil {
		return nil
	}
	r := &remoteError{text: f.Text}
	if f.Package != nil {
		r.inner = append(r.inner, &PackageError{Program: f.Package.Program, Err: f.Package.Cause.restore()})
	}
	if f.Rejected != nil {
		r.inner = append(r.inner, &language.CompileError{Command: f.Rejected.Command, Log: f.Rejected.Log, Reason: f.Rejected.Reason, Help: f.Rejected.Help})
	}
	if f.Source != nil {
		r.inner = append(r.inner, f.Source)
	}
	if f.Missing != nil {
		r.inner = append(r.inner, f.Missing)
	}
	if f.Checker != nil {
		r.inner = append(r.inner, f.Checker)
	}
	if f.Sanitizer != nil {
		r.inner = append(r.inner, f.Sanitizer)
	}
	if f.Fault != nil {
		r.inner = append(r.inner, f.Fault)
	}
	if f.Judge != nil {
		r.inner = append(r.inner, f.Judge)
	}
	if f.Compile != nil {
		r.inner = append(r.inner, f.Compile)
	}
	if f.Ended {
		r.inner = append(r.inner, context.Canceled)
	}
	if f.Hint != "" {
		return hint.With(f.Hint, r)
	}
	return r
}

// remoteError is an error that happened elsewhere.
type remoteError struct {
	text  string
	inner []error
}

func (e *remoteError) Error() string   { return e.text }
func (e *remoteError) Unwrap() []error { return e.inner }
