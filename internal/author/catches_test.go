package author

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

func TestCatches(t *testing.T) {
	row := func(name string, mustFail bool, verdicts ...verdict.Verdict) event.MatrixRow {
		row := event.MatrixRow{Submission: name, MustFail: mustFail}
		for _, v := range verdicts {
			row.Cells = append(row.Cells, event.Cell{Verdict: v})
		}
		return row
	}
	m := event.Matrix{Cases: []string{"1", "2", "3"}, Rows: []event.MatrixRow{
		row("right", false, verdict.AC, verdict.WA, verdict.AC),
		row("alone", true, verdict.AC, verdict.WA, verdict.AC),
		row("twice", true, verdict.TLE, verdict.RTE, verdict.AC),
		row("never", true, verdict.AC, verdict.AC, verdict.AC),
		row("skipped", true, verdict.None, verdict.None, verdict.JE),
	}}
	want := []event.CaseCatches{
		{Case: "1", Catches: []string{"twice"}},
		{Case: "2", Catches: []string{"alone", "twice"}, Alone: []string{"alone"}},
		{Case: "3"},
	}
	if diff := cmp.Diff(want, catchesOf(m)); diff != "" {
		t.Errorf("catches differ (-want +got):\n%s", diff)
	}
	m.Rows = m.Rows[:1]
	if got := catchesOf(m); got != nil {
		t.Errorf("without a submission that must fail: %v", got)
	}
}
