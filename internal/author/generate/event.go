package generate

import (
	"time"

	"grundy/internal/bytesize"
)

// Event is one step of generating: Started, a CaseMade for each case in any order, and Done at the end of Fill.
type Event interface{ event() }

// Started opens the work on a package.
type Started struct {
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

// Change is what is to be done with a file of the package.
type Change struct {
	Kind ChangeKind
	// File is the path below the package.
	File string
}

// ChangeKind says what is to be done.
type ChangeKind string

// The kinds. What is edited stays as it is.
const (
	Added   ChangeKind = "added"
	Changed ChangeKind = "changed"
	Removed ChangeKind = "removed"
	Edited  ChangeKind = "edited" // it differs from what would be generated, and nothing says that it was generated
)

// Summary is what generating came to.
type Summary struct {
	Problem string
	// Cases is how many there are; Ran of them were made, the others came from the cache, Failed were refused.
	Cases, Ran, Failed int
	// Changes are those that were made, or with Check those that would be. Unchanged counts the files that are right.
	Changes   []Change
	Unchanged int
	// Unshipped are the cases that are too large to ship, by name: the package keeps their hashes.
	Unshipped []string
	// Checked tells that nothing was to be changed.
	Checked bool
}

// Edits counts the files that were left because someone edited them.
func (s Summary) Edits() int {
	count := 0
	for _, change := range s.Changes {
		if change.Kind == Edited {
			count++
		}
	}
	return count
}

// OK tells that the package is as generators.yaml wants it.
func (s Summary) OK() bool {
	return s.Failed == 0 && s.Edits() == 0 && (!s.Checked || len(s.Changes) == 0)
}

// Done closes the work on a package.
type Done struct{ Summary Summary }

func (Started) event()  {}
func (CaseMade) event() {}
func (Done) event()     {}
