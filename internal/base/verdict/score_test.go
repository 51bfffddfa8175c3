package verdict

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCaseMaximum(t *testing.T) {
	for _, test := range []struct {
		name    string
		grading Grading
		cases   int
		static  float64
		want    float64 // NaN for none
	}{
		{"sum", Grading{Mode: Scoring2025, Aggregation: "sum", MaxScore: points(100)}, 8, 0, 12.5},
		{"sum with static validation", Grading{Mode: Scoring2025, Aggregation: "sum", MaxScore: points(100)}, 8, 20, 10},
		{"min", Grading{Mode: Scoring2025, Aggregation: "min", MaxScore: points(40)}, 8, 0, 40},
		{"pass-fail", Grading{Mode: Scoring2025, Aggregation: "pass-fail", MaxScore: points(40)}, 8, 0, math.NaN()},
		{"unbounded", Grading{Mode: Scoring2025, Aggregation: "sum"}, 8, 0, math.NaN()},
		{"no cases", Grading{Mode: Scoring2025, Aggregation: "sum", MaxScore: points(40)}, 0, 0, math.NaN()},
		{"legacy", legacy(func(g *Grading) { g.AcceptScore = 5 }), 8, 0, 5},
		{"legacy, the checker gives points", legacy(func(g *Grading) { g.CheckerScores = true }), 8, 0, math.NaN()},
	} {
		got := test.grading.CaseMaximum(test.cases, test.static)
		if math.IsNaN(test.want) != (got == nil) || got != nil && *got != test.want {
			t.Errorf("%s: CaseMaximum = %v, want %v", test.name, got, test.want)
		}
	}
}

func TestCaseScore(t *testing.T) {
	sum := Grading{Mode: Scoring2025, Aggregation: "sum", MaxScore: points(100)}
	unbounded := Grading{Mode: Scoring2025, Aggregation: "sum"}
	passFail := Grading{Mode: Scoring2025, Aggregation: "pass-fail", MaxScore: points(100)}
	old := legacy(func(g *Grading) { g.AcceptScore, g.RejectScore = 20, -1 })

	for _, test := range []struct {
		name              string
		grading           Grading
		maximum           *float64
		accepted          bool
		score, multiplier *float64
		want              float64
		fault             string
	}{
		{"bounded, no score", sum, points(10), true, nil, nil, 10, ""},
		{"bounded, multiplier", sum, points(10), true, nil, points(0.25), 2.5, ""},
		{"bounded, score", sum, points(10), true, points(7), nil, 7, ""},
		{"bounded, score above", sum, points(10), true, points(10.5), nil, 0, "exceeds"},
		{"bounded, score at the maximum but for noise", sum, points(100.0 / 3), true, points(33.333333333334), nil, 100.0 / 3, ""},
		{"bounded, multiplier 0", sum, points(10), true, nil, points(0), 0, ""},
		{"bounded, multiplier 1", sum, points(10), true, nil, points(1), 10, ""},
		{"bounded, multiplier below 0", sum, points(10), true, nil, points(-0.25), 0, "want 0 to 1"},
		{"bounded, score 0", sum, points(10), true, points(0), nil, 0, ""},
		{"bounded, score at the maximum", sum, points(10), true, points(10), nil, 10, ""},
		{"bounded, multiplier above 1", sum, points(10), true, nil, points(1.5), 0, "want 0 to 1"},
		{"bounded, multiplier NaN", sum, points(10), true, nil, points(math.NaN()), 0, "want 0 to 1"},
		{"negative", sum, points(10), true, points(-1), nil, 0, "at least 0"},
		{"infinite", unbounded, nil, true, points(math.Inf(1)), nil, 0, "at least 0"},
		{"both", sum, points(10), true, points(1), points(1), 0, "both"},
		{"rejected", sum, points(10), false, nil, nil, 0, ""},
		{"rejected with score", sum, points(10), false, points(0), nil, 0, "rejected and wrote"},
		{"rejected with multiplier", sum, points(10), false, nil, points(0), 0, "rejected and wrote"},
		{"unbounded", unbounded, nil, true, points(1234), nil, 1234, ""},
		{"unbounded without score", unbounded, nil, true, nil, nil, 0, "without score.txt"},
		{"unbounded with multiplier", unbounded, nil, true, nil, points(1), 0, "unbounded"},
		{"unbounded, rejected", unbounded, nil, false, nil, nil, 0, ""},
		{"pass-fail group", passFail, nil, true, nil, nil, 0, ""},
		{"pass-fail group with score", passFail, nil, true, points(1), nil, 0, "pass-fail aggregation"},
		{"sample with score", Default2025("sample"), nil, true, points(1), nil, 0, ""},

		{"legacy accepted", old, nil, true, nil, nil, 20, ""},
		{"legacy rejected", old, nil, false, nil, nil, -1, ""},
		{"legacy score", old, nil, true, points(3), nil, 3, ""},
		{"legacy multiplier", old, nil, true, nil, points(0.5), 10, ""},
		{"legacy multiplier 0", old, nil, true, nil, points(0), 0, ""},
		{"legacy multiplier 1", old, nil, true, nil, points(1), 20, ""},
		{"legacy multiplier below 0", old, nil, true, nil, points(-0.5), 0, "want 0 to 1"},
		{"legacy rejected with multiplier", old, nil, false, nil, points(0.5), -1, ""},
		{"legacy negative score", old, nil, true, points(-4), nil, -4, ""},
		{"legacy infinite", old, nil, true, points(math.Inf(-1)), nil, 0, "finite"},
		{"legacy multiplier above 1", old, nil, true, nil, points(2), 0, "want 0 to 1"},
		{"legacy NaN", old, nil, true, points(math.NaN()), nil, 0, "finite"},
		{"pass-fail problem", Grading{Mode: PassFail}, nil, true, points(3), nil, 0, ""},
	} {
		got, err := test.grading.CaseScore(test.maximum, test.accepted, test.score, test.multiplier)
		switch {
		case test.fault == "" && err != nil:
			t.Errorf("%s: CaseScore: %v", test.name, err)
		case test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)):
			t.Errorf("%s: CaseScore error = %v, want it to speak of %q", test.name, err, test.fault)
		case err == nil && got != test.want:
			t.Errorf("%s: CaseScore = %v, want %v", test.name, got, test.want)
		}
	}
}

// A group whose cases are all accepted without scores of their own has exactly its maximum, for any number of
// cases.
func TestAcceptedCasesAddUpToTheMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1000).Draw(t, "cases")
		g := Grading{
			Mode:        Scoring2025,
			Aggregation: rapid.SampledFrom([]string{"sum", "min", "pass-fail"}).Draw(t, "aggregation"),
			MaxScore:    points(float64(rapid.IntRange(0, 1000).Draw(t, "max"))),
		}
		children := make([]Grade, n)
		for i := range children {
			score, err := g.CaseScore(g.CaseMaximum(n, 0), true, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			children[i] = Grade{Verdict: AC, Score: score}
		}
		if got := Aggregate(g, children); got != (Grade{Verdict: AC, Score: *g.MaxScore}) {
			t.Fatalf("got %v, want all %v points", got, *g.MaxScore)
		}
	})
}

func TestOutOfRange(t *testing.T) {
	bounded := legacy(func(g *Grading) { g.RangeMin, g.RangeMax = 0, 30 })
	for _, test := range []struct {
		grading Grading
		score   float64
		want    bool
	}{
		{bounded, 0, false},
		{bounded, 30, false},
		{bounded, 30.5, true},
		{bounded, -1, true},
		{DefaultLegacy(), 1e9, false},
		{Grading{Mode: Scoring2025}, 7, false},
	} {
		if got := test.grading.OutOfRange(test.score); got != test.want {
			t.Errorf("OutOfRange(%v) = %v, want %v", test.score, got, test.want)
		}
	}
}

func TestMissing(t *testing.T) {
	accepted := func(group string) bool { return group == "sample" }
	for _, test := range []struct {
		require []string
		want    string
	}{
		{nil, ""},
		{[]string{"sample"}, ""},
		{[]string{"sample", "secret/group1"}, "secret/group1"},
	} {
		if got := (Grading{RequirePass: test.require}).Missing(accepted); got != test.want {
			t.Errorf("Missing of %v = %q, want %q", test.require, got, test.want)
		}
	}
}
