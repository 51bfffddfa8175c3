package job_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/digest"
	"grundy/tests/suite"
)

// unpack writes an archive to a new directory.
func unpack(t *testing.T, text string) string {
	t.Helper()
	return suite.Unpack(t, filepath.Join(t.TempDir(), "problem"), text)
}

func TestOrdersComeBackAsTheyWere(t *testing.T) {
	dir := unpack(t, "-- a.cpp --\nint main() {}\n-- gen.py --\nprint(1)\n-- 1.in --\n1\n")
	on := func(file, name string) language.File {
		return language.File{Name: name, Path: filepath.Join(dir, file)}
	}
	read := func(name string) language.Source {
		source, err := language.ReadSource(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return source
	}
	inMemory := func(name, text string) language.Source {
		return language.Source{Files: []language.File{{Name: name, Data: []byte(text)}}}
	}
	options := job.Options{TimeLimit: time.Second, ProblemTime: 3 * time.Millisecond, Overrun: 0.5, Cases: []string{}, First: []string{"secret/2"}, CheckerArgs: []string{"x"}}
	setup := func(solution, generator language.Source) job.Setup {
		return job.Setup{
			Solution:   job.Judgement{Name: "a.cpp", Source: solution, Options: options},
			Generators: []job.Generator{{Program: "gen.py", Source: generator, Words: []string{"gen.py", "{seed}"}, Bytes: 7}},
			Sizes:      job.Sizes{Min: 2, Max: 9}, Template: problem.Case{Args: []string{"-v"}},
		}
	}
	here := setup(read("a.cpp"), read("gen.py"))
	there := setup(inMemory("a.cpp", "int main() {}\n"), inMemory("gen.py", "print(1)\n"))
	for _, test := range []struct{ job, want job.Job }{
		{here.Solution, there.Solution},
		{job.Validation{Program: "v.py", Case: "invalid_input/1", Kind: problem.InvalidInput}, nil},
		{job.Survey{Program: "v.py", Case: "secret/1"}, nil},
		{job.OutputCheck{Case: "secret/1", Output: job.File{Part: job.MadeUp, Content: []byte("\xff\x00")}}, nil},
		{job.Illustration{Case: "secret/1", Submission: &here.Solution}, job.Illustration{Case: "secret/1", Submission: &there.Solution}},
		{job.Opening{Setup: here}, job.Opening{Setup: there}},
		{job.Search{Setup: here, Seed: 7, First: 8, Count: 100, Time: time.Minute}, job.Search{Setup: there, Seed: 7, First: 8, Count: 100, Time: time.Minute}},
		{
			job.SingleRun{Setup: here, Name: "seed 1", Input: []byte("1\n"), Verdict: verdict.WA, Complete: true},
			job.SingleRun{Setup: there, Name: "seed 1", Input: []byte("1\n"), Verdict: verdict.WA, Complete: true},
		},
		{
			job.Validation{Program: "v.py", Made: &job.Made{Case: problem.Case{Name: "secret/1"}, Files: []language.File{on("1.in", ".in")}}},
			job.Validation{Program: "v.py", Made: &job.Made{Case: problem.Case{Name: "secret/1"}, Files: []language.File{{Name: ".in", Data: []byte("1\n")}}, Beside: nil}},
		},
		{job.Building{Tool: &job.Tool{Name: "gen.py", Source: read("gen.py")}}, job.Building{Tool: &job.Tool{Name: "gen.py", Source: inMemory("gen.py", "print(1)\n")}}},
		{job.Building{Solution: &here.Solution}, job.Building{Solution: &there.Solution}},
		{
			job.Generation{Tool: job.Tool{Name: "gen.py", Source: read("gen.py")}, Args: []string{"1"}, Beside: []language.File{on("1.in", "testcase.in")}},
			job.Generation{
				Tool: job.Tool{Name: "gen.py", Source: inMemory("gen.py", "print(1)\n")}, Args: []string{"1"},
				Beside: []language.File{{Name: "testcase.in", Data: []byte("1\n")}},
			},
		},
		{
			job.Execution{Source: read("a.cpp"), TimeLimit: time.Second, Args: []string{"-x"}, Input: on("1.in", "1.in")},
			job.Execution{
				Source: inMemory("a.cpp", "int main() {}\n"), TimeLimit: time.Second, Args: []string{"-x"},
				Input: language.File{Name: "1.in", Data: []byte("1\n")},
			},
		},
		{
			job.Exploration{Program: here.Solution, Validate: true, Inputs: []job.Made{{Files: []language.File{on("1.in", ".in")}}, job.MadeInput(problem.Case{}, nil)}},
			job.Exploration{
				Program: there.Solution, Validate: true,
				Inputs: []job.Made{{Files: []language.File{{Name: ".in", Data: []byte("1\n")}}}, {Files: []language.File{{Name: ".in", Data: []byte{}}}}},
			},
		},
		{job.Comparison{Setup: here, Input: []byte("1\n")}, job.Comparison{Setup: there, Input: []byte("1\n")}},
		{
			job.Mutation{Original: read("a.cpp"), Mutants: []job.Mutant{{ID: "1", File: "a.cpp", Content: []byte("x")}}, Rounds: [][]string{{"a"}, nil}, Scores: map[string]float64{"a": 0}},
			job.Mutation{Original: inMemory("a.cpp", "int main() {}\n"), Mutants: []job.Mutant{{ID: "1", File: "a.cpp", Content: []byte("x")}}, Rounds: [][]string{{"a"}, nil}, Scores: map[string]float64{"a": 0}},
		},
	} {
		want := test.want
		if want == nil {
			want = test.job
		}
		text, err := job.Order{Package: "abc", Turn: []int{1, 2}, Job: test.job}.Encode()
		if err != nil {
			t.Fatalf("%T: %v", test.job, err)
		}
		if strings.Contains(string(text), dir) {
			t.Errorf("%T has a path of this machine: %s", test.job, text)
		}
		got, err := job.DecodeOrder(text)
		if err != nil {
			t.Fatalf("%T: %v", test.job, err)
		}
		if diff := cmp.Diff(job.Order{Package: "abc", Turn: []int{1, 2}, Job: want}, got); diff != "" {
			t.Errorf("%T differs (-want +got):\n%s", test.job, diff)
		}
	}
	for _, text := range []string{"", "{}", `{"Kind":"holiday"}`, `{"Kind":"search","Job":[]}`} {
		if _, err := job.DecodeOrder([]byte(text)); err == nil {
			t.Errorf("%q is taken for an order", text)
		}
	}
}

func TestErrorsComeBackAsTheyWere(t *testing.T) {
	broken := &job.PackageError{Program: "check.hs", Err: &language.MissingError{Language: "Haskell", Tool: "ghc", Reason: "ghc was not found", Install: "install ghc"}}
	for _, failed := range []error{
		nil,
		errors.New("no space left"),
		hint.Errorf("free some", "no space left"),
		fmt.Errorf("a.cpp: %w", &language.SourceError{Message: "unknown language", Help: "rename it"}),
		fmt.Errorf("judge a.cpp: %w", broken),
		&checker.JudgeError{Reason: "exit code 1", Detail: "Traceback"},
		&job.Fault{Who: "the generator", Call: "gen.py 3", Seed: 3, Reason: "exit code 1"},
		&job.CompileError{Solution: "a.cpp", Compile: event.Compile{Failed: "exit code 1", Log: "a.cpp:1"}},
	} {
		text, err := job.EncodeError(failed)
		if err != nil {
			t.Fatal(err)
		}
		got, err := job.DecodeError(text)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(failed) || hint.Of(got) != hint.Of(failed) {
			t.Errorf("got %v (%s), want %v (%s)", got, hint.Of(got), failed, hint.Of(failed))
		}
		for _, find := range []func(error) bool{as[*language.SourceError], as[*language.MissingError], as[*job.PackageError], as[*checker.JudgeError], as[*job.Fault], as[*job.CompileError]} {
			if find(got) != find(failed) {
				t.Errorf("%v: another kind of error came back", failed)
			}
		}
	}
}

func as[T error](err error) bool {
	var target T
	return errors.As(err, &target)
}

const sums = `
-- problem.yaml --
problem_format_version: 2025-09
name: A plus B
uuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd
-- input_validators/valid.py --
exit(42)
-- input_validators/several/run --
exit 42
-- output_validator/check.py --
exit(42)
-- data/sample/1.in --
1 2
-- data/sample/1.ans --
3
-- data/secret/1.in --
3 4
-- data/secret/1.ans --
7
-- data/invalid_input/bad.in --
x
-- submissions/accepted/a.py --
print(sum(map(int, input().split())))
`

func TestPackagesAreNamedByWhatJudgingDependsOn(t *testing.T) {
	load := func(text string) *problem.Problem {
		p, faults := icpc.Load(unpack(t, text))
		if p == nil {
			t.Fatal(faults)
		}
		return p
	}
	name := func(p *problem.Problem) string {
		packed, _, err := job.Pack(p, digest.Open("", nil))
		if err != nil {
			t.Fatal(err)
		}
		sum, err := packed.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	own := name(load(sums))
	for change, same := range map[string]bool{
		"":                                    true,
		"\n-- submissions/accepted/a.py --\n": true,
		"\n-- data/secret/1.ans --\n8\n":      false,
		"\n-- output_validator/check.py --\n": false,
		"\n-- data/secret/2.in --\n5 6\n-- data/secret/2.ans --\n11\n": false,
	} {
		if got := name(load(sums + change)); (got == own) != same {
			t.Errorf("%q leaves the digest as it is: %t, want %t", change, !same, same)
		}
	}
}

func TestAPackageIsUnpackedElsewhere(t *testing.T) {
	p, faults := icpc.Load(unpack(t, sums))
	if p == nil {
		t.Fatal(faults)
	}
	outside := filepath.Join(t.TempDir(), "mine.py")
	if err := os.WriteFile(outside, []byte("exit(42)\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.InputValidators = append(p.InputValidators, problem.Program{Name: "mine.py", Path: outside})
	packed, places, err := job.Pack(p, digest.Open("", nil))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	err = packed.Unpack(dir, func(digest, path string) error { return fsutil.Copy(places[digest], path, os.O_EXCL, 0o644) })
	if err != nil {
		t.Fatal(err)
	}
	there, err := job.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what, ours, theirs string) {
		want, err := os.ReadFile(ours)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(theirs)
		if err != nil || string(got) != string(want) || !strings.HasPrefix(theirs, dir) {
			t.Errorf("%s: %s holds %q, want %q, %v", what, theirs, got, want, err)
		}
	}
	for i, c := range p.Data.AllCases() {
		same(c.Name, c.Input, there.Data.AllCases()[i].Input)
		same(c.Name, c.Answer, there.Data.AllCases()[i].Answer)
	}
	same("invalid input", p.ValidatorCases[0].Input, there.ValidatorCases[0].Input)
	same("checker", p.Output.Programs[0].Path, there.Output.Programs[0].Path)
	for i, program := range p.InputValidators {
		if info, err := os.Stat(program.Path); err == nil && info.IsDir() {
			same(program.Name, filepath.Join(program.Path, "run"), filepath.Join(there.InputValidators[i].Path, "run"))
			continue
		}
		same(program.Name, program.Path, there.InputValidators[i].Path)
	}
}

// Jobs from elsewhere are untrusted.
func TestNothingOfThisMachineIsNamedFromElsewhere(t *testing.T) {
	for _, description := range []string{
		`{"Problem":{"Data":{"Cases":[{"Name":"a","Input":"../../secret"}]}}}`,
		`{"Problem":{"Data":{"Groups":[{"Cases":[{"Name":"a","Answer":"/etc/passwd"}]}]}}}`,
		`{"Problem":{"Data":{"Cases":[null]}}}`,
		`{"Problem":{"Data":{"Groups":[null]}}}`,
		`{"Problem":{"Data":{},"InputValidators":[{"Name":"a","Path":"../a"}]}}`,
		`{"Problem":{"Data":{},"Includes":{"cpp":".."}}}`,
		`{"Problem":{}}`,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(description), 0o644); err != nil {
			t.Fatal(err)
		}
		if p, err := job.Open(dir); err == nil {
			t.Errorf("%s is opened: %+v", description, p)
		}
	}
	for _, order := range []string{
		`{"Kind":"judgement","Job":{"Source":{"Files":[{"Name":"a.cpp","Path":"/etc/passwd"}]}}}`,
		`{"Kind":"judgement","Job":{"Source":{"Files":[],"Includes":[{"Name":"a.h","Path":"/etc/passwd","Data":"YQ=="}]}}}`,
		`{"Kind":"mutation","Job":{"Original":{"Files":[{"Name":"a.cpp","Path":"/etc/passwd"}]}}}`,
		`{"Kind":"search","Job":{"Setup":{"Generators":[{"Source":{"Files":[{"Name":"a","Path":"b"}]}}]}}}`,
		`{"Kind":"trial","Job":{"Setup":{"Template":{"Files":"/etc"}}}}`,
		`{"Kind":"validation","Job":{"Made":{"Files":[{"Name":".in","Path":"/etc/passwd"}]}}}`,
		`{"Kind":"validation","Job":{"Made":{"Files":[{"Name":"/../x","Data":"YQ=="}]}}}`,
		`{"Kind":"validation","Job":{"Made":{"Case":{"Files":"/etc"}}}}`,
		`{"Kind":"building","Job":{"Tool":{"Source":{"Files":[{"Name":"a","Path":"/etc/passwd"}]}}}}`,
		`{"Kind":"building","Job":{"Solution":{"Source":{"Files":[{"Name":"a","Path":"/etc/passwd"}]}}}}`,
		`{"Kind":"generation","Job":{"Tool":{"Source":{"Files":[{"Name":"a","Path":"/etc/passwd"}]}}}}`,
		`{"Kind":"generation","Job":{"Beside":[{"Name":"a","Path":"/etc/passwd"}]}}`,
		`{"Kind":"generation","Job":{"Beside":[{"Name":"../a","Data":"YQ=="}]}}`,
		`{"Kind":"execution","Job":{"Input":{"Name":"a","Path":"/etc/passwd"}}}`,
		`{"Kind":"execution","Job":{"Source":{"Files":[{"Name":"a","Path":"/etc/passwd"}]},"Input":{"Data":""}}}`,
		`{"Kind":"exploration","Job":{"Inputs":[{"Files":[{"Name":".in","Path":"/etc/passwd"}]}]}}`,
		`{"Kind":"exploration","Job":{"Inputs":[{"Beside":[{"Name":"/a","Data":"YQ=="}]}]}}`,
		`{"Kind":"exploration","Job":{"Program":{"Source":{"Files":[{"Name":"a","Path":"/etc/passwd"}]}}}}`,
	} {
		if decoded, err := job.DecodeOrder([]byte(order)); err == nil {
			t.Errorf("%s is taken for %+v", order, decoded)
		}
	}
}
