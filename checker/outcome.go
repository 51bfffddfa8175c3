package checker

// Outcome is a checker's word on one output.
type Outcome struct {
	// Accepted tells that the output earns something. Of dialects that give parts it may be less than everything: see
	// Score and Multiplier.
	Accepted bool
	// Partial tells that the output earns less than everything, or points of which nobody says how many are everything.
	Partial bool
	// Score is what the checker awarded (score.txt and its like), Multiplier a factor of the case's maximum
	// (score_multiplier.txt, CMS's 0..1, sinol's per cent / 100); nil when it gave none.
	Score, Multiplier *float64
	// Message is for the judge (judgemessage.txt), TeamMessage for whoever submitted; bounded text.
	Message, TeamMessage string
	// Difference explains a rejection by the built-in comparison, else nil.
	Difference *Difference
	// Forgiven is what the built-in comparison let pass of what it accepted: at most one of each kind.
	Forgiven []Forgiven
}

// Difference is the first place where output and answer part, with a window of lines around it.
type Difference struct {
	// Line and Token count from 1, in the output and in the answer.
	OutputLine  int `json:"output_line"`
	OutputToken int `json:"output_token"`
	AnswerLine  int `json:"answer_line"`
	AnswerToken int `json:"answer_token"`
	// AnswerColumn is where that token begins in its line, in bytes from 1.
	AnswerColumn int `json:"answer_column"`
	// Expected and Got are the tokens (or bytes) that differ, bounded; "" at the end of file.
	Expected string `json:"expected"`
	Got      string `json:"got"`
	// Reason is the difference in words: "expected 8, got 4", "output ends, expected 3 more tokens".
	Reason string `json:"reason"`
	// CaseOnly tells that nothing but upper and lower case differs in the whole output.
	CaseOnly bool `json:"case_only,omitempty"`
	// Rows is the window, both sides aligned.
	Rows []Row `json:"rows,omitempty"`
}

// Row is one line of both sides in a Difference's window; a side that has no such line is nil.
type Row struct {
	Expected *Side `json:"expected"`
	Got      *Side `json:"got"`
}

// Side is a line of one side with the spans that differ.
type Side struct {
	Line  int    `json:"line"`  // counts from 1
	Spans []Span `json:"spans"` // as it was written; Visible makes it fit for people
}

// Span is a piece of a line.
type Span struct {
	Text    string `json:"text"`
	Changed bool   `json:"changed"`
}
