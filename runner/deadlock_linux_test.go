package runner

import (
	"os"
	"testing"
	"time"

	"grundy/internal/judge/sandbox"
)

// TestStandstill replays reports on two programs, at seconds since the beginning. Each may be idle for 10.
func TestStandstill(t *testing.T) {
	const idle = 10
	type told struct {
		from  string // submission or interactor
		state sandbox.State
		since int
		at    int
	}
	stuck, reads, waits, computes := sandbox.Stuck, sandbox.Reads, sandbox.Waits, sandbox.Computes
	for _, test := range []struct {
		name    string
		fed     map[string]int // when a side last got input
		unread  bool           // the submission's output was not passed on
		hungUp  bool           // the interactor's closed output was not passed on
		quit    string         // which side has ended
		reports []told
		stopped string
	}{
		{"both stuck", nil, false, false, "", []told{{"submission", stuck, 1, 2}, {"interactor", stuck, 2, 2}}, "submission"},
		{"one is stuck", nil, false, false, "", []told{{"submission", stuck, 1, 2}, {"interactor", reads, 1, 2}}, ""},
		{"one computes", nil, false, false, "", []told{{"submission", stuck, 1, 20}, {"interactor", computes, 1, 20}}, ""},
		{"one sleeps", nil, false, false, "", []told{{"submission", stuck, 1, 20}, {"interactor", waits, 1, 20}}, ""},
		{
			"one has gone on", nil, false, false, "",
			[]told{{"submission", stuck, 1, 2}, {"submission", computes, 3, 3}, {"interactor", stuck, 2, 4}},
			"",
		},
		{
			"fed before",
			map[string]int{"submission": 1, "interactor": 1},
			false, false, "",
			[]told{{"submission", stuck, 1, 2}, {"interactor", stuck, 2, 2}},
			"submission",
		},
		{
			"fed meanwhile",
			map[string]int{"interactor": 3},
			false, false, "",
			[]told{{"submission", stuck, 1, 4}, {"interactor", stuck, 1, 2}},
			"",
		},
		{"unread", nil, true, false, "", []told{{"submission", stuck, 1, 2}, {"interactor", stuck, 1, 2}}, ""},
		{"hung up", nil, false, true, "", []told{{"submission", stuck, 1, 2}, {"interactor", stuck, 1, 2}}, ""},
		{
			"both read for long", nil, false, false, "",
			[]told{{"submission", reads, 1, 2 + idle}, {"interactor", stuck, 1, 2 + idle}},
			"submission",
		},
		{
			"both read, but not for long at once", nil, false, false, "",
			[]told{{"submission", reads, 1, 2 + idle}, {"interactor", stuck, idle, 2 + idle}},
			"",
		},
		{
			"both read for long, fed meanwhile",
			map[string]int{"submission": 5},
			false, false, "",
			[]told{{"submission", reads, 1, 2 + idle}, {"interactor", stuck, 1, 2 + idle}},
			"",
		},
		{"alone and stuck", nil, false, false, "interactor", []told{{"submission", stuck, 1, 2}}, ""},
		{"alone for long", nil, false, false, "interactor", []told{{"submission", reads, 1, 2 + idle}}, "submission"},
		{"interactor alone for long", nil, false, false, "submission", []told{{"interactor", stuck, 1, 2 + idle}}, "interactor"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := &dialogue{}
			begin := time.Now()
			moment := func(second int) time.Time { return begin.Add(time.Duration(second) * time.Second) }
			sides := map[string]*side{"submission": &d.submission, "interactor": &d.interactor}
			stopped := ""
			for name, side := range sides {
				read, write, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer read.Close()
				defer write.Close()
				if test.unread && name == "submission" {
					write.WriteString("hello")
				}
				if test.hungUp && name == "interactor" {
					write.Close()
				}
				side.tap, side.reported = newTap(read), make(chan struct{}, 1)
				side.spec.Limits.Idle = idle * time.Second
				side.stop = func(error) { stopped += name }
				if second, found := test.fed[name]; found {
					side.lastInput = moment(second)
				}
			}
			if gone := sides[test.quit]; gone != nil {
				d.recordEnd(gone)
			}
			for _, r := range test.reports {
				side, other := sides[r.from], &d.submission
				if other == side {
					other = &d.interactor
				}
				d.recordReport(side, other, sandbox.Report{State: r.state, Since: moment(r.since), At: moment(r.at)})
			}
			if stopped != test.stopped {
				t.Errorf("stopped %q, want %q", stopped, test.stopped)
			}
		})
	}
}
