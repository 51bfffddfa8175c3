package event

import (
	"time"

	"grundy/internal/bytesize"
)

// Generating opens the work on a package.
type Generating struct {
	Problem string
	Cases   int
}

// CaseMade tells that a case was made, or why not.
type CaseMade struct {
	Problem, Case string
	// Rule is what makes the case, for people: "tree 5 17".
	Rule string
	// Cached tells that nothing had to be run.
	Cached bool
	Time   time.Duration
	// Input is the size of the input.
	Input bytesize.Size
	// Fault is why the case is refused, "" when it is not; Help says what to do, Log is what a program printed.
	Fault, Help, Log string
}

// FileChange is what is to be done with a file of the package.
type FileChange struct {
	Kind FileChangeKind
	// File is the path below the package.
	File string
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
	Problem string
	// Cases is how many there are; Ran of them were made, the others came from the cache, Failed were refused.
	Cases, Ran, Failed int
	// Changes are those that were made, or with Check those that would be. Unchanged counts the files that are right.
	Changes   []FileChange
	Unchanged int
	// Unshipped are the cases that are too large to ship, by name: the package keeps their hashes.
	Unshipped []string
	// Checked tells that nothing was to be changed.
	Checked bool
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
type Generated struct{ Summary Generation }

func (Generating) event() {}
func (CaseMade) event()   {}
func (Generated) event()  {}
