package event

// Attempt follows the Done of a judgement that a person asked for. It holds what is needed to find the judgement again, to
// compare it, and to restore what was judged.
type Attempt struct {
	Submission string `json:"submission"`
	// Path is the absolute path of what was judged, and Against where its problem was found.
	Path    string `json:"path"`
	Against string `json:"against"`
	// Problem is what copies of the problem have in common: its UUID, else its folder.
	Problem string `json:"problem"`
	// Package is the digest of the package as far as judging depends on it, "" when it is not known.
	Package string `json:"package,omitempty"`
	Cases   Cases  `json:"cases"`
	// Own tells that the person wrote something of it, and not the author of the package.
	Own bool `json:"own"`
	// Processor is the model of the machine's processor, "" when it is not known.
	Processor string `json:"processor,omitempty"`
	// Repeats is the number of the run in the history whose source was judged again, as it was then; 0 for what lay at Path.
	Repeats int64 `json:"repeats,omitempty"`
	// Source is what was judged, none when it is too large to be kept.
	Source []SourceFile `json:"source,omitempty"`
}

// Cases say which test cases were asked for.
type Cases string

// The choices: those of the problem, some of them, or one of the person's own.
const (
	AllCases  Cases = "all"
	SomeCases Cases = "some"
	OwnCase   Cases = "own"
)

// SourceFile is a file of what was judged.
type SourceFile struct {
	Name string `json:"name"` // slash-separated
	Text string `json:"text"`
}

// Kind returns "attempt".
func (Attempt) Kind() string { return "attempt" }
