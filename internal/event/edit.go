package event

import (
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
)

// Added is the result of adding a case.
type Added struct {
	Problem string `json:"problem"`
	Case    string `json:"case"`
	// Rule is the case's rule in generators.yaml, for users; "" if the case is in data/ only.
	Rule string `json:"rule,omitempty"`
	// Input is the size of the input. Answered is the program that made the answer; "" if the answer was given.
	Input    bytesize.Size `json:"input_bytes"`
	Answered string        `json:"answered_by,omitempty"`
	// Validators and Accepted are the programs that checked the case.
	Validators int      `json:"input_validators"`
	Accepted   []Judged `json:"accepted"`
	// Catches are the submissions that should fail and do fail on the case, NotCaught those that do not.
	Catches   []Catch  `json:"catches" event:"was kills"`
	NotCaught []string `json:"not_caught,omitempty" event:"was spared"`
	// Skipped are submissions that cannot be built on this machine.
	Skipped []string   `json:"skipped,omitempty"`
	Renamed []Renaming `json:"renamed,omitempty"`
	// Files are the paths of files that were written or removed.
	Files []string `json:"files,omitempty"`
	Notes []string `json:"notes,omitempty"`
	// Dry reports that nothing was changed.
	Dry bool `json:"dry_run,omitempty"`
}

// Judged is a submission that was judged on the new case.
type Judged struct {
	Submission string          `json:"submission"`
	Verdict    verdict.Verdict `json:"verdict"`
	Reason     string          `json:"reason,omitempty"`
	Time       time.Duration   `json:"cpu_seconds"`
}

// Catch is a submission that fails on the new case.
type Catch struct {
	Judged
	// First reports whether it passed all other cases.
	First bool `json:"first"`
	// Permitted reports whether the expectations for the submission allow the verdict.
	Permitted bool `json:"permitted"`
}

// Renaming is a case that got another name.
type Renaming struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Changed is the result of removing, renaming or renumbering cases.
type Changed struct {
	Problem string     `json:"problem"`
	Removed []string   `json:"removed,omitempty"`
	Renamed []Renaming `json:"renamed,omitempty"`
	// Files are the paths of files that were written or removed.
	Files []string `json:"files,omitempty"`
	Notes []string `json:"notes,omitempty"`
	// Dry reports that nothing was changed.
	Dry bool `json:"dry_run,omitempty"`
}

// Kind returns "added".
func (Added) Kind() string { return "added" }

// Kind returns "changed".
func (Changed) Kind() string { return "changed" }
