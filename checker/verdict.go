package checker

// Verdict is a checker's result for one output.
type Verdict struct {
	// Accepted reports that the output earns something. In dialects with partial points that may be less than
	// everything: see Score and Multiplier.
	Accepted bool
	// Partial reports that the output earns less than everything, or a score whose maximum is unknown.
	Partial bool
	// Score is what the checker awarded (score.txt and the like). Multiplier is a factor of the case's maximum
	// (score_multiplier.txt, CMS's 0..1, sinol's per cent / 100). Each is nil if the checker gave none.
	Score, Multiplier *float64
	// Message is for the judge (judgemessage.txt), TeamMessage for the contestant. Both are bounded.
	Message, TeamMessage string
	// Difference explains a rejection by the built-in comparison. It is nil otherwise.
	Difference *Difference
	// Forgiven is what the built-in comparison tolerated in an accepted output: at most one thing of each kind.
	Forgiven []Leniency
}

// Difference is the first position where output and answer differ, with a window of lines around it.
type Difference struct {
	// Line and Token count from 1, in the output and in the answer.
	OutputLine  int `json:"output_line"`
	OutputToken int `json:"output_token"`
	AnswerLine  int `json:"answer_line"`
	AnswerToken int `json:"answer_token"`
	// AnswerColumn is where that token begins in its line, in bytes from 1.
	AnswerColumn int `json:"answer_column"`
	// Expected and Got are the tokens (or bytes) that differ, bounded. They are "" at the end of file.
	Expected string `json:"expected"`
	Got      string `json:"got"`
	// Reason describes the difference: "expected 8, got 4", "output ends, expected 3 more tokens".
	Reason string `json:"reason"`
	// CaseOnly reports that nothing but upper and lower case differs in the whole output.
	CaseOnly bool `json:"case_only,omitempty"`
	// Within is the usual tolerance within which the whole output would be right, such as "1e-6"; "" if it would not.
	Within string `json:"within,omitempty"`
	// OrderOnly reports that the whole output has the words of the answer, in another order.
	OrderOnly bool `json:"order_only,omitempty"`
	// Rows is the window, both sides aligned.
	Rows []Row `json:"rows,omitempty"`
}

// Row is one line of both sides in a Difference's window. A side without such a line is nil.
type Row struct {
	Expected *Side `json:"expected"`
	Got      *Side `json:"got"`
}

// Side is a line of one side with the spans that differ.
type Side struct {
	Line  int    `json:"line"`  // counts from 1
	Spans []Span `json:"spans"` // as written; Visible makes it presentable
}

// Span is a piece of a line.
type Span struct {
	Text    string `json:"text"`
	Changed bool   `json:"changed"`
}
