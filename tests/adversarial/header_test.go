package adversarial

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/judge/sandbox"
)

func TestParseHeader(t *testing.T) {
	tests := []struct {
		line string
		want header
	}{
		{"# expect: AC", header{general: clause{verdicts: accepted}}},
		{"(* expect: AC *)", header{general: clause{verdicts: accepted}}},
		{"<?php // expect: AC", header{general: clause{verdicts: accepted}}},
		{"-- expect: AC; not-isolated: AC", header{general: clause{verdicts: accepted}, special: []tierClause{{"not-isolated", clause{verdicts: accepted}}}}},
		{
			`// expect: MLE|RTE limit=1.5s memory=64MiB runs=2 quick signal=9 cpu>=900ms peak<=65MiB reason~"a; \"b\" c"; rootless: RTE output=""`,
			header{
				settings: settings{limit: 1500 * time.Millisecond, memory: 64 * bytesize.MiB, runs: 2, quick: true},
				general: clause{[]verdict.Verdict{verdict.MLE, verdict.RTE}, []fact{
					{"signal", equal, 9, ""},
					{"cpu", atLeast, int64(900 * time.Millisecond), ""},
					{"peak", atMost, int64(65 * bytesize.MiB), ""},
					{"reason", part, 0, `a; "b" c`},
				}},
				special: []tierClause{{"rootless", clause{[]verdict.Verdict{verdict.RTE}, []fact{{"output", equal, 0, ""}}}}},
			},
		},
	}
	for _, test := range tests {
		got, err := parseHeader(test.line)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s:\ngot  %+v, %v\nwant %+v", test.line, got, err, test.want)
		}
	}
}

func TestParseHeaderFaults(t *testing.T) {
	tests := []struct{ line, want string }{
		{"int main() {}", "the first line is no comment"},
		{"// expect:AC", "the first line is no comment"},
		{"(* expect: AC", "the first line is no comment"},
		{"// expect: ", "want a word"},
		{"// expect: OK", `"OK" is no verdict`},
		{"// expect: JE", `"JE" is no verdict`},
		{"// expect: AC|AC", "AC stands twice"},
		{"// expect: AC ", "want a word"},
		{"// expect: AC  quick", "want a word"},
		{"// expect: AC quick quick", "quick stands twice"},
		{"// expect: AC limit=1s limit=2s", "limit stands twice"},
		{"// expect: AC limit=1", "limit: want a duration"},
		{"// expect: AC limit=0s", "limit: want a duration"},
		{"// expect: AC memory=lots", "memory: want a size"},
		{"// expect: AC runs=11", "runs: want a number"},
		{"// expect: AC slow", `"slow" is neither`},
		{"// expect: AC colour=red", `"colour" is neither`},
		{"// expect: AC exit~1", "does not compare like that"},
		{"// expect: AC reason>=\"x\"", "does not compare like that"},
		{"// expect: AC exit=1 exit=1", "exit=1 stands twice"},
		{"// expect: AC exit=-1", "exit: "},
		{"// expect: AC cpu<=-1s", "cpu: "},
		{"// expect: AC reason~x", "reason: "},
		{`// expect: AC reason~"x`, "want a string of Go"},
		{`// expect: AC reason~"x"y`, "want one space or a semicolon"},
		{"// expect: AC;rootless: WA", "want one space or a semicolon"},
		{"// expect: AC; rooted: WA", "want a tier"},
		{"// expect: AC; rootless WA", "want a tier"},
		{"// expect: AC; rootless: WA; no-cgroup: WA", "two clauses for rootless"},
		{"// expect: AC; rootless: WA quick", `"quick" is neither`},
	}
	for _, test := range tests {
		if got, err := parseHeader(test.line); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %+v, %v, want an error with %q", test.line, got, err, test.want)
		}
	}
}

func TestForTier(t *testing.T) {
	h, err := parseHeader("// expect: AC; rootless: WA; cgroup: RTE")
	if err != nil {
		t.Fatal(err)
	}
	for tier, want := range map[sandbox.Tier]verdict.Verdict{
		sandbox.CgroupV1: verdict.RTE, sandbox.CgroupV2: verdict.RTE, sandbox.Namespaces: verdict.AC, sandbox.Rootless: verdict.WA,
	} {
		if got := h.forTier(tier).verdicts; len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %v, want %v", tier, got, want)
		}
	}
}

// TestPrograms reads all first lines, without running anything.
func TestPrograms(t *testing.T) {
	languages := map[string]int{}
	for _, program := range hostile(t) {
		languages[filepath.Ext(program.name)]++
	}
	total := 0
	for _, ending := range []string{".c", ".cpp", ".go", ".py", ".java", ".rs", ".sh"} {
		if languages[ending] == 0 {
			t.Errorf("there is no program in %s", ending)
		}
		total += languages[ending]
	}
	if total < 90 {
		t.Errorf("there are %d programs: %v", total, languages)
	}
}

// FuzzParseHeader demands that what is read is written and read again as the same.
func FuzzParseHeader(f *testing.F) {
	f.Add("// expect: AC")
	f.Add(`# expect: MLE|RTE limit=1s memory=64MiB idle interactive quick signal=9 cpu>=0.9s reason~"a b"; no-cgroup: RTE output="\x00"`)
	paths, err := filepath.Glob(filepath.Join(testdata, "*", "*"))
	if err != nil || len(paths) == 0 {
		f.Fatalf("no programs: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		line, _, _ := strings.Cut(string(text), "\n")
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		first, err := parseHeader(line)
		if err != nil {
			return
		}
		second, err := parseHeader(first.String())
		if err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%q is %+v, written as %q, which is %+v, %v", line, first, first, second, err)
		}
	})
}
