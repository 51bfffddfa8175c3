package problem

import (
	"fmt"

	"grundy/internal/base/yamldoc"
)

// Report collects the faults of a package in the order they are found.
type Report struct {
	Faults Diagnostics
	// Lenient means that practice tolerates keys that are unknown or repeated.
	Lenient bool
}

// Position is the position of a fault: a path below the package, and a line or 0 for the whole file.
type Position struct {
	File string
	Line int
}

// At returns the position of a value in a YAML file.
func At(v yamldoc.Value) Position { return Position{v.File(), v.Line()} }

// Fail reports an error that prevents the use of the package.
func (r *Report) Fail(at Position, help, format string, args ...any) {
	r.add(Error, false, at, help, fmt.Sprintf(format, args...))
}

// Lack reports an error that practice tolerates: something is missing that judging does not need.
func (r *Report) Lack(at Position, help, format string, args ...any) {
	r.add(Error, true, at, help, fmt.Sprintf(format, args...))
}

// Tolerate calls a function that reads things that judging does not need: practice tolerates its errors.
func (r *Report) Tolerate(read func()) {
	before := len(r.Faults)
	read()
	for i := range r.Faults[before:] {
		fault := &r.Faults[before+i]
		fault.Practice = fault.Practice || fault.Level == Error
	}
}

// Warn reports something that does not prevent the use of the package.
func (r *Report) Warn(at Position, help, format string, args ...any) {
	r.add(Warning, false, at, help, fmt.Sprintf(format, args...))
}

func (r *Report) add(level Level, practice bool, at Position, help, message string) {
	r.Faults = append(r.Faults, Diagnostic{
		Level: level, Practice: practice, File: at.File, Line: at.Line, Message: message, Help: help,
	})
}

// Parse reads a YAML file of the package; false if it is empty or faulty. It also reports faults of the values as they
// are found.
func (r *Report) Parse(file string, text []byte) (yamldoc.Value, bool) {
	return yamldoc.Parse(file, text, r.addFault)
}

// Empty returns a map without keys in place of a missing YAML file.
func (r *Report) Empty(file string) *yamldoc.Mapping { return yamldoc.Empty(file, r.addFault) }

func (r *Report) addFault(f yamldoc.Fault) {
	level := Error
	if f.Warning {
		level = Warning
	}
	r.add(level, f.Ignored && r.Lenient, Position{f.File, f.Line}, f.Help, f.Message)
}
