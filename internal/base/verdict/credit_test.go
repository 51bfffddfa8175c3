package verdict

import "testing"

func TestCredit(t *testing.T) {
	for _, test := range []struct {
		name           string
		verdict        Verdict
		score, maximum *float64
		failed         int
		want           Credit
		points         string
	}{
		{"not judged", None, nil, nil, 0, Uncredited, ""},
		{"accepted without points", AC, nil, nil, 0, FullCredit, ""},
		{"accepted by a lenient grader without points", AC, nil, nil, 3, FullCredit, ""},
		{"rejected without points", WA, nil, nil, 1, NoCredit, ""},
		{"judge error", JE, points(100), points(100), 0, NoCredit, "100/100"},
		{"compile error", CE, nil, nil, 0, NoCredit, ""},
		{"all points", AC, points(100), points(100), 0, FullCredit, "100/100"},
		{"all points up to rounding", AC, points(100 - 1e-12), points(100), 0, FullCredit, "100/100"},
		{"all points and a failed sample", WA, points(100), points(100), 1, FullCredit, "100/100"},
		{"accepted with a part", AC, points(19), points(100), 27, PartialCredit, "19/100"},
		{"rejected with a part", WA, points(100.0 / 3), points(100), 27, PartialCredit, "33.333333/100"},
		{"accepted without a point", AC, points(0), points(100), 0, NoCredit, "0/100"},
		{"rejected without a point", TLE, points(0), points(100), 1, NoCredit, "0/100"},
		{"accepted, unbounded", AC, points(7.5), nil, 0, FullCredit, "7.5"},
		{"accepted with failures, unbounded", AC, points(7.5), nil, 1, PartialCredit, "7.5"},
		{"rejected with points, unbounded", WA, points(7.5), nil, 1, PartialCredit, "7.5"},
	} {
		if got := CreditOf(test.verdict, test.score, test.maximum, test.failed); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if got := Points(test.score, test.maximum); got != test.points {
			t.Errorf("%s: got %q, want %q", test.name, got, test.points)
		}
	}
}

func TestMaximum(t *testing.T) {
	newer := func(aggregation string, maximum *float64) Grading {
		return Grading{Mode: Scoring2025, Aggregation: aggregation, MaxScore: maximum}
	}
	for _, test := range []struct {
		name    string
		grading Grading
		parts   []*float64
		want    *float64
	}{
		{"without scores", Grading{Mode: PassFail}, nil, points(0)},
		{"the samples", newer("pass-fail", nil), []*float64{nil, nil}, points(0)},
		{"all or nothing", newer("pass-fail", points(19)), []*float64{nil, nil}, points(19)},
		{"shares", newer("sum", points(100)), []*float64{points(100.0 / 3), points(100.0 / 3), points(100.0 / 3)}, points(100)},
		{"groups below what is declared", newer("sum", points(100)), []*float64{points(19), points(31)}, points(50)},
		{"groups above what is declared", newer("sum", points(40)), []*float64{points(19), points(31)}, points(40)},
		{"the worst", newer("min", points(40)), []*float64{points(40), points(40)}, points(40)},
		{"unbounded", newer("sum", nil), []*float64{points(0), nil}, nil},
		{"without cases", newer("sum", points(100)), nil, points(0)},
		{"legacy sum", DefaultLegacy(), []*float64{points(1), points(2)}, points(3)},
		{"legacy average", legacy(func(g *Grading) { g.ScoreRule = "avg" }), []*float64{points(1), points(2)}, points(1.5)},
		{"legacy worst", legacy(func(g *Grading) { g.ScoreRule = "min" }), []*float64{points(1), points(2)}, points(1)},
		{"legacy best", legacy(func(g *Grading) { g.ScoreRule = "max" }), []*float64{points(1), points(2)}, points(2)},
		{"legacy without the sample", legacy(func(g *Grading) { g.IgnoreSample = true }), []*float64{points(7), points(2)}, points(2)},
		{"legacy without an unbounded sample", legacy(func(g *Grading) { g.IgnoreSample = true }), []*float64{nil, points(2)}, points(2)},
		{"legacy in a range", legacy(func(g *Grading) { g.RangeMax = 100 }), []*float64{points(19), points(31)}, points(50)},
		{"legacy unbounded in a range", legacy(func(g *Grading) { g.RangeMax = 100 }), []*float64{nil, points(31)}, points(100)},
		{"legacy unbounded", DefaultLegacy(), []*float64{nil, points(31)}, nil},
		{"a grader in a range", legacy(func(g *Grading) { g.Custom, g.RangeMax = true, 10 }), []*float64{points(31)}, points(10)},
		{"a grader", legacy(func(g *Grading) { g.Custom = true }), []*float64{points(31)}, nil},
		{"the smallest is the best", legacy(func(g *Grading) { g.Minimise = true }), []*float64{points(31)}, nil},
	} {
		got := test.grading.Maximum(test.parts)
		if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s: got %s, want %s", test.name, Points(points(0), got), Points(points(0), test.want))
		}
	}
}
