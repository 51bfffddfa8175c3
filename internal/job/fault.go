package job

import (
	"fmt"
	"strings"

	"grundy/internal/event"
)

// Fault is why a case says nothing about the solution: its generator, a validator or the reference solution is wrong.
type Fault struct {
	// Who is at fault, for users: "the generator", "the trusted solution brute.cpp".
	Who string
	// Call is the generator's command line, or the name of the input.
	Call   string
	Seed   event.Seed
	Reason string
	// Detail is the bounded output about the fault. Input is the beginning of the input, "" if there is none.
	Detail, Input string
}

func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s failed on %s: %s", f.Who, f.Call, f.Reason)
	for _, part := range []struct{ label, text string }{{"", f.Detail}, {"input:\n", f.Input}} {
		if text := strings.TrimRight(part.text, "\n"); text != "" {
			b.WriteString("\n" + part.label + text)
		}
	}
	return b.String()
}

// JudgeError reports that the judge, or a checker on its behalf, failed on a case.
type JudgeError struct{ Test event.Test }

func (e *JudgeError) Error() string { return fmt.Sprintf("%s: %s", e.Test.Test, e.Test.Reason) }

// CompileError reports that a solution cannot be built.
type CompileError struct {
	Solution string
	Compile  event.Compile
}

func (e *CompileError) Error() string {
	text := fmt.Sprintf("%s cannot be built: %s", e.Solution, e.Compile.Failed)
	if e.Compile.Log != "" {
		text += "\n" + strings.TrimRight(e.Compile.Log, "\n")
	}
	return text
}

// Hint says how to get what is missing.
func (e *CompileError) Hint() string { return e.Compile.Help }
