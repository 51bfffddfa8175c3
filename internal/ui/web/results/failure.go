package results

import (
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/ui/terminal"
	"grundy/internal/ui/web/pictures"
)

// Failure is a test that was not accepted, for display.
type Failure struct {
	event.Test
	Problem
	// Open reports whether it is shown whole; otherwise only a line is shown, which can be opened.
	Open bool
}

// OpenFailures is how many are shown whole: more at once would be too many to read.
const OpenFailures = 3

// shownInput bounds the shown part of an input, in bytes.
const shownInput = 4 << 10

// InputText returns the beginning of the input; "" if it no longer exists.
func (f Failure) InputText() string {
	if f.problem == nil || f.Input == "" {
		return ""
	}
	below, err := filepath.Rel(f.problem.Dir, f.Input)
	if err != nil || !filepath.IsLocal(below) {
		return ""
	}
	input, err := fsutil.ReadWithin(f.problem.Dir, f.Input)
	if err != nil {
		return ""
	}
	return Beginning(string(input))
}

// Beginning returns the part of a text that is shown.
func Beginning(text string) string {
	if len(text) > shownInput {
		return terminal.Text(text[:shownInput]) + "…"
	}
	return terminal.Text(text)
}

// Said returns the judge's message about the failure; "" if the verdict says it all.
func (f Failure) Said() string {
	if f.Reason == f.Verdict.Words() {
		return ""
	}
	return f.Reason
}

// shownExchanges is how many of the last messages of a dialogue are shown.
const shownExchanges = 40

// Exchanges returns the end of a dialogue, where it went wrong.
func (f Failure) Exchanges() []event.Exchange {
	return f.Transcript[max(0, len(f.Transcript)-shownExchanges):]
}

// Lost returns the failure as a position in a game; nil if it is none.
func (f Failure) Lost() *LostPosition { return f.lost(f.Test, "", "") }

// Pictures returns those of the test case, of the output and of the correct output.
func (f Failure) Pictures() []pictures.Shown {
	if f.problem == nil {
		return nil
	}
	shown := f.pictures.OfCase(f.problem, f.problem.Data.Case(f.Test.Test), "test "+f.Test.Test)
	shown = append(shown, f.pictures.OfOutputs(f.problem, f.Test, job.Illustration{Case: f.Test.Test}, "")...)
	return besides(f.Lost, shown)
}

// besides omits pictures if a position is drawn already.
func besides(position func() *LostPosition, shown []pictures.Shown) []pictures.Shown {
	if len(shown) == 0 {
		return nil
	}
	if drawn := position(); drawn != nil && drawn.Picture != "" {
		return nil
	}
	return shown
}

// Pictures returns those of the input that was found, of the output and of the correct output.
func (r reason) Pictures() []pictures.Shown {
	p := r.problem.problem
	if p == nil {
		return nil
	}
	on := job.OfFinding(*r.Found)
	var shown []pictures.Shown
	if p.InputVisualizer != nil {
		shown = append(shown, r.problem.pictures.Add(pictures.Request{Problem: p, Illustration: on}, "the input"))
	}
	return besides(r.Lost, append(shown, r.problem.pictures.OfOutputs(p, r.Found.Test, on, r.Found.Answer)...))
}

// Failure returns the test on the input that was found; its position is shown above.
func (r reason) Failure() Failure { return Failure{Test: r.Found.Test, Open: true} }

// Lost returns the failure as a position in a game; nil if it is none.
func (r reason) Lost() *LostPosition {
	return r.problem.lost(r.Found.Test, string(r.Found.Input), r.Found.Answer)
}

// Input returns the beginning of the input that was found.
func (r reason) Input() string { return Beginning(string(r.Found.Input)) }

// Answer returns the beginning of the correct answer; "" if there is none.
func (r reason) Answer() string { return Beginning(r.Found.Answer) }
