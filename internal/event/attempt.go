package event

// Attempt follows the Done of a judgement that the user asked for. It contains what is needed to find the judgement
// again, to compare it, and to restore its source.
type Attempt struct {
	Submission string `json:"submission"`
	// Path is the absolute path of the solution, and Against where its problem was found.
	Path    string `json:"path"`
	Against string `json:"against"`
	// Problem is the key that copies of the problem share: its UUID, else its directory.
	Problem string `json:"problem"`
	// Package is a digest of everything in the package that judging depends on; "" if unknown.
	Package string `json:"package,omitempty"`
	Cases   Cases  `json:"cases"`
	// ByUser reports whether the user wrote any part of the solution, rather than the author of the package.
	ByUser bool `json:"by_user" event:"was own"`
	// Processor is the model of the machine's processor; "" if unknown.
	Processor string `json:"processor,omitempty"`
	// Repeats is the number of the run in the history whose source was judged again; 0 for the source at Path.
	Repeats int64 `json:"repeats,omitempty"`
	// Source is the judged source; empty if it is too large to be stored.
	Source []SourceFile `json:"source,omitempty"`
}

// Cases says which test cases were requested.
type Cases string

// The choices: those of the problem, some of them, or one of the user's own.
const (
	AllCases  Cases = "all"
	SomeCases Cases = "some"
	OwnCase   Cases = "own"
)

// SourceFile is a file of the source.
type SourceFile struct {
	Name string `json:"name"` // slash-separated
	Text string `json:"text"`
	// Beside reports that the file lies beside a single source, which refers to it.
	Beside bool `json:"beside,omitempty"`
}

// Kind returns "attempt".
func (Attempt) Kind() string { return "attempt" }

// NextStep names the next problem of the course, after one was solved that is watched.
type NextStep struct {
	Problem string `json:"problem"`
	Title   string `json:"title"`
	// Chapter is the chapter that begins with the problem, and ChapterTitle its title; "" within a chapter.
	Chapter      string `json:"chapter,omitempty"`
	ChapterTitle string `json:"chapter_title,omitempty"`
}

// Kind returns "next_step".
func (NextStep) Kind() string { return "next_step" }
