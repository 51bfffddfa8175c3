package icpc

import (
	"fmt"

	"grundy/internal/problem"
)

// report collects the faults of a package in the order they are found.
type report struct {
	faults problem.Diagnostics
}

// place is where a fault lies: a path below the package, and a line or 0 for the whole file.
type place struct {
	file string
	line int
}

func (r *report) add(level problem.Level, practice bool, at place, help, message string) {
	r.faults = append(r.faults, problem.Diagnostic{
		Level: level, Practice: practice, File: at.file, Line: at.line, Message: message, Help: help,
	})
}

// fail reports an error that keeps the package from being used.
func (r *report) fail(at place, help, format string, args ...any) {
	r.add(problem.Error, false, at, help, fmt.Sprintf(format, args...))
}

// lack reports an error that practice tolerates: something is missing that judging does not need.
func (r *report) lack(at place, help, format string, args ...any) {
	r.add(problem.Error, true, at, help, fmt.Sprintf(format, args...))
}

func (r *report) warn(at place, help, format string, args ...any) {
	r.add(problem.Warning, false, at, help, fmt.Sprintf(format, args...))
}
