package event

// Begin starts the run of a command. It contains everything that renderers need from the environment, so that a
// recorded run looks the same elsewhere.
type Begin struct {
	Version string `json:"version"` // of grundy
	Command string `json:"command"` // "test"
	// Directory is the current directory of the run, or "" if unknown: paths below it are shown relative to it.
	Directory string `json:"directory" event:"was folder"`
	// Repository is the top of the repository that contains the directory, or "": annotations are relative to it.
	Repository string `json:"repository,omitempty"`
	Verbose    bool   `json:"verbose"`
	// Summary reports that only failures and the table are wanted.
	Summary bool `json:"summary,omitempty"`
	// Submissions is how many were asked for, 0 when that is not known. Names are those of the submissions, where they are known.
	Submissions int      `json:"submissions"`
	Names       []string `json:"submission_names,omitempty"`
	// NameColumns is, in records of earlier versions, how many columns the longest of the names takes.
	NameColumns int `json:"name_columns" event:"old"`
	// Repeat is the command that repeats the failed tests; "" for none.
	Repeat string `json:"repeat_command,omitempty" event:"was again"`
}

// End ends the run of a command.
type End struct {
	ExitCode int `json:"exit_code"`
	// Error is what ended the run early, in words, and Hint the remedy.
	Error string `json:"error,omitempty"`
	Hint  string `json:"hint,omitempty"`
}

// Unknown is an event of a kind that this version does not know. It is written as it was read.
type Unknown struct {
	Name string
	Line []byte // without its line break
}

// Kind returns "begin".
func (Begin) Kind() string { return "begin" }

// Kind returns "end".
func (End) Kind() string { return "end" }

// Kind returns the name that was read.
func (u Unknown) Kind() string { return u.Name }
