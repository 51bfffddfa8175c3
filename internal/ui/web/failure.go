package web

import (
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/ui/terminal"
)

// failure is a test that was not accepted, as it is shown.
type failure struct {
	event.Test
	ground
	// Open tells that it is shown whole; of others there is a line, behind which the rest is.
	Open bool
}

// openFailures is how many are shown whole: who sees more at once sees none.
const openFailures = 3

// shownInput bounds, in bytes, what is shown of an input.
const shownInput = 4 << 10

// InputText is the beginning of the input, "" where it is not there any more.
func (f failure) InputText() string {
	below, err := filepath.Rel(f.folder, f.Input)
	if f.folder == "" || f.Input == "" || err != nil || !filepath.IsLocal(below) {
		return ""
	}
	input, err := fsutil.ReadWithin(f.folder, f.Input)
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

// shownExchanges is how many of the last words of a dialogue are shown.
const shownExchanges = 40

// Exchanges are the end of a dialogue, which is where it went wrong.
func (f failure) Exchanges() []event.Exchange {
	return f.Transcript[max(0, len(f.Transcript)-shownExchanges):]
}

// Lost is the failure as a position, nil where it is none.
func (f failure) Lost() *lost { return f.lost(f.Test, "", "") }

// Pictures are those of the test case, of what was printed and of what is right.
func (f failure) Pictures() []shownPicture {
	if f.problem == nil {
		return nil
	}
	shown := f.album.ofCase(f.problem, f.problem.Data.Case(f.Test.Test), "test "+f.Test.Test)
	shown = append(shown, f.album.ofOutputs(f.problem, f.Test, job.Illustration{Case: f.Test.Test}, "")...)
	return besides(f.Lost, shown)
}

// besides leaves pictures out where a position is drawn already.
func besides(position func() *lost, shown []shownPicture) []shownPicture {
	if len(shown) == 0 {
		return nil
	}
	if drawn := position(); drawn != nil && drawn.Picture != "" {
		return nil
	}
	return shown
}

// Pictures are those of the input that was found, of what was printed and of what is right.
func (r reason) Pictures() []shownPicture {
	p := r.ground.problem
	if p == nil {
		return nil
	}
	on := job.OfFinding(*r.Found)
	var shown []shownPicture
	if p.InputVisualizer != nil {
		shown = append(shown, r.ground.album.add(wanted{problem: p, Illustration: on}, "the input"))
	}
	return besides(r.Lost, append(shown, r.ground.album.ofOutputs(p, r.Found.Test, on, r.Found.Answer)...))
}

// Failure is the test on the input that was found, whose position stands above it.
func (r reason) Failure() failure { return failure{Test: r.Found.Test, Open: true} }

// Lost is the failure as a position, nil where it is none.
func (r reason) Lost() *lost {
	return r.ground.lost(r.Found.Test, string(r.Found.Input), r.Found.Answer)
}

// Input is the beginning of the input that was found.
func (r reason) Input() string { return beginning(string(r.Found.Input)) }

// Answer is the beginning of what is right, "" where nobody gave it.
func (r reason) Answer() string { return beginning(r.Found.Answer) }
