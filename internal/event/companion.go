package event

// Listening tells that problems are heard from now on.
type Listening struct {
	Port int `json:"port"`
	// Folder is that below which the folders of problems and contests are made.
	Folder string `json:"folder"`
}

// Received tells of a problem that was heard, and what was made of it.
type Received struct {
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
	// Dir is its folder, Known tells that it was there already, and Source is the solution to go on with.
	Dir    string `json:"folder"`
	Known  bool   `json:"known"`
	Source string `json:"source"`
	Tests  int    `json:"tests"`
	// Added are the files that a known folder lacked, and Kept those that are there with other content.
	Added []string `json:"added,omitempty"`
	Kept  []string `json:"kept,omitempty"`
	// Notes say what keeps it from being judged as its site does.
	Notes []string `json:"notes,omitempty"`
	// Contest is the folder of the contest that it was sent with, of which it is the problem Number of Size; "" when it was sent
	// alone.
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
