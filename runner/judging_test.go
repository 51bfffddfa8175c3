package runner

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// newFileSlot returns a slot with files only.
func newFileSlot(t *testing.T) *slot {
	t.Helper()
	s, err := newSlot(nil, &space{dir: t.TempDir()}, &usage{}, "0", -1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestWhatACheckerSays(t *testing.T) {
	half, points := 0.5, 3.0
	difference := &checker.Difference{OutputLine: 2, OutputToken: 3, Reason: "1 is not 2"}
	for _, test := range []struct {
		outcome checker.Verdict
		scoring bool
		want    verdict.Verdict
		reason  string
	}{
		{checker.Verdict{Accepted: true, Message: "well done"}, false, verdict.AC, ""},
		{checker.Verdict{Accepted: true, Message: "well done"}, true, verdict.AC, ""},
		{checker.Verdict{Accepted: true, Partial: true, Multiplier: &half}, true, verdict.AC, ""},
		{checker.Verdict{Accepted: true, Partial: true, Multiplier: &half}, false, verdict.WA, "partially correct: 50 %"},
		{checker.Verdict{Accepted: true, Partial: true, Multiplier: &half, Message: "a\nb"}, false, verdict.WA, "partially correct: 50 %: a"},
		{checker.Verdict{Accepted: true, Partial: true, Score: &points, Message: "3 of 4\nb"}, false, verdict.WA, "partially correct: 3 of 4"},
		{checker.Verdict{Multiplier: &half, Message: "no"}, true, verdict.WA, "no"},
		{checker.Verdict{Difference: difference, Message: "no"}, false, verdict.WA, "line 2, token 3: 1 is not 2"},
		{checker.Verdict{Message: "no\nnever"}, false, verdict.WA, "no"},
		{checker.Verdict{}, true, verdict.WA, "rejected by the checker"},
	} {
		sub := &Submission{problem: &problem.Problem{Type: problem.Type{Scoring: test.scoring}}}
		var a attempt
		a.Reason = "of a pass before"
		if sub.applyVerdict(&a, test.outcome); a.Verdict != test.want || a.Reason != test.reason {
			t.Errorf("%+v, scoring %v: %s %q, want %s %q", test.outcome, test.scoring, a.Verdict, a.Reason, test.want, test.reason)
		}
	}
}

func TestArgumentsOfTheChecker(t *testing.T) {
	given := []string{"case_sensitive", "x"}
	package2025, plain := &problem.Problem{Format: problem.V2025}, &problem.Problem{Format: problem.Plain}
	forgiving := &problem.Problem{Format: problem.Plain, Output: problem.OutputJudge{IgnoreCase: true}}
	external := &problem.Problem{Format: problem.Plain, Output: problem.OutputJudge{Programs: []problem.Program{{Name: "check.sh"}}}}
	for _, test := range []struct {
		name    string
		problem *problem.Problem
		options job.Options
		want    string
	}{
		{"of the case", package2025, job.Options{}, "case_sensitive x"},
		{"of the person", package2025, job.Options{CheckerArgs: []string{"y"}}, "y"},
		{"none, says the person", package2025, job.Options{CheckerArgs: []string{}}, ""},
		{"letters do not matter, says the person", package2025, job.Options{IgnoreCase: true}, "x"},
		{"plain", plain, job.Options{CheckerArgs: []string{"y"}}, "y case_sensitive"},
		{"plain, letters do not matter", plain, job.Options{IgnoreCase: true, CheckerArgs: []string{"y"}}, "y"},
		{"plain, letters never matter", forgiving, job.Options{CheckerArgs: []string{"y"}}, "y"},
		{"a checker of its own", external, job.Options{CheckerArgs: []string{"y"}}, "y"},
		{"a checker of its own, letters", external, job.Options{IgnoreCase: true}, "case_sensitive x"},
	} {
		sub := &Submission{problem: test.problem, options: test.options}
		tc := &problem.Case{OutputArgs: slices.Clone(given)}
		if got := strings.Join(sub.args(tc), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if !slices.Equal(tc.OutputArgs, given) {
			t.Errorf("%s: those of the case have become %q", test.name, tc.OutputArgs)
		}
	}
}

// Files beside a checker: its own in the older format, the submission's in both.
func TestBesideTheChecker(t *testing.T) {
	submitted := &language.Program{Sources: []sandbox.Copy{{To: "submitted"}}}
	own := &language.Program{Sources: []sandbox.Copy{{To: "own"}}}
	for _, test := range []struct {
		format  problem.Format
		program *language.Program
		want    string
	}{
		{problem.V2025, submitted, "submitted"},
		{problem.V2025, nil, ""},
		{problem.Legacy, submitted, "own submitted"},
		{problem.Legacy, nil, "own"},
	} {
		var got []string
		for _, c := range (&Submission{problem: &problem.Problem{Format: test.format}, program: test.program}).checkerFiles(own) {
			got = append(got, c.To)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%v, submitted %v: %q, want %q", test.format, test.program != nil, got, test.want)
		}
	}
}

func TestSubmittedAnswers(t *testing.T) {
	one, two := &problem.Case{Name: "secret/g/1"}, &problem.Case{Name: "secret/g/2"}
	data := func(cases ...*problem.Case) *problem.Problem {
		return &problem.Problem{Data: &problem.Group{Cases: cases}}
	}
	for _, test := range []struct {
		name    string
		problem *problem.Problem
		files   string
		want    string // "" for none
	}{
		{"by the whole name", data(one, two), "2.out 1.ans 1.out secret/g/1.ans secret/g/1.out", "secret/g/1.out"},
		{"as an answer", data(one, two), "2.out 1.ans 1.out secret/g/1.ans", "secret/g/1.ans"},
		{"by the last part", data(one, two), "2.out 1.ans 1.out", "1.out"},
		{"by the last part, as an answer", data(one, two), "2.out 1.ans", "1.ans"},
		{"another one", data(one, two), "2.out", ""},
		{"the only case", data(one), "any.txt", "any.txt"},
		{"the only case, and two files", data(one), "any.txt other.txt", ""},
	} {
		var files []language.File
		for _, name := range strings.Fields(test.files) {
			files = append(files, language.File{Name: name})
		}
		got, found := (&Submission{problem: test.problem, source: language.Source{Files: files}}).answer(one)
		if got.Name != test.want || found != (test.want != "") {
			t.Errorf("%s: %q, %v, want %q", test.name, got.Name, found, test.want)
		}
	}
}

// TestSizeOfAnAnswer: an answer may be as large as the limit; of a larger one the judge reads one byte more.
func TestSizeOfAnAnswer(t *testing.T) {
	one := &problem.Case{Name: "secret/1"}
	p := &problem.Problem{Data: &problem.Group{Cases: []*problem.Case{one}}}
	for _, test := range []struct {
		text    string
		limit   bytesize.Size
		missing string
		read    string
	}{
		{"12345", 5, "", "12345"},
		{"1234567", 5, "the answer is larger than 5 B", "123456"},
	} {
		s := newFileSlot(t)
		sub := &Submission{
			problem: p, limits: limits{output: test.limit},
			source: language.Source{Files: []language.File{{Name: "a", Data: []byte(test.text)}}},
		}
		missing, err := sub.placeAnswer(s, one)
		read, readErr := os.ReadFile(s.output.Name())
		if missing != test.missing || string(read) != test.read || errors.Join(err, readErr) != nil {
			t.Errorf("%q, limit %d: %q with %q, %v, want %q with %q", test.text, test.limit, missing, read, errors.Join(err, readErr), test.missing, test.read)
		}
	}
	if n, err := newFileSlot(t).fill(strings.NewReader("1234567"), 0); n != 7 || err != nil {
		t.Errorf("without a limit %d bytes are read, %v", n, err)
	}
}

// Several passes report the maximum of each measurement, and the end of the last.
func TestPassesAddUp(t *testing.T) {
	var a attempt
	a.record(sandbox.Result{CPU: 3, Wall: 10, Instructions: 7, Memory: 1, Exit: 1, Breach: sandbox.CPUBreach, OOMKills: 2, Survivors: 1})
	a.record(sandbox.Result{CPU: 2, Wall: 5, Instructions: 8, Memory: 4, Signal: 9, Tier: sandbox.Rootless})
	if a.CPU != 3 || a.Wall != 15 || a.Instructions != 8 || a.Memory != 4 || a.Exit != 0 || a.Signal != 9 || a.Breach != sandbox.NoBreach ||
		a.OOMKills != 0 || a.Leftovers != 0 || a.Tier != sandbox.Rootless {
		t.Errorf("%+v", a)
	}
}

func TestWhyTheJudgeFailed(t *testing.T) {
	for _, test := range []struct {
		err             error
		reason, message string
	}{
		{errors.New("the box fell apart"), "the box fell apart", ""},
		{&checker.JudgeError{Reason: "the checker crashed"}, "the checker crashed", ""},
		{&checker.JudgeError{Reason: "the checker crashed", Detail: "line 1\nline 2"}, "the checker crashed: line 1", "line 1\nline 2"},
	} {
		var a attempt
		if a.fail(test.err); a.Verdict != verdict.JE || a.Reason != test.reason || a.Message != test.message {
			t.Errorf("%v: %s %q %q, want JE %q %q", test.err, a.Verdict, a.Reason, a.Message, test.reason, test.message)
		}
	}
}

func TestDecidedByTime(t *testing.T) {
	sub := &Submission{limits: limits{time: time.Second, overrun: nearLimit}}
	for _, test := range []struct {
		verdict verdict.Verdict
		percent time.Duration
		want    bool
	}{
		{verdict.AC, 99, true},
		{verdict.TLE, 101, true},
		{verdict.WA, 99, false},
		{verdict.RTE, 99, false},
		{verdict.AC, 50, false},
		{verdict.TLE, 200, false},
		{verdict.AC, 0, false},
	} {
		a := attempt{}
		a.Verdict, a.CPU = test.verdict, test.percent*10*time.Millisecond
		if got := sub.decidedByTime(a); got != test.want {
			t.Errorf("%s after %v: %v", test.verdict, a.CPU, got)
		}
	}
}

func TestNextPass(t *testing.T) {
	sub := &Submission{problem: &problem.Problem{Limits: problem.Limits{ValidationPasses: 2}}}
	for _, test := range []struct {
		name    string
		asks    string // "" for nothing, "folder" for a directory
		pass    int
		verdict verdict.Verdict
		fault   string
		next    bool
	}{
		{"asks for none", "", 1, verdict.AC, "", false},
		{"asks for one", "text", 1, verdict.AC, "", true},
		{"asks for too many", "text", 2, verdict.AC, "more than 2 passes", false},
		{"rejects", "", 1, verdict.WA, "", false},
		{"rejects and asks", "text", 1, verdict.WA, "rejected and yet asked", false},
		{"the submission broke down", "text", 1, verdict.RTE, "", false},
		{"asks by a folder", "folder", 1, verdict.AC, "not a regular file", false},
	} {
		s := newFileSlot(t)
		asked := filepath.Join(s.feedback, nextPassFile)
		var err error
		switch test.asks {
		case "text":
			err = os.WriteFile(asked, []byte("2\n"), 0o644)
		case "folder":
			err = os.Mkdir(asked, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
		var a attempt
		a.Verdict = test.verdict
		next, err := sub.nextPass(s, test.pass, &a)
		if (next != "") != test.next || (err != nil) != (test.fault != "") || err != nil && !strings.Contains(err.Error(), test.fault) {
			t.Errorf("%s: %q, %v, want a pass %v, %q", test.name, next, err, test.next, test.fault)
		}
		if text, err := os.ReadFile(next); test.next && (string(text) != "2\n" || err != nil) {
			t.Errorf("%s: the next input is %q, %v", test.name, text, err)
		}
		if _, err := os.Lstat(asked); test.next && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: the next pass can see what asked for it", test.name)
		}
	}
}

func TestWhoIsToBlame(t *testing.T) {
	begin := time.Now()
	at := func(second int) time.Time { return begin.Add(time.Duration(second) * time.Second) }
	accepts, rejects := checker.Verdict{Accepted: true}, checker.Verdict{Message: "wrong number", TeamMessage: "no"}
	broke := sandbox.Result{Exit: 1}
	for _, test := range []struct {
		name           string
		broken         error
		outcome        checker.Verdict
		result         sandbox.Result
		stopped        bool // the judge stopped the submission
		stalemate      bool
		ended, rejects int // in seconds: when the submission's end could be noticed, and when the interactor ended
		want           verdict.Verdict
		reason         string
	}{
		{"all is well", nil, accepts, sandbox.Result{}, false, false, 1, 2, verdict.AC, ""},
		{"rejected, ended well", nil, rejects, sandbox.Result{}, false, false, 1, 2, verdict.WA, "wrong number"},
		{"rejected before the crash", nil, rejects, broke, false, false, 2, 1, verdict.WA, "wrong number"},
		{"rejected for the crash", nil, rejects, broke, false, false, 1, 2, verdict.RTE, "exit code 1"},
		{"rejected at the same moment", nil, rejects, broke, false, false, 1, 1, verdict.RTE, "exit code 1"},
		{"accepted before the crash", nil, accepts, broke, false, false, 2, 1, verdict.RTE, "exit code 1"},
		{"ended for the rejection", nil, rejects, sandbox.Result{Signal: 9}, true, false, 1, 2, verdict.WA, "wrong number"},
		{"ended for the rejection at a limit", nil, rejects, sandbox.Result{Breach: sandbox.CPUBreach, CPU: 2 * time.Second}, true, false, 1, 2, verdict.TLE, "used 2 s of CPU time, limit 1 s"},
		{"both wait", nil, rejects, sandbox.Result{Breach: sandbox.IdleBreach}, true, true, 1, 2, verdict.TLE, "both programs wait for each other: is the output flushed? (whose turn)"},
		{"idle without a stalemate", nil, rejects, sandbox.Result{Breach: sandbox.IdleBreach}, true, false, 1, 2, verdict.TLE, "idle: used 0.0 ms of CPU time in 0.0 ms"},
		{"a stalemate behind the limit", nil, rejects, sandbox.Result{Breach: sandbox.CPUBreach, CPU: 2 * time.Second}, true, true, 1, 2, verdict.TLE, "used 2 s of CPU time, limit 1 s"},
		{"the interactor broke down", errors.New("crashed"), accepts, broke, false, false, 1, 2, verdict.None, ""},
	} {
		sub := &Submission{problem: &problem.Problem{}, limits: limits{time: time.Second}}
		d := &dialogue{outcome: test.outcome, broken: test.broken, deadlocked: test.stalemate, turn: "whose turn"}
		d.submission.result, d.submission.stopped, d.submission.endVisible = test.result, test.stopped, at(test.ended)
		d.interactor.ended = at(test.rejects)
		var a attempt
		err := sub.blame(d, &a)
		if a.Verdict != test.want || a.Reason != test.reason || !errors.Is(err, test.broken) {
			t.Errorf("%s: %s %q, %v, want %s %q", test.name, a.Verdict, a.Reason, err, test.want, test.reason)
		}
		if test.broken == nil && (a.Message != test.outcome.Message || a.TeamMessage != test.outcome.TeamMessage) {
			t.Errorf("%s: the interactor's words are %q and %q", test.name, a.Message, a.TeamMessage)
		}
	}
}

// For a wall time-out the reason says whose turn it was, if the submission was the first to end.
func TestWhoseTurnItWas(t *testing.T) {
	begin := time.Now()
	for _, test := range []struct {
		ended int // of the submission; the interactor's is 2
		said  bool
	}{{1, true}, {2, false}, {3, false}} {
		d := &dialogue{outcome: checker.Verdict{Accepted: true}, turn: "whose turn"}
		d.submission.result = sandbox.Result{Breach: sandbox.WallBreach, Wall: 9 * time.Second}
		d.submission.ended, d.interactor.ended = begin.Add(time.Duration(test.ended)), begin.Add(2)
		var a attempt
		if err := (&Submission{problem: &problem.Problem{}, limits: limits{time: time.Second}}).blame(d, &a); err != nil {
			t.Fatal(err)
		}
		if a.Verdict != verdict.TLE || strings.HasSuffix(a.Reason, "; whose turn") != test.said {
			t.Errorf("ended at %d: %s %q", test.ended, a.Verdict, a.Reason)
		}
	}
}

// The judge looks for the cause of a crash only after a crash. It cuts a sanitizer's report from the excerpt only if
// sanitizers were requested.
func TestDiagnosis(t *testing.T) {
	const traceback = "before\nTraceback (most recent call last):\n  File \"/work/a.py\", line 3, in <module>\nZeroDivisionError: division by zero\n"
	for _, test := range []struct {
		name    string
		verdict verdict.Verdict
		program *language.Program
		want    string
	}{
		{"run-time error", verdict.RTE, &language.Program{}, "ZeroDivisionError: division by zero"},
		{"wrong answer", verdict.WA, &language.Program{}, ""},
		{"no program", verdict.RTE, nil, ""},
	} {
		s := newFileSlot(t)
		if _, err := s.stderr.WriteString(traceback); err != nil {
			t.Fatal(err)
		}
		var a attempt
		a.Verdict, a.Stderr = test.verdict, "beginning"
		(&Submission{program: test.program, fileHelp: func() string { return "" }}).diagnose(t.Context(), s, &a)
		if !strings.HasPrefix(a.Fault, test.want) || (a.Fault == "") != (test.want == "") || a.Stderr != "beginning" {
			t.Errorf("%s: %q, what it wrote is %q, want %q", test.name, a.Fault, a.Stderr, test.want)
		}
	}
	const report = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x5\nREAD of size 4 at 0x602000000034 thread T0\n" +
		"    #0 0x559 in main /box/work/a.cpp:4\n"
	for _, sanitize := range []bool{false, true} {
		s := newFileSlot(t)
		if _, err := s.stderr.WriteString("mine\n" + report); err != nil {
			t.Fatal(err)
		}
		var a attempt
		a.Verdict, a.Stderr = verdict.RTE, "mine\n"+report
		sub := &Submission{program: &language.Program{}, source: language.Source{Sanitize: sanitize}, fileHelp: func() string { return "" }}
		sub.diagnose(t.Context(), s, &a)
		want := map[bool]string{false: "mine\n" + report, true: "mine\n"}[sanitize]
		if !strings.Contains(a.Fault, "freed") || a.Stderr != want {
			t.Errorf("sanitized %v: %q, what it wrote is %q, want %q", sanitize, a.Fault, a.Stderr, want)
		}
	}
}

// For a package's program, only undefined behaviour is reported.
func TestUndefinedInAPackage(t *testing.T) {
	const freed = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x5\nREAD of size 4 at 0x602000000034 thread T0\n" +
		"    #0 0x559 in main /box/work/a.cpp:4\n"
	for stderr, want := range map[string]bool{
		freed: true,
		"Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nKeyError: 1\n": false,
		"nothing": false,
		"":        false,
	} {
		if got := inspect(&language.Program{}, []byte(stderr)); (got != nil) != want {
			t.Errorf("%q: %+v, want a report %v", stderr, got, want)
		}
	}
}
