package event

import (
	"time"

	"grundy/internal/base/bytesize"
)

// Generating opens the work on a package.
type Generating struct {
	Problem string `json:"problem"`
	Cases   int    `json:"cases"`
}

// CaseMade tells that a case was made, or why not.
type CaseMade struct {
	Problem string `json:"problem"`
	Case    string `json:"test"`
	// Rule is what makes the case, for people: "tree 5 17".
	Rule string `json:"rule"`
	// Cached tells that nothing had to be run.
	Cached bool          `json:"cached"`
	Time   time.Duration `json:"wall_seconds"`
	// Input is the size of the input.
	Input bytesize.Size `json:"input_bytes"`
	// Fault is why the case is refused, "" when it is not; Help says what to do, Log is what a program printed.
	Fault string `json:"reason,omitempty"`
	Help  string `json:"help,omitempty"`
	Log   string `json:"log,omitempty"`
}

func (c CaseMade) derived() any {
	return success{c.Fault == ""}
}

// FileChange is what is to be done with a file of the package.
type FileChange struct {
	Kind FileChangeKind `json:"kind"`
	// File is the path below the package.
	File string `json:"file"`
}

// FileChangeKind says what is to be done.
type FileChangeKind string

// The kinds. What is edited stays as it is.
const (
	FileAdded   FileChangeKind = "added"
	FileChanged FileChangeKind = "changed"
	FileRemoved FileChangeKind = "removed"
	FileEdited  FileChangeKind = "edited" // it differs from what would be generated, and nothing says that it was generated
)

// Generation is what generating came to.
type Generation struct {
	Problem string `json:"problem"`
	// Cases is how many there are; Ran of them were made, the others came from the cache, Failed were refused.
	Cases  int `json:"cases"`
	Ran    int `json:"ran"`
	Failed int `json:"failed"`
	// Checked tells that nothing was to be changed.
	Checked bool `json:"checked"`
	// Changes are those that were made, or with Checked those that would be. Unchanged counts the files that are right.
	Changes   []FileChange `json:"changes,omitempty"`
	Unchanged int          `json:"unchanged"`
	// Unshipped are the cases that are too large to ship, by name: the package keeps their hashes.
	Unshipped []string `json:"unshipped,omitempty"`
}

// Edits counts the files that were left because someone edited them.
func (s Generation) Edits() int {
	count := 0
	for _, change := range s.Changes {
		if change.Kind == FileEdited {
			count++
		}
	}
	return count
}

// OK tells that the package is as generators.yaml wants it.
func (s Generation) OK() bool {
	return s.Failed == 0 && s.Edits() == 0 && (!s.Checked || len(s.Changes) == 0)
}

// Generated closes the work on a package.
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
