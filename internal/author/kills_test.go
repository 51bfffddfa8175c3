package author

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/verdict"
)

func TestKills(t *testing.T) {
	row := func(name string, mustFail bool, verdicts ...verdict.Verdict) Row {
		row := Row{Submission: name, MustFail: mustFail}
		for _, v := range verdicts {
			row.Cells = append(row.Cells, Cell{Verdict: v})
		}
		return row
	}
	m := Matrix{Cases: []string{"1", "2", "3"}, Rows: []Row{
		row("right", false, verdict.AC, verdict.WA, verdict.AC),
		row("alone", true, verdict.AC, verdict.WA, verdict.AC),
		row("twice", true, verdict.TLE, verdict.RTE, verdict.AC),
		row("never", true, verdict.AC, verdict.AC, verdict.AC),
		row("skipped", true, verdict.None, verdict.None, verdict.JE),
	}}
	want := []CaseKills{
		{Case: "1", Kills: []string{"twice"}},
		{Case: "2", Kills: []string{"alone", "twice"}, Alone: []string{"alone"}},
		{Case: "3"},
	}
	if diff := cmp.Diff(want, m.kills()); diff != "" {
		t.Errorf("kills differ (-want +got):\n%s", diff)
	}
	m.Rows = m.Rows[:1]
	if got := m.kills(); got != nil {
		t.Errorf("without a submission that must fail: %v", got)
	}
}
