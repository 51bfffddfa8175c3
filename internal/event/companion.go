package event

// Listening reports that problems can be received from now on.
type Listening struct {
	Port int `json:"port"`
	// Directory is the directory below which those of problems and contests are created.
	Directory string `json:"directory" event:"was folder"`
}

// Received reports a problem that was received, and what was created for it.
type Received struct {
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
	// Directory is its directory, Known reports whether it existed already, and Source is the solution to continue with.
	Directory string `json:"directory" event:"was folder"`
	Known     bool   `json:"known"`
	Source    string `json:"source"`
	Tests     int    `json:"tests"`
	// Added are the files that an existing directory lacked, and Kept those that exist with other content.
	Added []string `json:"added,omitempty"`
	Kept  []string `json:"kept,omitempty"`
	// Notes say why it cannot be judged as on its site.
	Notes []string `json:"notes,omitempty"`
	// Contest is the directory of the contest that it was sent with; it is problem Number of Size. Contest is "" if the
	// problem was sent alone.
	Contest string `json:"contest,omitempty"`
	Number  int    `json:"number,omitempty"`
	Size    int    `json:"size,omitempty"`
	// Next is the command that judges the solution.
	Next string `json:"next"`
}

// Kind returns "listening".
func (Listening) Kind() string { return "listening" }

// Kind returns "received".
func (Received) Kind() string { return "received" }
