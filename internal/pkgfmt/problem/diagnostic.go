package problem

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Level is the severity of a diagnostic.
type Level string

// An Error makes a package faulty (exit code 2). Practice tolerates some errors: see Diagnostic.Practice. A Note may be
// intended by the author.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// Diagnostic is one fault of a package.
type Diagnostic struct {
	Level Level `json:"level"`
	// File is the path below the package, with slashes; Line counts from 1, and 0 means the whole file. So does Column,
	// in characters, and 0 means the whole line.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Message says what is wrong, Help is the remedy.
	Message string `json:"message"`
	Help    string `json:"help,omitempty"`
	// Program is the program concerned, as a path below the package, and Test the case that shows the fault, if
	// programs were run.
	Program string `json:"program,omitempty"`
	Test    string `json:"test,omitempty"`
	// Practice reports that submissions may still be judged against the package: `test` shows a warning, `verify` an
	// error.
	Practice bool `json:"practice,omitempty"`
}

// String returns "problem.yaml:7: limits.time_limit: want seconds, got "fast"".
func (d Diagnostic) String() string {
	if place := d.Place(); place != "" {
		return place + ": " + d.Message
	}
	return d.Message
}

// Place is FILE:LINE:COLUMN, as far as they are known.
func (d Diagnostic) Place() string {
	place := d.File
	if d.Line > 0 {
		place = fmt.Sprintf("%s:%d", d.File, d.Line)
	}
	if d.Column > 0 {
		place = fmt.Sprintf("%s:%d", place, d.Column)
	}
	return place
}

// Fault returns an error about a program, without text. file is one of the program's files, as the program names it,
// and line is in it; "" and 0 mean the whole program.
func (p Program) Fault(file string, line int) Diagnostic {
	place := p.Name
	if beside := path.Join(path.Dir(p.Name), file); file != "" && p.Files != nil {
		place = beside
	} else if file != "" && path.Base(p.Name) != file {
		place = beside
		if info, err := os.Stat(p.Path); err == nil && info.IsDir() {
			place = path.Join(p.Name, file)
		}
	}
	return Diagnostic{Level: Error, File: place, Line: line, Program: p.Name}
}

// Diagnostics are the faults of a package, in the order they were found.
type Diagnostics []Diagnostic

// Fatal returns the errors that prevent the use of a package: all of them, or those that practice does not tolerate.
func (ds Diagnostics) Fatal(practice bool) Diagnostics {
	var fatal Diagnostics
	for _, d := range ds {
		if d.Level == Error && !(practice && d.Practice) {
			fatal = append(fatal, d)
		}
	}
	return fatal
}

// Count is how many of them have a level.
func (ds Diagnostics) Count(level Level) int {
	count := 0
	for _, d := range ds {
		if d.Level == level {
			count++
		}
	}
	return count
}

// Reason returns an error of the file system without the path, which the diagnostic already names.
func Reason(err error) error {
	if fault, ok := errors.AsType[*fs.PathError](err); ok {
		return fault.Err
	}
	return err
}

// What a FaultError is about, other than a problem.
const (
	SetFault    = "problem set"
	CourseFault = "course"
)

// FaultError is the error that reports a faulty package.
type FaultError struct {
	Package     string // its path as the user gave it
	What        string // what is faulty: "problem" if it is "", SetFault or CourseFault
	Diagnostics Diagnostics
}

func (e *FaultError) Error() string {
	lines := []string{fmt.Sprintf("%s %q is faulty", cmp.Or(e.What, "problem"), e.Package)}
	for _, d := range e.Diagnostics {
		line := "  " + d.String()
		if d.Level != Error {
			line += " (" + string(d.Level) + ")"
		}
		lines = append(lines, line)
		if d.Help != "" {
			lines = append(lines, "    help: "+d.Help)
		}
	}
	return strings.Join(lines, "\n")
}

// Hint says how to see the faults that do not prevent judging.
func (e *FaultError) Hint() string {
	switch e.What {
	case SetFault:
		return "grundy verify shows all faults of a set and of its packages"
	case CourseFault:
		return "docs/courses.md describes the file"
	}
	return "grundy verify shows all faults of a package"
}
