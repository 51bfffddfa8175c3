package runner

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grundy/checker"
	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

var (
	ac = verdict.Grade{Verdict: verdict.AC}
	wa = verdict.Grade{Verdict: verdict.WA}
)

// newGroup returns a pass-fail group of some cases, with subgroups.
func newGroup(name string, cases int, groups ...*problem.Group) *problem.Group {
	g := &problem.Group{Name: name, Groups: groups, Grading: verdict.Grading{Mode: verdict.PassFail}}
	for i := range cases {
		g.Cases = append(g.Cases, &problem.Case{Name: name + "/" + string(rune('a'+i))})
	}
	return g
}

func everything(*problem.Case) bool { return true }

func TestTallyLaysOutWhatIsSelected(t *testing.T) {
	static := newGroup("secret/1", 1)
	static.StaticValidation = &problem.StaticValidation{}
	root := newGroup("", 0, newGroup("sample", 1), newGroup("secret", 2, static))
	names := func(selected func(*problem.Case) bool) (names []string) {
		for _, it := range newGroupScore(root, nil, selected).list(nil) {
			names = append(names, it.tc.Name)
		}
		return names
	}
	want := []string{"sample/a", "secret/a", "secret/b", "secret/1/static_validation", "secret/1/a"}
	if got := names(everything); !slices.Equal(got, want) {
		t.Errorf("all are %q, want %q", got, want)
	}
	chosen := []string{"secret/b", "secret/1/static_validation"}
	if got := names(problem.Named(chosen)); !slices.Equal(got, chosen) {
		t.Errorf("those chosen are %q, want %q", got, chosen)
	}
}

// A rejection settles its group and those above it. Others stay open, and later results change nothing.
func TestTallyStopsWhereNothingMatters(t *testing.T) {
	scoring := newGroup("secret", 0, newGroup("secret/1", 3), newGroup("secret/2", 1))
	scoring.Grading = verdict.Grading{Mode: verdict.Scoring2025, Aggregation: "sum"}
	top := newGroup("", 0, scoring)
	top.Grading = scoring.Grading
	root := newGroupScore(top, nil, everything)
	items := root.list(nil)
	open := func() (open []bool) {
		for _, it := range items {
			open = append(open, it.group.open(root))
		}
		return open
	}
	items[0].settle(ac)
	if got := open(); slices.Contains(got, false) || root.find("secret/1").over {
		t.Errorf("after an accepted case: open %v, want all", got)
	}
	items[1].settle(wa)
	if got, want := open(), []bool{false, false, false, true}; !slices.Equal(got, want) {
		t.Errorf("after a rejected case: open %v, want %v", got, want)
	}
	if first := root.find("secret/1"); !first.over || first.outcome != wa || root.over {
		t.Errorf("after a rejected case: %+v", first)
	}
	items[2].settle(verdict.Grade{Verdict: verdict.RTE})
	if first := root.find("secret/1"); first.outcome != wa {
		t.Errorf("a case behind the one that decided changed the outcome to %v", first.outcome)
	}
	items[3].settle(ac)
	if !root.over || root.outcome != wa {
		t.Errorf("in the end: over %v with %v, want %v", root.over, root.outcome, wa)
	}
}

func TestTallyRequires(t *testing.T) {
	newRoot := func(selected func(*problem.Case) bool) *groupScore {
		second := newGroup("secret/2", 1)
		second.Grading = verdict.Grading{Mode: verdict.Scoring2025, Aggregation: "pass-fail", RequirePass: []string{"sample", "secret/1", "gone"}}
		top := newGroup("", 0, newGroup("sample", 1), newGroup("secret", 0, newGroup("secret/1", 1), second))
		top.Grading = verdict.Grading{Mode: verdict.Scoring2025, Aggregation: "sum"}
		top.Groups[1].Grading = top.Grading
		return newGroupScore(top, nil, selected)
	}
	for _, test := range []struct {
		sample, first verdict.Grade // zero value: not judged yet
		missing       string        // during judging
		reason        string        // at the end, when unjudged items are not accepted
	}{
		{verdict.Grade{}, verdict.Grade{}, "", "requires sample"},
		{ac, verdict.Grade{}, "", "requires secret/1"},
		{ac, ac, "", ""},
		{wa, ac, "sample", "requires sample"},
		{ac, wa, "secret/1", "requires secret/1"},
	} {
		root := newRoot(everything)
		for i, outcome := range []verdict.Grade{test.sample, test.first} {
			if outcome != (verdict.Grade{}) {
				root.list(nil)[i].settle(outcome)
			}
		}
		second := root.find("secret/2")
		if got := second.missing(root); got != test.missing || second.open(root) != (test.missing == "") {
			t.Errorf("after %v and %v: missing %q, open %v, want %q", test.sample, test.first, got, second.open(root), test.missing)
		}
		said := map[string]verdict.Grade{}
		root.close(root, nil, func(t *groupScore) { said[t.group.Name] = t.outcome })
		if got := said["secret/2"].Reason; got != test.reason {
			t.Errorf("after %v and %v: the reason is %q, want %q", test.sample, test.first, got, test.reason)
		}
	}
}

// The result does not depend on whether groups were combined on the way or at the end.
func TestTallyAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top := newGroup("", 1, newGroup("sample", 1), newGroup("secret", 1, newGroup("secret/1", 2), newGroup("secret/2", 0)))
		mode := rapid.SampledFrom([]verdict.Grading{{Mode: verdict.PassFail}, {Mode: verdict.Scoring2025, Aggregation: "sum"}, verdict.DefaultLegacy()})
		for _, g := range []*problem.Group{top, top.Groups[0], top.Groups[1], top.Groups[1].Groups[0]} {
			g.Grading = mode.Draw(t, "grading")
		}
		root := newGroupScore(top, nil, everything)
		for _, it := range root.list(nil) {
			outcome := ac
			outcome.Score = float64(rapid.IntRange(0, 3).Draw(t, "score"))
			if rapid.IntRange(0, 3).Draw(t, "rejected") == 0 {
				outcome = wa
			}
			if it.group.open(root) {
				it.settle(outcome)
			}
		}
		early, wasOver := root.outcome, root.over
		said := map[string]verdict.Grade{}
		root.close(root, nil, func(t *groupScore) { said[t.group.Name] = t.outcome })
		if len(said) != 5 {
			t.Fatalf("groups %v are told, want five", said)
		}
		if wasOver && early != said[""] {
			t.Fatalf("added up on the way: %v, in the end: %v", early, said[""])
		}
	})
}

func TestTallyMaximum(t *testing.T) {
	hundred, ten := 100.0, 10.0
	group := newGroup("secret/1", 3)
	group.Grading = verdict.Grading{Mode: verdict.Scoring2025, Aggregation: "sum", MaxScore: &hundred}
	maxima := func() (maxima []float64) {
		for _, it := range newGroupScore(group, nil, everything).items {
			score, err := it.score(true, checker.Verdict{})
			if err != nil {
				t.Fatal(err)
			}
			maxima = append(maxima, score)
		}
		return maxima
	}
	third := 100.0 / 3
	if got, want := maxima(), []float64{third, third, third}; !slices.Equal(got, want) {
		t.Errorf("three cases earn %v, want %v", got, want)
	}
	group.StaticValidation = &problem.StaticValidation{Score: &ten}
	if got, want := maxima(), []float64{10, 30, 30, 30}; !slices.Equal(got, want) {
		t.Errorf("a static validation and three cases earn %v, want %v", got, want)
	}
	group.StaticValidation.Score = nil
	if got, want := maxima(), []float64{0, third, third, third}; !slices.Equal(got, want) {
		t.Errorf("a static validation without a score and three cases earn %v, want %v", got, want)
	}
}
