package event

import "grundy/internal/pkgfmt/problem"

// Note reports what a converted or printed file lacks, or what its author should check in it.
type Note struct {
	// Path is where the source of the file lies.
	Path string `json:"path"`
	problem.Diagnostic
}

// Written reports that a command wrote what it makes of packages: a package, an archive or a document.
type Written struct {
	Path string `json:"path"`
	// Notes and Warnings count the Note events about it, by level.
	Notes    int `json:"notes"`
	Warnings int `json:"warnings"`
	// Ungenerated is how many test cases of an imported package are to be generated.
	Ungenerated int `json:"ungenerated,omitempty"`
}

// StandardOutput is the path of what was written to standard output.
const StandardOutput = "-"

// Kind returns "note".
func (Note) Kind() string { return "note" }

// Kind returns "written".
func (Written) Kind() string { return "written" }
