package runner

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/checker"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

func TestWordsOfAGrader(t *testing.T) {
	for v, want := range map[verdict.Verdict]string{
		verdict.AC: "AC", verdict.WA: "WA", verdict.TLE: "TLE", verdict.ILE: "TLE", verdict.RTE: "RTE", verdict.MLE: "RTE", verdict.OLE: "RTE",
	} {
		if got := legacyCode(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	for printed, want := range map[string]verdict.Grade{
		"AC 10\n":       {Verdict: verdict.AC, Score: 10},
		" WA\t-2.5e1 ":  {Verdict: verdict.WA, Score: -25},
		"TLE +0\n":      {Verdict: verdict.TLE},
		"RTE 1E2\n\n\n": {Verdict: verdict.RTE, Score: 100},
	} {
		if got, err := parseGraded(printed); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", printed, got, err, want)
		}
	}
	for _, printed := range []string{"", "AC", "10 AC", "AC 10 11", "OK 10", "JE 10", "AC 1e999", "AC nan", "AC 0x10", "AC inf", "AC 1_0", "AC --1", "AC\n"} {
		if got, err := parseGraded(printed); err == nil || !strings.Contains(err.Error(), `want a line such as "AC 10"`) {
			t.Errorf("%q was taken as %+v", printed, got)
		}
	}
}

func said(words ...string) []event.Exchange {
	var all []event.Exchange
	for i, word := range words {
		from := event.FromInteractor
		if i%2 == 1 {
			from = event.FromSubmission
		}
		all = append(all, event.Exchange{From: from, Text: word})
	}
	return all
}

func TestWhereDialoguesPart(t *testing.T) {
	for _, test := range []struct {
		name          string
		a, b          []event.Exchange
		by            event.Party
		first, second string
	}{
		{"equal", said("1\n", "2\n"), said("1\n", "2\n"), "", "", ""},
		{"one ends", said("1\n", "2\n"), said("1\n", "2\n", "3\n"), "", "", ""},
		{"nothing", nil, said("1\n"), "", "", ""},
		{"the interactor", said("1\n", "2\n", "30\n", "5\n"), said("1\n", "2\n", "31\n", "6\n"), event.FromInteractor, "30", "31"},
		{"the submission", said("1\n", "2\n", "30\n"), said("1\n", "7\n", "31\n"), event.FromSubmission, "2", "7"},
		{"the first byte", said("1\n"), said("2\n"), event.FromInteractor, "1", "2"},
		{"in a second line", said("1\n23\n"), said("1\n24\n"), event.FromInteractor, "23", "24"},
		{"in pieces", said("1", "x", "2\n", "y"), said("12\n", "xz"), event.FromSubmission, "xy", "xz"},
		{"late", said("1\n", "x\n", "2\n", "y\n", "3\n"), said("1\n", "x\n", "2\n", "z\n", "4\n"), event.FromSubmission, "y", "z"},
		{"behind what was left out", said(omission+"\n", "2\n"), said(omission+"\n", "3\n"), "", "", ""},
	} {
		by, first, second := firstDifference(test.a, test.b)
		if by != test.by || first != test.first || second != test.second {
			t.Errorf("%s: %q, %q and %q, want %q, %q and %q", test.name, by, first, second, test.by, test.first, test.second)
		}
	}
}

func TestDisagreement(t *testing.T) {
	one, two := 1.0, 2.0
	attemptOf := func(v verdict.Verdict, message string, score *float64, transcript ...string) *attempt {
		a := &attempt{outcome: checker.Verdict{Score: score}}
		a.Verdict, a.Message, a.Transcript = v, message, said(transcript...)
		return a
	}
	for _, test := range []struct {
		name  string
		a, b  *attempt
		whole bool
		want  event.Party // "" for none
	}{
		{"the same", attemptOf(verdict.AC, "m", &one), attemptOf(verdict.AC, "m", &one), false, ""},
		{"no scores", attemptOf(verdict.AC, "", nil), attemptOf(verdict.AC, "", nil), true, ""},
		{"verdicts", attemptOf(verdict.AC, "", nil), attemptOf(verdict.WA, "", nil), false, event.FromChecker},
		{"messages", attemptOf(verdict.WA, "a", nil), attemptOf(verdict.WA, "b", nil), false, event.FromChecker},
		{"scores", attemptOf(verdict.AC, "", &one), attemptOf(verdict.AC, "", &two), false, event.FromChecker},
		{"a score and none", attemptOf(verdict.AC, "", &one), attemptOf(verdict.AC, "", nil), true, event.FromInteractor},
		{"what was said", attemptOf(verdict.AC, "", nil, "1", "2"), attemptOf(verdict.AC, "", nil, "1", "3"), true, event.FromSubmission},
	} {
		got := disagreement(test.a, test.b, test.whole)
		if (got == nil) != (test.want == "") || got != nil && got.By != test.want {
			t.Errorf("%s: %+v, want %q", test.name, got, test.want)
		}
	}
	judged := attemptOf(verdict.AC, "", nil)
	judged.outcome.Multiplier, judged.TeamMessage = &two, "to the team"
	if got := judged.checkerVerdict(); got.Score != &two || got.Message != "to the team" {
		t.Errorf("a share of the score and a message to the team: %+v", got)
	}
	judged.Message, judged.outcome.Score = "to the judge", &one
	if got := judged.checkerVerdict(); got.Score != &one || got.Message != "to the judge\nto the team" {
		t.Errorf("a score and both messages: %+v", got)
	}
	judged.Verdict, judged.Reason = verdict.JE, "broken"
	if got := judged.checkerVerdict(); got.Message != "broken" {
		t.Errorf("of a judge error: %+v", got)
	}
	for v, want := range map[verdict.Verdict]bool{verdict.AC: true, verdict.WA: true, verdict.JE: true, verdict.TLE: false, verdict.RTE: false} {
		if a := attemptOf(v, "", nil); a.hasCheckerVerdict() != want {
			t.Errorf("%v has a word of the checker: %v", v, !want)
		}
	}
}

func TestInFront(t *testing.T) {
	for _, test := range []struct {
		first       []string
		want, found string
	}{
		{nil, "a b c d", ""},
		{[]string{"d", "b"}, "d b a c", "d b"},
		{[]string{"nosuch", "c", "a", "c"}, "c a b d", "c a"},
		{[]string{"nosuch"}, "a b c d", ""},
	} {
		var items []*item
		for _, name := range []string{"a", "b", "c", "d"} {
			items = append(items, &item{tc: &problem.Case{Name: name}})
		}
		found := inFront(items, test.first)
		var order []string
		for _, it := range items {
			order = append(order, it.tc.Name)
		}
		if strings.Join(order, " ") != test.want || strings.Join(found, " ") != test.found {
			t.Errorf("%q: %q with %q in front, want %q with %q", test.first, order, found, test.want, test.found)
		}
	}
}

func TestArgumentsOfValidators(t *testing.T) {
	for _, test := range []struct {
		name            string
		answers, placed bool
		args            []string
		want            string
	}{
		{"secret/g/1", false, false, []string{"a"}, "a s"},
		{"secret/g/1", true, false, []string{"a"}, "b"},
		{"secret/g/1", false, true, []string{"a"}, "a s --testset secret --group g"},
		{"secret/1", false, true, nil, "s --testset secret"},
		{"1", false, true, []string{"a"}, "a s"},
		{"secret/g/1", false, true, []string{"--testset", "x"}, "--testset x s --group g"},
		{"secret/g/1", false, true, []string{"--group", "x"}, "--group x s --testset secret"},
	} {
		v := &Validator{source: problem.Program{Name: "input_validators/v"}, answers: test.answers, placed: test.placed}
		tc := &problem.Case{Name: test.name, InputArgs: test.args, Args: []string{"s"}, AnswerArgs: []string{"b"}}
		if got := v.Args(tc); !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s, placed %v: %q, want %q", test.name, test.placed, got, test.want)
		}
	}
	if diff := cmp.Diff([]string{"--x"}, (&Validator{}).Args(&problem.Case{Name: "secret/1", InputArgs: []string{"--x"}})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
