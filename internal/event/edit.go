package event

import (
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
)

// Added is what came of adding a case.
type Added struct {
	Problem string `json:"problem"`
	Case    string `json:"case"`
	// Rule is what generators.yaml says of it, for people, "" when it lies in data/ only.
	Rule string `json:"rule,omitempty"`
	// Input is the size of the input. Answered is what made the answer, "" when it was given.
	Input    bytesize.Size `json:"input_bytes"`
	Answered string        `json:"answered_by,omitempty"`
	// Validators and Accepted are those who were asked.
	Validators int      `json:"input_validators"`
	Accepted   []Judged `json:"accepted"`
	// Kills are the submissions that are meant to fail and fail on the case, Spared those that do not.
	Kills  []Kill   `json:"kills"`
	Spared []string `json:"spared,omitempty"`
	// Skipped are submissions that cannot be built on this machine.
	Skipped []string   `json:"skipped,omitempty"`
	Renamed []Renaming `json:"renamed,omitempty"`
	// Files are the paths of files that were written or removed.
	Files []string `json:"files,omitempty"`
	Notes []string `json:"notes,omitempty"`
	// Dry tells that nothing was changed.
	Dry bool `json:"dry_run,omitempty"`
}

// Judged is a submission that was judged on the new case.
type Judged struct {
	Submission string          `json:"submission"`
	Verdict    verdict.Verdict `json:"verdict"`
	Reason     string          `json:"reason,omitempty"`
	Time       time.Duration   `json:"cpu_seconds"`
}

// Kill is a submission that fails on the new case.
type Kill struct {
	Judged
	// First tells that it passed all cases before.
	First bool `json:"first"`
	// Permitted tells that what is expected of the submission allows the verdict.
	Permitted bool `json:"permitted"`
}

// Renaming is a case that got another name.
type Renaming struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Changed is what came of removing and renaming, and of renumbering other cases.
type Changed struct {
	Problem string     `json:"problem"`
	Removed []string   `json:"removed,omitempty"`
	Renamed []Renaming `json:"renamed,omitempty"`
	// Files are the paths of files that were written or removed.
	Files []string `json:"files,omitempty"`
	Notes []string `json:"notes,omitempty"`
	// Dry tells that nothing was changed.
	Dry bool `json:"dry_run,omitempty"`
}

// Kind returns "added".
func (Added) Kind() string { return "added" }

// Kind returns "changed".
func (Changed) Kind() string { return "changed" }
