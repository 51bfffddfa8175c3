package packages

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"
	"time"

	"grundy/internal/app/verify"
	"grundy/internal/author/generate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/report"
	"grundy/internal/ui/web/results"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

// prove verifies a package.
func (s *Pages) prove(w http.ResponseWriter, r *http.Request) {
	d, err := s.draft(r.Context(), r.PathValue("id"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	again := r.URL.Query().Has("again")
	number, err := s.Judging.Start(d.key(), func(ctx context.Context, to *work.Stream) {
		to.TellFault(ctx, s.proveDraft(ctx, d, again, to))
	})
	work.Started(w, number, err)
}

// stopProof cancels the verification of a package.
func (s *Pages) stopProof(w http.ResponseWriter, r *http.Request) {
	d, err := s.draft(r.Context(), r.PathValue("id"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	s.Judging.Stop(d.key())
	w.WriteHeader(http.StatusNoContent)
}

// proveDraft verifies a package as it is now, and sends the findings.
func (s *Pages) proveDraft(ctx context.Context, d draft, again bool, to *work.Stream) error {
	to.AddText("stamp", d.stamp())
	p, err := s.readDraft(ctx, d)
	if err != nil {
		return err
	}
	t := &verificationWriter{EventWriter: results.EventWriter{To: to}, draft: p, conclude: func(summary event.Verification) { s.concludeProof(d, to, summary) }}
	var client job.Client
	if !p.Unusable {
		to.AddText("preparing", "Preparing the judge …")
		if client, err = s.Workspace.Executor(s.Lifetime); err != nil {
			return err
		}
	}
	_, err = verify.Run(ctx, s.Workspace, client, verify.Options{
		Packages: []verify.Package{p}, Again: again,
		Complete: func(ctx context.Context, p *problem.Problem) error {
			return generate.Complete(ctx, s.Workspace, p, nil, t.Event)
		},
	}, t.Event)
	return err
}

// concludeProof tells what a verification came to, and remembers it for the list.
func (s *Pages) concludeProof(d draft, to *work.Stream, summary event.Verification) {
	came := &verifyResult{OK: summary.OK(), Words: report.OutcomeWords(summary), at: s.Now()}
	if !summary.Interrupted {
		s.proofs.Store(d.ID, came)
	}
	to.Add("proved", provedWords{came.OK, came.Words})
}

// provedWords is what pages are told about the end of a verification.
type provedWords struct {
	OK   bool   `json:"ok"`
	Text string `json:"text"`
}

// verificationWriter turns the events of a verification into messages for pages.
type verificationWriter struct {
	results.EventWriter
	draft         verify.Package
	conclude      func(event.Verification)
	rows, columns map[string]int // of submissions and cases
	judged        int            // number of cases of the current submission
	told          event.Throttle
}

// checkedData is a check, for display.
type checkedData struct{ event.DataChecked }

// Words is its outcome; "" if there was nothing to check.
func (c checkedData) Words() string { return report.CheckWords(c.DataChecked) }

// checkedLimit is the time limit, for display.
type checkedLimit struct{ event.LimitChecked }

// Words is the limit with its bounds.
func (c checkedLimit) Words() string { return report.LimitWords(c.LimitChecked) }

// checkedRow is a submission that does not meet its expectations, for display.
type checkedRow struct {
	event.SubmissionChecked
	Why string // it was not judged
}

// cell is what a page is told about a submission on a case.
type cell struct {
	Row     int    `json:"row"`
	Column  int    `json:"column"`
	Verdict string `json:"verdict"`
	Sign    string `json:"sign"`
	Time    string `json:"time"`
}

// judgedRow is what a page is told about a submission that was judged on all cases.
type judgedRow struct {
	Row      int    `json:"row"`
	State    string `json:"state"` // "met", "unmet" or "skipped"
	Expected string `json:"expected"`
	Verdict  string `json:"verdict"`
	Sign     string `json:"sign"`
	Slowest  string `json:"slowest,omitempty"`
	// Decisive is the column of the case that decided; -1 for none.
	Decisive int    `json:"decisive"`
	Cells    []cell `json:"cells"`
}

// killCount is what a page is told about what a case is good for.
type killCount struct {
	Kills int      `json:"kills"`
	Alone []string `json:"alone"`
}

// begin sends the present submissions and cases.
func (t *verificationWriter) begin(p *problem.Problem) {
	t.rows, t.columns, t.told = map[string]int{}, map[string]int{}, event.NewThrottle(time.Now())
	m := matrixOf(p)
	for i, name := range m.Rows {
		t.rows[name] = i
	}
	for i, name := range m.Cases {
		t.columns[name] = i
	}
	t.Draw("matrix", "", "matrix", m)
	t.To.AddText("preparing", "Building the package's programs, and checking the data …")
}

// Event sends an event.
func (t *verificationWriter) Event(e event.Event) {
	switch e := e.(type) {
	case event.Verifying:
		if !e.Unusable {
			t.begin(t.draft.Problem)
		}
	case event.DataChecked:
		t.Draw("finding", "", "checked", checkedData{e})
	case event.LimitChecked:
		t.Draw("finding", "", "limited", checkedLimit{e})
	case event.Running:
		t.step(e)
	case event.SubmissionChecked:
		t.row(e)
	case event.CatchesChecked:
		var deeds []killCount
		for _, c := range e.Cases {
			deeds = append(deeds, killCount{len(c.Catches), slices.Concat([]string{}, c.Alone)})
		}
		t.To.Add("kills", struct {
			Cases []killCount `json:"cases"`
		}{deeds})
	case event.Verified:
		if !e.Summary.Failed { // else the error is told
			t.conclude(e.Summary)
		}
	default:
		t.EventWriter.Event(e) // the progress of generating cases
	}
}

// step sends the progress of a submission.
func (t *verificationWriter) step(e event.Running) {
	switch step := e.Event.(type) {
	case event.Plan:
		t.judged = 0
	case event.Test:
		t.judged++
		if column, shown := t.columns[step.Test]; shown {
			t.To.Add("cell", cellOf(t.rows[e.Submission], column, event.Cell{Verdict: step.Verdict, CPU: step.CPU}))
		}
		if !t.told.Due(time.Now()) {
			return
		}
	case event.Preparing:
		t.EventWriter.Event(step)
		return
	default:
		return
	}
	words := fmt.Sprintf("%d of %d: %s", e.Index, e.Total, path.Base(e.Submission))
	if t.judged > 0 {
		words += fmt.Sprintf(", case %d", t.judged)
	}
	t.To.AddText("preparing", words+" …")
}

func cellOf(row, column int, c event.Cell) cell {
	return cell{row, column, c.Verdict.String(), report.Glyph(c.Verdict), report.Milliseconds(c.CPU)}
}

// row sends the result of a submission.
func (t *verificationWriter) row(e event.SubmissionChecked) {
	told := judgedRow{
		Row: t.rows[e.Submission], State: "met", Expected: report.ExpectedWords(e.Expected), Verdict: e.Actual.String(),
		Sign: report.Glyph(e.Actual), Decisive: -1,
	}
	why := ""
	switch {
	case e.Skipped:
		told.State, told.Sign, told.Verdict = "skipped", report.Glyph(verdict.None), "skipped"
		why = report.UnjudgedReason(e)
	case !e.Met():
		told.State = "unmet"
		if e.Reason != "" {
			why = report.UnjudgedReason(e)
		}
	}
	if e.Done.Passed+e.Done.Failed > 0 {
		told.Slowest = report.RunningTime(e.Done.Slowest, e.Done.TimeLimit)
	}
	if column, shown := t.columns[e.Case]; shown {
		told.Decisive = column
	}
	for _, c := range e.Cells {
		if column, shown := t.columns[c.Case]; shown {
			told.Cells = append(told.Cells, cellOf(told.Row, column, c))
		}
	}
	t.To.Add("row", told)
	if told.State != "met" || e.NotCaught {
		t.Draw("finding", "", "unmet", checkedRow{e, why})
	}
}
