package event

import "grundy/internal/pkgfmt/problem"

// Diagnostic is a fault of a package, or of a solution, that a command can work with all the same. It is emitted when the package or
// the solution is opened, so it may come between any other events. A verification reports the faults of its package as DataChecked.
type Diagnostic struct {
	// Path is where the package or the solution lies.
	Path string `json:"path"`
	problem.Diagnostic
}

// LeftOut reports that test cases are not judged, because nothing on this machine can generate them.
type LeftOut struct {
	Problem string `json:"problem"`
	// Tests are the names of these cases. Judged is how many others are judged.
	Tests  []string `json:"tests"`
	Judged int      `json:"judged"`
	// Reason is why they cannot be generated, and Help what to do about it.
	Reason string `json:"reason"`
	Help   string `json:"help,omitempty"`
}

// Kind returns "diagnostic".
func (Diagnostic) Kind() string { return "diagnostic" }

// Kind returns "left_out".
func (LeftOut) Kind() string { return "left_out" }
