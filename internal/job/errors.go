package job

import (
	"errors"
	"fmt"
	"strings"

	"grundy/internal/event"
	"grundy/internal/judge/language"
)

// PackageError reports a program of a package that cannot be built: the package is faulty, or its toolchain is
// missing.
type PackageError struct {
	Program string // relative to the package's directory
	Err     error
}

func (e *PackageError) Error() string {
	var compile *language.CompileError
	if errors.As(e.Err, &compile) && compile.Log != "" {
		return fmt.Sprintf("%s cannot be built: %v\n%s", e.Program, e.Err, strings.TrimRight(compile.Log, "\n"))
	}
	return fmt.Sprintf("%s cannot be built: %v", e.Program, e.Err)
}

func (e *PackageError) Unwrap() error { return e.Err }

// SanitizerError is the report of the sanitizers about a program of a package: its behavior was undefined, whatever
// its verdict.
type SanitizerError struct {
	Program string // relative to the package's directory
	event.Breakdown
}

func (e *SanitizerError) Error() string {
	return e.Program + " breaks the rules of its language: " + e.Fault
}
