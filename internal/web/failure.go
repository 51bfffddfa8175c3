package web

import (
	"path/filepath"
	"strings"

	"grundy/checker"
	"grundy/internal/disk"
	"grundy/internal/event"
	"grundy/internal/terminal"
)

// failure is a test that was not accepted, as it is shown.
type failure struct {
	event.Test
	folder string // of the problem, "" when it is not known
}

// shownInput bounds, in bytes, what is shown of an input.
const shownInput = 4 << 10

// InputText is the beginning of the input, "" where it is not there any more.
func (f failure) InputText() string {
	below, err := filepath.Rel(f.folder, f.Input)
	if f.folder == "" || f.Input == "" || err != nil || !filepath.IsLocal(below) {
		return ""
	}
	input, err := disk.ReadWithin(f.folder, f.Input)
	if err != nil {
		return ""
	}
	return beginning(string(input))
}

// beginning is as much of a text as is shown.
func beginning(text string) string {
	if len(text) > shownInput {
		return terminal.Text(text[:shownInput]) + "…"
	}
	return terminal.Text(text)
}

// Said is what the judge says of the failure, "" where the verdict says it all.
func (f failure) Said() string {
	if f.Reason == f.Verdict.Words() {
		return ""
	}
	return f.Reason
}

// piece is a part of a line: what differs stands out, and white space that matters can be seen.
type piece struct {
	Text    string
	Changed bool
}

// Pieces are the parts of one side of a difference.
func (failure) Pieces(side *checker.Side) []piece {
	var pieces []piece
	for i, span := range side.Spans {
		text := strings.TrimSuffix(span.Text, "\n")
		shown := text
		if i == len(side.Spans)-1 {
			shown = strings.TrimRight(text, " \t\r")
		}
		blank := strings.NewReplacer(" ", "·")
		if span.Changed {
			shown = blank.Replace(shown)
		}
		shown = terminal.Line(shown)
		if hidden := text[len(strings.TrimRight(text, " \t\r")):]; i == len(side.Spans)-1 && hidden != "" {
			shown += terminal.Line(blank.Replace(hidden)) + "⏎"
		}
		if shown == "" && span.Changed {
			shown = "⏎"
		}
		if shown != "" {
			pieces = append(pieces, piece{shown, span.Changed})
		}
	}
	return pieces
}

// shownExchanges is how many of the last words of a dialogue are shown.
const shownExchanges = 40

// Exchanges are the end of a dialogue, which is where it went wrong.
func (f failure) Exchanges() []event.Exchange {
	return f.Transcript[max(0, len(f.Transcript)-shownExchanges):]
}

// Failure is the test on the input that was found.
func (r reason) Failure() failure { return failure{Test: r.Found.Test} }

// Input is the beginning of the input that was found.
func (r reason) Input() string { return beginning(string(r.Found.Input)) }

// Answer is the beginning of what is right, "" where nobody gave it.
func (r reason) Answer() string { return beginning(r.Found.Answer) }
