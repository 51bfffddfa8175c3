package verdict

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func points(x float64) *float64 { return &x }

func legacy(change func(*Grading)) Grading {
	g := DefaultLegacy()
	change(&g)
	return g
}

func TestAggregate(t *testing.T) {
	passFail := Grading{Mode: PassFail}
	sum := Grading{Mode: Scoring2025, Aggregation: "sum", MaxScore: points(100)}
	least := Grading{Mode: Scoring2025, Aggregation: "min", MaxScore: points(100)}
	group := Grading{Mode: Scoring2025, Aggregation: "pass-fail", MaxScore: points(30)}
	goOn := legacy(func(g *Grading) { g.OnReject = "continue" })
	ac, wa, tle, rte := Grade{Verdict: AC}, Grade{Verdict: WA}, Grade{Verdict: TLE}, Grade{Verdict: RTE}

	for _, test := range []struct {
		name     string
		grading  Grading
		children []Grade
		want     Grade
	}{
		{"pass-fail, all accepted", passFail, []Grade{ac, ac}, ac},
		{"pass-fail, first error", passFail, []Grade{ac, tle, rte}, tle},
		{"pass-fail, a judge error wins", passFail, []Grade{wa, {Verdict: JE, Reason: "disk"}}, Grade{Verdict: JE, Reason: "disk"}},
		{"pass-fail, some not judged", passFail, []Grade{ac, {}}, ac},
		{"pass-fail, nothing judged", passFail, []Grade{{}, {}}, Grade{}},
		{"pass-fail, empty", passFail, nil, ac},

		{"2025 sum", sum, []Grade{{Verdict: AC, Score: 40}, {Verdict: AC, Score: 2.5}}, Grade{Verdict: AC, Score: 42.5}},
		{"2025 sum, part of it", sum, []Grade{{Verdict: AC, Score: 40}, wa, {Verdict: AC, Score: 20}}, Grade{Verdict: WA, Score: 60}},
		{
			"2025 sum of thirds is the maximum", sum,
			slices.Repeat([]Grade{{Verdict: AC, Score: 100.0 / 3}}, 3),
			Grade{Verdict: AC, Score: 100},
		},
		{
			"2025 sum above the maximum", sum,
			[]Grade{{Verdict: AC, Score: 60}, {Verdict: AC, Score: 41}},
			Grade{Verdict: JE, Reason: "score 101 exceeds max_score 100"},
		},
		{"2025 sum, empty", sum, nil, ac},
		{"2025 min", least, []Grade{{Verdict: AC, Score: 40}, {Verdict: AC, Score: 20}}, Grade{Verdict: AC, Score: 20}},
		{"2025 min, rejected", least, []Grade{{Verdict: AC, Score: 40}, wa}, wa},
		{"2025 min, a group left out", least, []Grade{{Verdict: AC, Score: 40}, {}}, ac},
		{"2025 pass-fail", group, []Grade{ac, ac}, Grade{Verdict: AC, Score: 30}},
		{"2025 pass-fail, rejected", group, []Grade{ac, tle}, tle},
		{"2025 pass-fail, one not judged", group, []Grade{ac, {}}, ac},
		{"2025 sample has no points", Default2025("sample"), []Grade{ac}, ac},
		{"2025 root", Default2025(""), []Grade{ac, {Verdict: AC, Score: 70}}, Grade{Verdict: AC, Score: 70}},
		{"2025 judge error", sum, []Grade{{Verdict: AC, Score: 40}, {Verdict: JE}}, Grade{Verdict: JE}},

		{"legacy sum", DefaultLegacy(), []Grade{{Verdict: AC, Score: 1}, {Verdict: AC, Score: 2}}, Grade{Verdict: AC, Score: 3}},
		{"legacy, empty", DefaultLegacy(), nil, ac},
		{
			"legacy break ends at the first rejection", DefaultLegacy(),
			[]Grade{{Verdict: AC, Score: 1}, {Verdict: WA, Score: 0.5}, {Verdict: RTE, Score: 7}, {Verdict: AC, Score: 1}},
			Grade{Verdict: WA, Score: 1.5},
		},
		{
			"legacy worst error", goOn,
			[]Grade{{Verdict: AC, Score: 1}, {Verdict: WA}, {Verdict: RTE}, {Verdict: TLE}},
			Grade{Verdict: RTE, Score: 1},
		},
		{"legacy worst: MLE before TLE", goOn, []Grade{tle, {Verdict: MLE}}, Grade{Verdict: MLE}},
		{"legacy worst: TLE before ILE", goOn, []Grade{{Verdict: ILE}, tle}, tle},
		{"legacy worst: TLE before OLE", goOn, []Grade{{Verdict: OLE}, tle}, tle},
		{"legacy worst: OLE before WA", goOn, []Grade{wa, {Verdict: OLE}}, Grade{Verdict: OLE}},
		{"legacy worst: JE before all", goOn, []Grade{rte, {Verdict: JE}}, Grade{Verdict: JE}},
		{
			"legacy first error", legacy(func(g *Grading) { g.OnReject, g.VerdictRule = "continue", "first_error" }),
			[]Grade{ac, wa, rte},
			wa,
		},
		{
			"legacy always accept", legacy(func(g *Grading) { g.OnReject, g.VerdictRule = "continue", "always_accept" }),
			[]Grade{{Verdict: WA, Score: 2}, {Verdict: AC, Score: 3}},
			Grade{Verdict: AC, Score: 5},
		},
		{
			"legacy always accept still breaks", legacy(func(g *Grading) { g.VerdictRule = "always_accept" }),
			[]Grade{{Verdict: WA, Score: 2}, {Verdict: AC, Score: 3}},
			Grade{Verdict: AC, Score: 2},
		},
		{
			"legacy always accept, judge error", legacy(func(g *Grading) { g.OnReject, g.VerdictRule = "continue", "always_accept" }),
			[]Grade{{Verdict: AC, Score: 2}, {Verdict: JE}},
			Grade{Verdict: JE},
		},
		{
			"legacy accept if any", legacy(func(g *Grading) { g.OnReject, g.AcceptIfAnyAccepted = "continue", true }),
			[]Grade{wa, {Verdict: AC, Score: 1}, tle},
			Grade{Verdict: AC, Score: 1},
		},
		{
			"legacy accept if any, none is", legacy(func(g *Grading) { g.OnReject, g.AcceptIfAnyAccepted = "continue", true }),
			[]Grade{wa, tle},
			tle,
		},
		{"legacy avg", legacy(func(g *Grading) { g.ScoreRule = "avg" }), []Grade{{Verdict: AC, Score: 1}, {Verdict: AC, Score: 4}}, Grade{Verdict: AC, Score: 2.5}},
		{"legacy min", legacy(func(g *Grading) { g.ScoreRule = "min" }), []Grade{{Verdict: AC, Score: 20}, {Verdict: WA}}, wa},
		{"legacy max", legacy(func(g *Grading) { g.ScoreRule = "max" }), []Grade{{Verdict: AC, Score: -3}, {Verdict: AC, Score: -1}}, Grade{Verdict: AC, Score: -1}},
		{
			"legacy ignore_sample", legacy(func(g *Grading) { g.OnReject, g.IgnoreSample = "continue", true }),
			[]Grade{{Verdict: WA, Score: 5}, {Verdict: AC, Score: 70}},
			Grade{Verdict: AC, Score: 70},
		},
		{
			"legacy ignore_sample, no sample", legacy(func(g *Grading) { g.IgnoreSample = true }),
			[]Grade{{Verdict: AC, Score: 70}},
			Grade{Verdict: AC, Score: 70},
		},
		{
			"legacy ignore_sample, but broken off at the sample", legacy(func(g *Grading) { g.IgnoreSample = true }),
			[]Grade{wa, {Verdict: AC, Score: 70}},
			wa,
		},
		{"legacy, the unjudged left out", legacy(func(g *Grading) { g.ScoreRule = "avg" }), []Grade{{Verdict: AC, Score: 4}, {}}, Grade{Verdict: AC, Score: 4}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Aggregate(test.grading, test.children); got != test.want {
				t.Errorf("Aggregate = %v, want %v", got, test.want)
			}
		})
	}
}

var (
	gradings = rapid.Custom(func(t *rapid.T) Grading {
		g := Grading{
			Mode:                rapid.SampledFrom([]GradingMode{PassFail, Scoring2025, ScoringLegacy}).Draw(t, "mode"),
			Aggregation:         rapid.SampledFrom([]string{"pass-fail", "sum", "min"}).Draw(t, "aggregation"),
			OnReject:            rapid.SampledFrom([]string{"break", "continue"}).Draw(t, "on_reject"),
			VerdictRule:         rapid.SampledFrom([]string{"worst_error", "first_error", "always_accept"}).Draw(t, "verdict"),
			ScoreRule:           rapid.SampledFrom([]string{"sum", "avg", "min", "max"}).Draw(t, "score"),
			AcceptIfAnyAccepted: rapid.Bool().Draw(t, "any"),
			IgnoreSample:        rapid.Bool().Draw(t, "ignore_sample"),
		}
		if rapid.Bool().Draw(t, "bounded") {
			g.MaxScore = points(1000)
		}
		return g
	})

	// cases are judged test cases as 2025-09 scores them: rejected ones have 0.
	cases = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Grade {
		o := Grade{Verdict: rapid.SampledFrom([]Verdict{AC, AC, AC, WA, TLE, MLE, RTE, OLE, ILE}).Draw(t, "verdict")}
		if o.Verdict == AC {
			o.Score = float64(rapid.IntRange(0, 50).Draw(t, "score"))
		}
		return o
	}), 1, 12)
)

// Stopping as soon as the outcome is decided never changes it.
func TestDecidedIsFinal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := gradings.Draw(t, "grading"), cases.Draw(t, "cases")
		want := Aggregate(g, all)
		for n := 1; n <= len(all); n++ {
			if !g.Decided(all[:n]) {
				continue
			}
			if got := Aggregate(g, all[:n]); got != want {
				t.Fatalf("decided after %d with %v, but all give %v", n, got, want)
			}
			return
		}
	})
}

func TestAggregateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := gradings.Draw(t, "grading"), cases.Draw(t, "cases")
		got := Aggregate(g, all)
		accepted := !slices.ContainsFunc(all, func(o Grade) bool { return o.Verdict != AC })
		if accepted && got.Verdict != AC {
			t.Fatalf("all accepted, but %v", got)
		}
		lenient := g.Mode == ScoringLegacy && (g.VerdictRule == "always_accept" || g.AcceptIfAnyAccepted || g.IgnoreSample)
		if !accepted && got.Verdict == AC && !lenient {
			t.Fatalf("not all accepted, but %v", got)
		}
		if g.Mode == PassFail && got.Score != 0 {
			t.Fatalf("pass-fail has score %v", got.Score)
		}
		if g.Mode == Scoring2025 && g.MaxScore != nil && (got.Score < 0 || got.Score > *g.MaxScore) {
			t.Fatalf("score %v is outside 0 to %v", got.Score, *g.MaxScore)
		}
		broken := slices.Insert(slices.Clone(all), 0, Grade{Verdict: JE})
		if o := Aggregate(g, broken); o.Verdict != JE {
			t.Fatalf("judge error among the children, but %v", o)
		}
	})
}

func TestDecided(t *testing.T) {
	rejection := []Grade{{Verdict: AC, Score: 1}, {Verdict: WA}}
	for _, test := range []struct {
		name    string
		grading Grading
		want    bool
	}{
		{"pass-fail", Grading{Mode: PassFail}, true},
		{"2025 pass-fail", Grading{Mode: Scoring2025, Aggregation: "pass-fail"}, true},
		{"2025 min", Grading{Mode: Scoring2025, Aggregation: "min"}, true},
		{"2025 sum", Grading{Mode: Scoring2025, Aggregation: "sum"}, false},
		{"legacy break", DefaultLegacy(), true},
		{"legacy continue", legacy(func(g *Grading) { g.OnReject = "continue" }), false},
	} {
		if got := test.grading.Decided(rejection); got != test.want {
			t.Errorf("%s: Decided after a rejection = %v, want %v", test.name, got, test.want)
		}
		if test.grading.Decided([]Grade{{Verdict: AC}, {Verdict: None}}) {
			t.Errorf("%s: decided without a rejection", test.name)
		}
	}
	partial := []Grade{{Verdict: WA, Score: 10}}
	if (Grading{Mode: Scoring2025, Aggregation: "min"}).Decided(partial) {
		t.Error("2025 min: decided by a group that has points left to lose")
	}
}

func TestDefaults(t *testing.T) {
	if g := Default2025("secret"); g.Aggregation != "sum" || g.MaxScore == nil || *g.MaxScore != 100 {
		t.Errorf("secret: got %+v", g)
	}
	for _, name := range []string{"sample", "secret/group1"} {
		if g := Default2025(name); g.Aggregation != "pass-fail" || g.MaxScore != nil {
			t.Errorf("%s: got %+v", name, g)
		}
	}
	if g := DefaultLegacy(); g.AcceptScore != 1 || g.RejectScore != 0 || !math.IsInf(g.RangeMin, -1) || !math.IsInf(g.RangeMax, 1) {
		t.Errorf("legacy: got %+v", g)
	}
}
