package job

import (
	"errors"
	"fmt"
	"strings"

	"grundy/internal/event"
	"grundy/internal/judge/language"
)

// PackageError is a program of a package that cannot be built: the package is faulty, or its toolchain is missing.
type PackageError struct {
	Program string // below the package's folder
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

// SanitizerError is what the sanitizers say of a program of a package that was built with them: it did what its language
// does not define, whatever word it gave.
type SanitizerError struct {
	Program string // below the package's folder
	event.Breakdown
}

func (e *SanitizerError) Error() string {
	return e.Program + " breaks the rules of its language: " + e.Fault
}
