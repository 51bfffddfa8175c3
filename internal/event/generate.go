package event

import (
	"time"

	"grundy/internal/base/bytesize"
)

// Generating starts the work on a package.
type Generating struct {
	Problem string `json:"problem"`
	Cases   int    `json:"cases"`
}

// CaseMade reports that a case was made, or why not.
type CaseMade struct {
	Problem string `json:"problem"`
	Case    string `json:"test"`
	// Rule is the rule that makes the case, for users: "tree 5 17".
	Rule string `json:"rule"`
	// Cached reports that nothing had to be run.
	Cached bool          `json:"cached"`
	Time   time.Duration `json:"wall_seconds"`
	// Input is the size of the input.
	Input bytesize.Size `json:"input_bytes"`
	// Fault is why the case is refused, or ""; Help is the remedy, Log the output of a program.
	Fault string `json:"reason,omitempty"`
	Help  string `json:"help,omitempty"`
	Log   string `json:"log,omitempty"`
}

func (c CaseMade) derived() any {
	return success{c.Fault == ""}
}

// FileChange is a pending or completed change of a file of the package.
type FileChange struct {
	Kind FileChangeKind `json:"kind"`
	// File is the path below the package.
	File string `json:"file"`
}

// FileChangeKind is the kind of the change.
type FileChangeKind string

// The kinds. Edited files stay as they are.
const (
	FileAdded   FileChangeKind = "added"
	FileChanged FileChangeKind = "changed"
	FileRemoved FileChangeKind = "removed"
	FileEdited  FileChangeKind = "edited" // it differs from what would be generated, and was not generated as far as we know
)

// Generation is the result of generating.
type Generation struct {
	Problem string `json:"problem"`
	// Cases is the number of cases; Ran of them were made, Failed were refused, and the others came from the cache.
	Cases  int `json:"cases"`
	Ran    int `json:"ran"`
	Failed int `json:"failed"`
	// Checked reports that the run was not to change anything.
	Checked bool `json:"checked"`
	// Changes are those that were made, or with Checked those that would be. Unchanged counts the files that are
	// correct.
	Changes   []FileChange `json:"changes,omitempty"`
	Unchanged int          `json:"unchanged"`
	// Unshipped are the names of the cases that are too large to ship: the package keeps their hashes.
	Unshipped []string `json:"unshipped,omitempty"`
}

// Edits counts the files that were left because a user edited them.
func (s Generation) Edits() int {
	count := 0
	for _, change := range s.Changes {
		if change.Kind == FileEdited {
			count++
		}
	}
	return count
}

// OK reports whether the package matches generators.yaml.
func (s Generation) OK() bool {
	return s.Failed == 0 && s.Edits() == 0 && (!s.Checked || len(s.Changes) == 0)
}

// Generated ends the work on a package.
type Generated struct {
	Summary Generation `json:",inline"`
}

func (g Generated) derived() any {
	return success{g.Summary.OK()}
}

// Kind returns "generating".
func (Generating) Kind() string { return "generating" }

// Kind returns "generated".
func (CaseMade) Kind() string { return "generated" }

// Kind returns "filled".
func (Generated) Kind() string { return "filled" }
