package problem

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/base/verdict"
)

func TestMeets(t *testing.T) {
	const (
		ac, wa, tle, mle = verdict.AC, verdict.WA, verdict.TLE, verdict.MLE
		rte, ole, ie, je = verdict.RTE, verdict.OLE, verdict.ILE, verdict.JE
	)
	of := func(verdicts ...verdict.Verdict) []verdict.Verdict { return verdicts }
	results := func(verdicts ...verdict.Verdict) []CaseResult {
		names := []string{"sample/1", "secret/a/1", "secret/a/2", "secret/b/1"}
		var all []CaseResult
		for i, v := range verdicts {
			all = append(all, CaseResult{Name: names[i], Verdict: v})
		}
		return all
	}
	accepted := Expectation{Permitted: of(ac)}
	wrong := Expectation{Permitted: of(ac, wa), Required: of(wa)}
	slow := Expectation{Permitted: of(ac, tle), Required: of(tle)}
	crash := Expectation{Permitted: of(ac, rte), Required: of(rte)}

	for _, test := range []struct {
		name    string
		expect  []Expectation
		results []CaseResult
		scores  map[string]float64
		want    []Violation
	}{
		{"accepted", []Expectation{accepted}, results(ac, ac, ac), nil, nil},
		{
			"accepted, but fails",
			[]Expectation{accepted},
			results(ac, ac, wa), nil,
			[]Violation{{"secret/a/2", "secret/a/2 got WA, permitted: AC"}},
		},
		{
			"accepted, but fails often",
			[]Expectation{accepted},
			results(ac, tle, wa, wa), nil,
			[]Violation{{"secret/a/1", "secret/a/1 got TLE (and 2 more), permitted: AC"}},
		},
		{"wrong on one", []Expectation{wrong}, results(ac, ac, wa), nil, nil},
		{"no test kills it", []Expectation{wrong}, results(ac, ac, ac), nil, []Violation{{"", "no case got WA"}}},
		{"wrong, then slow: both speak", []Expectation{wrong}, results(ac, wa, tle), nil, []Violation{{"secret/a/2", "secret/a/2 got TLE, permitted: AC, WA"}}},
		{"anything permitted", []Expectation{{Required: of(rte, tle, wa)}}, results(ac, ac, mle), nil, nil},
		{"memory is a crash", []Expectation{crash}, results(ac, mle), nil, nil},
		{"output is a crash", []Expectation{crash}, results(ac, ole), nil, nil},
		{"idling is slow", []Expectation{slow}, results(ac, ie), nil, nil},
		{"memory is not slow", []Expectation{slow}, results(tle, mle), nil, []Violation{{"secret/a/1", "secret/a/1 got MLE, permitted: AC, TLE"}}},
		{"named verdicts are exact", []Expectation{{Required: of(mle)}}, results(ac, rte), nil, []Violation{{"", "no case got MLE"}}},
		{
			"by group",
			[]Expectation{{Pattern: "sample", Permitted: of(ac)}, {Pattern: "secret/b", Required: of(tle)}},
			results(ac, wa, wa, tle), nil, nil,
		},
		{
			"by group, violated",
			[]Expectation{{Pattern: "secret/{a,c}", Permitted: of(ac)}, {Pattern: "secret/b", Required: of(tle)}},
			results(ac, ac, wa, ac), nil,
			[]Violation{{"secret/a/2", "secret/a/2 got WA, permitted: AC"}, {"", "no case of secret/b got TLE"}},
		},
		{"a pattern without cases", []Expectation{{Pattern: "secret/z", Required: of(tle)}}, results(ac), nil, []Violation{{"", "no case of secret/z got TLE"}}},
		{
			"judge error",
			[]Expectation{{Required: of(wa)}},
			results(wa, je), nil,
			[]Violation{{"secret/a/1", "secret/a/1 got JE"}},
		},
		{
			"judge error on the first case",
			[]Expectation{accepted},
			results(je, ac), nil,
			[]Violation{{"sample/1", "sample/1 got JE"}},
		},
		{"wrong as a whole", []Expectation{{Required: of(wa), Whole: true}}, results(ac, wa, tle), nil, nil},
		{
			"slow before it is wrong",
			[]Expectation{{Required: of(wa), Whole: true}},
			results(ac, tle, wa), nil,
			[]Violation{{"secret/a/1", "secret/a/1 got TLE, want WA"}},
		},
		{
			"wrong as a whole, on the first case",
			[]Expectation{{Required: of(tle), Whole: true}},
			results(wa, tle), nil,
			[]Violation{{"sample/1", "sample/1 got WA, want TLE"}},
		},
		{
			"right as a whole",
			[]Expectation{{Required: of(wa), Whole: true}},
			results(ac, ac), nil,
			[]Violation{{"", "submission got AC, want WA"}},
		},
		{
			"compile error",
			[]Expectation{accepted},
			[]CaseResult{{Verdict: verdict.CE}},
			nil,
			[]Violation{{"", "submission got CE, permitted: AC"}},
		},
		{"compile error as expected", []Expectation{{Required: of(verdict.CE)}}, []CaseResult{{Verdict: verdict.CE}}, nil, nil},
		{
			"message",
			[]Expectation{{Message: regexp.MustCompile("too long")}},
			[]CaseResult{{Name: "secret/1", Verdict: wa}, {Name: "secret/2", Verdict: wa, Messages: []string{"", "path is too long"}}},
			nil, nil,
		},
		{
			"no such message",
			[]Expectation{{Message: regexp.MustCompile("too long")}},
			[]CaseResult{{Name: "secret/1", Verdict: wa, Messages: []string{"short"}}},
			nil,
			[]Violation{{"", `no message matches "too long"`}},
		},
		{"score", []Expectation{{Score: &Range{40, 40}}}, results(ac), map[string]float64{"": 40.0000000001, "secret": 3}, nil},
		{"score outside", []Expectation{{Score: &Range{30, 40}}}, results(ac), map[string]float64{"": 41}, []Violation{{"", "score is 41, want 30 to 40"}}},
		{"score below", []Expectation{{Score: &Range{30, 40}}}, results(ac), map[string]float64{"": 29}, []Violation{{"", "score is 29, want 30 to 40"}}},
		{"score at a bound", []Expectation{{Score: &Range{30, 40}}, {Score: &Range{20, 30}}, {Score: &Range{0, 0}}}, results(ac), map[string]float64{"": 30}, []Violation{{"", "score is 30, want 0"}}},
		{
			"score of a group",
			[]Expectation{{Pattern: "secret/*", Score: &Range{10, 10}}},
			results(ac),
			map[string]float64{"": 30, "secret": 30, "secret/a": 10, "secret/b": 20},
			[]Violation{{"", "score of secret/b is 20, want 10"}},
		},
		{
			"score of a group, not of those below",
			[]Expectation{{Pattern: "secret", Score: &Range{30, 30}}},
			results(ac),
			map[string]float64{"": 30, "secret": 30, "secret/a": 10},
			nil,
		},
		{"no score", []Expectation{{Score: &Range{30, 40}}}, results(ac), nil, []Violation{{"", "no score, want 30 to 40"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Meets(test.expect, test.results, test.scores)); diff != "" {
				t.Errorf("violations differ (-want +got):\n%s", diff)
			}
		})
	}
}

// Expectations made from the results themselves are always met, and not met any more once a case's verdict is taken
// out of those permitted.
func TestMeetsItsOwnResults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		verdicts := rapid.SliceOfN(rapid.SampledFrom([]verdict.Verdict{verdict.AC, verdict.WA, verdict.TLE, verdict.RTE}), 1, 6).Draw(t, "verdicts")
		var results []CaseResult
		for _, v := range verdicts {
			results = append(results, CaseResult{Name: "secret/x", Verdict: v})
		}
		own := []Expectation{{Permitted: verdicts, Required: verdicts[:1]}}
		if got := Meets(own, results, nil); got != nil {
			t.Fatalf("own results violate %v", got)
		}
		var others []verdict.Verdict
		for _, v := range verdicts {
			if v != verdicts[0] {
				others = append(others, v)
			}
		}
		if others == nil {
			others = []verdict.Verdict{verdict.CE}
		}
		if got := Meets([]Expectation{{Permitted: others}}, results, nil); len(got) != 1 {
			t.Fatalf("%v without %v: got %v, want one violation", verdicts, verdicts[0], got)
		}
	})
}
