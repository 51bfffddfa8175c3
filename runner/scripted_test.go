package runner

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grundy/checker"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// scriptedRun replaces all programs, in the slot that they run in.
type scriptedRun func(ctx context.Context, s *slot, spec sandbox.Spec) (sandbox.Result, error)

// scriptedHost opens boxes that run only a script.
type scriptedHost struct {
	run   scriptedRun
	slots []*slot
}

func (h *scriptedHost) Open(_ context.Context, config sandbox.Config) (sandbox.Box, error) {
	return scriptedBox{h, config.Name}, nil
}

func (h *scriptedHost) Tier() sandbox.Tier { return sandbox.Rootless }
func (h *scriptedHost) Close() error       { return nil }

type scriptedBox struct {
	host *scriptedHost
	name string
}

func (b scriptedBox) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	defer sandbox.Release(spec)
	return b.host.run(ctx, b.slot(), spec)
}

// slot returns the lent slot: that of the box, or the one whose sibling's box it is. Which slot is lent is not
// certain, since builds take one, too.
func (b scriptedBox) slot() *slot {
	lent, _, _ := strings.Cut(b.name, "-")
	for _, s := range b.host.slots {
		if s.solutionBox.config.Name == lent {
			return s
		}
	}
	return nil
}

func (b scriptedBox) Path(mount sandbox.Mount, elem ...string) string {
	return path.Join(append([]string{"/box", mount.Name}, elem...)...)
}

func (b scriptedBox) Close() error { return nil }

// scriptedBuilder treats every source as a shell script, and builds nothing.
type scriptedBuilder struct{}

func (scriptedBuilder) Detect(language.Source) (*language.Language, error) {
	return builtProgram("").Language, nil
}

func (scriptedBuilder) Build(_ context.Context, _ sandbox.Box, source language.Source, _ language.Limits) (*language.Program, error) {
	return builtProgram(source.Files[0].Name), nil
}

func (scriptedBuilder) Preparing() string { return "" }

// scripted returns a judge that runs a script instead of programs, and the first of its two slots, in which a single
// program runs.
func scripted(t *testing.T, run scriptedRun) (*Judge, *slot) {
	t.Helper()
	host := &scriptedHost{run: run}
	j, err := New(Config{Host: host, Languages: scriptedBuilder{}, Builder: scriptedBuilder{}, Cores: []int{-1, -1}, Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	host.slots = slices.Clone(j.slots.all)
	first := j.slots.idle[1]
	if err := first.equip(); err != nil {
		t.Fatal(err)
	}
	return j, first
}

// builtProgram returns a program without a build.
func builtProgram(name string) *language.Program {
	return &language.Program{Language: &language.Language{ID: "sh", Code: "sh"}, Dir: "/built/" + name, Entry: name}
}

// Messages: of a sanitizer about a program that uses freed memory, and of Python about a program that ends itself.
const (
	useAfterFree = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x5\nREAD of size 4 at 0x602000000034 thread T0\n" +
		"    #0 0x559 in main /box/work/a.cpp:4\n"
	traceback = "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nKeyError: 1\n"
)

// untilStopped waits until the judge stops the run of a program, and returns the reason.
func untilStopped(t *testing.T, ctx context.Context) error {
	t.Helper()
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Second):
		t.Error("the judge does not stop it")
	}
	return context.Cause(ctx)
}

// writeFiles writes files below a new directory, given pairs of names and contents.
func writeFiles(t *testing.T, pairs ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i := 0; i < len(pairs); i += 2 {
		suite.Write(t, filepath.Join(dir, filepath.FromSlash(pairs[i])), pairs[i+1])
	}
	return dir
}

// All of several checkers must accept. A rejection ends the sequence. No checker sees what another one left. The last
// score given counts.
func TestScoresOfSeveralCheckers(t *testing.T) {
	for _, test := range []struct {
		name  string
		says  []string // score of each; "" for none, "no" for a rejection
		want  verdict.Verdict
		score float64 // 0 for none
		asked int
	}{
		{"none", []string{"", ""}, verdict.AC, 0, 2},
		{"the first", []string{"3", ""}, verdict.AC, 3, 2},
		{"the first of three", []string{"3", "", ""}, verdict.AC, 3, 3},
		{"the last", []string{"", "5"}, verdict.AC, 5, 2},
		{"both", []string{"3", "5"}, verdict.AC, 5, 2},
		{"the first rejects", []string{"no", "5"}, verdict.WA, 0, 1},
		{"only one", []string{"3"}, verdict.AC, 3, 1},
	} {
		asked := 0
		var s *slot
		j, s := scripted(t, func(_ context.Context, s *slot, spec sandbox.Spec) (sandbox.Result, error) {
			left, err := os.ReadDir(s.feedback)
			if err != nil || len(left) > 0 {
				t.Errorf("%s: checker %d sees %v, %v", test.name, asked+1, left, err)
			}
			word := test.says[asked]
			asked++
			switch word {
			case "no":
				return sandbox.Result{Exit: 43}, nil
			case "":
				return sandbox.Result{Exit: 42}, nil
			}
			return sandbox.Result{Exit: 42}, os.WriteFile(filepath.Join(s.feedback, "score.txt"), []byte(word), 0o644)
		})
		p := &problem.Problem{Format: problem.Legacy, Type: problem.Type{Scoring: true}, Output: problem.OutputJudge{Dialect: checker.Legacy}}
		sub := &Submission{judge: j, problem: p}
		for range test.says {
			p.Output.Programs = append(p.Output.Programs, problem.Program{Name: "check.sh"})
			sub.checkers = append(sub.checkers, builtProgram("check.sh"))
		}
		var a attempt
		before := 9.0
		a.outcome.Score = &before // of an earlier pass
		if err := sub.check(t.Context(), s, &problem.Case{}, "", &a); err != nil {
			t.Fatal(err)
		}
		score := 0.0
		if a.outcome.Score != nil {
			score = *a.outcome.Score
		}
		if a.Verdict != test.want || score != test.score || asked != test.asked {
			t.Errorf("%s: %s with %g after asking %d, want %s with %g after %d", test.name, a.Verdict, score, asked, test.want, test.score, test.asked)
		}
	}
}

// A program written with testlib uses testlib's dialect if the package's format has a dialect of its own. A dialect
// of another judge stays.
func TestDialectOfAProgram(t *testing.T) {
	for _, test := range []struct {
		of      checker.Dialect
		testlib bool
		want    checker.Dialect
	}{
		{checker.ICPC, false, checker.ICPC},
		{checker.Legacy, false, checker.Legacy},
		{checker.CMS, false, checker.CMS},
		{checker.ICPC, true, checker.Testlib},
		{checker.Legacy, true, checker.Testlib},
		{checker.CMS, true, checker.CMS},
	} {
		sub := &Submission{problem: &problem.Problem{Output: problem.OutputJudge{Dialect: test.of}}}
		if got := sub.dialect(&language.Program{SpeaksTestlib: test.testlib}); got != test.want {
			t.Errorf("%s, written with testlib %v: %s, want %s", test.of, test.testlib, got, test.want)
		}
	}
}

// Undefined behaviour of a package's program, if it was built to detect that, is a judge error that names the
// program, whatever else it says. An exception is not.
func TestSanitizedPrograms(t *testing.T) {
	p := &problem.Problem{
		Format: problem.V2025, Output: problem.OutputJudge{Dialect: checker.ICPC, Programs: []problem.Program{{Name: "output_validator/a.cpp"}}},
		StaticValidator: &problem.Program{Name: "static_validator/a.cpp"}, Grader: &problem.Program{Name: "graders/a.cpp"},
	}
	for _, test := range []struct {
		name string
		ask  func(sub *Submission, s *slot) error
	}{
		{"output_validator/a.cpp", func(sub *Submission, s *slot) error {
			return sub.check(t.Context(), s, &problem.Case{}, "", &attempt{})
		}},
		{"static_validator/a.cpp", func(sub *Submission, s *slot) error {
			return sub.validateStatically(t.Context(), s, &problem.Case{}, &attempt{})
		}},
		{"graders/a.cpp", func(sub *Submission, s *slot) error {
			_, err := sub.gradeIn(t.Context(), s, &problem.Group{}, nil)
			if unruly := sub.graderFault; unruly != nil && unruly.Error() != err.Error() {
				t.Errorf("the grader's fault is %v, of the whole judgement %v", err, unruly)
			}
			return err
		}},
	} {
		for _, run := range []struct {
			stderr    string
			sanitized bool
			fault     bool
		}{
			{useAfterFree, true, true},
			{useAfterFree, false, false},
			{traceback, true, false},
			{"", true, false},
		} {
			j, s := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
				exit := 42
				if spec.Stdin.Path() != "" && strings.HasSuffix(spec.Stdin.Path(), "results") {
					exit = 0
				}
				_, err := io.WriteString(spec.Stdout, "AC 1\n")
				_, failed := io.WriteString(spec.Stderr, run.stderr)
				return sandbox.Result{Exit: exit}, errors.Join(err, failed)
			})
			program := builtProgram("a")
			program.Sanitized = run.sanitized
			sub := &Submission{
				judge: j, problem: p, language: program.Language, program: builtProgram("submitted"),
				checkers: []*language.Program{program}, static: program, grader: program,
			}
			err := test.ask(sub, s)
			var found *job.SanitizerError
			if errors.As(err, &found) != run.fault || run.fault && (found.Program != test.name || found.FaultLine != 0) || !run.fault && err != nil {
				t.Errorf("%s, sanitized %v, says %.20q: %v, want a fault %v", test.name, run.sanitized, run.stderr, err, run.fault)
			}
		}
	}
}

// A static validator gets the language, the entry point, the feedback directory and the arguments of its case. It
// finds the sources in its working directory, and rejects with its own message.
func TestStaticValidator(t *testing.T) {
	for _, test := range []struct {
		exit    int
		message string
		want    verdict.Verdict
		reason  string
	}{
		{42, "", verdict.AC, ""},
		{42, "fine", verdict.AC, ""},
		{43, "", verdict.WA, "rejected by the static validator"},
		{43, "too long", verdict.WA, "too long"},
	} {
		var asked sandbox.Spec
		j, s := scripted(t, func(_ context.Context, s *slot, spec sandbox.Spec) (sandbox.Result, error) {
			asked = spec
			if test.message == "" {
				return sandbox.Result{Exit: test.exit}, nil
			}
			return sandbox.Result{Exit: test.exit}, os.WriteFile(filepath.Join(s.feedback, "judgemessage.txt"), []byte(test.message), 0o644)
		})
		p := &problem.Problem{Format: problem.V2025, Limits: problem.Limits{ValidationTime: 7 * time.Second}}
		submitted := builtProgram("main.sh")
		submitted.Sources = []sandbox.Copy{{Host: "/submitted", To: "main.sh"}}
		sub := &Submission{judge: j, problem: p, language: submitted.Language, program: submitted, static: builtProgram("look.sh")}
		var a attempt
		if err := sub.validateStatically(t.Context(), s, &problem.Case{OutputArgs: []string{"x", "y"}}, &a); err != nil {
			t.Fatal(err)
		}
		if a.Verdict != test.want || a.Reason != test.reason {
			t.Errorf("exit code %d, %q: %s %q, want %s %q", test.exit, test.message, a.Verdict, a.Reason, test.want, test.reason)
		}
		if got := strings.Join(asked.Args, " "); got != "sh main.sh /box/feedback/ x y" {
			t.Errorf("it is given %q", got)
		}
		if !slices.Equal(asked.Copies, submitted.Sources) || asked.Limits.CPU != 7*time.Second {
			t.Errorf("its working folder holds %v, and it has %v", asked.Copies, asked.Limits.CPU)
		}
	}
	missing := &Submission{problem: &problem.Problem{}}
	var failed *checker.JudgeError
	if err := missing.validateStatically(t.Context(), nil, &problem.Case{}, &attempt{}); !errors.As(err, &failed) {
		t.Errorf("without one: %v", err)
	}
}

// A grader reads a line for each outcome and gets the flags of its group. Its output counts only if it ended well.
func TestGrader(t *testing.T) {
	for _, test := range []struct {
		name    string
		result  sandbox.Result
		stderr  string
		printed string
		scoring bool
		want    verdict.Grade
	}{
		{"well", sandbox.Result{}, "", "AC 2.5\n", true, verdict.Grade{Verdict: verdict.AC, Score: 2.5}},
		{"without points", sandbox.Result{}, "", "AC 2.5\n", false, verdict.Grade{Verdict: verdict.AC}},
		{"rejected", sandbox.Result{}, "", "WA 2.5\n", true, verdict.Grade{Verdict: verdict.WA}},
		{"crashed", sandbox.Result{Exit: 3}, "", "AC 1\n", true, verdict.Grade{Verdict: verdict.JE, Reason: "the grader: exit code 3"}},
		{"crashed and said why", sandbox.Result{Exit: 3}, "too few\nof them", "AC 1\n", true, verdict.Grade{Verdict: verdict.JE, Reason: "the grader: exit code 3: too few"}},
		{"nonsense", sandbox.Result{}, "", "yes\n", true, verdict.Grade{Verdict: verdict.JE, Reason: `the grader: want a line such as "AC 10", got "yes\n"`}},
	} {
		var given string
		var args []string
		j, _ := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
			text, err := os.ReadFile(spec.Stdin.Path())
			given, args = string(text), spec.Args
			_, printed := io.WriteString(spec.Stdout, test.printed)
			_, said := io.WriteString(spec.Stderr, test.stderr)
			return test.result, errors.Join(err, printed, said)
		})
		p := &problem.Problem{Format: problem.Legacy, Type: problem.Type{Scoring: test.scoring}, Grader: &problem.Program{Name: "graders/a.sh"}}
		sub := &Submission{judge: j, problem: p, grader: builtProgram("a.sh")}
		group := &problem.Group{Grading: verdict.Grading{Flags: []string{"-x", "7"}}}
		got := sub.grade(t.Context(), group, []verdict.Grade{{Verdict: verdict.AC, Score: 1.5}, {Verdict: verdict.MLE}, {Verdict: verdict.WA, Score: -2}})
		if got.Verdict != test.want.Verdict || got.Score != test.want.Score || got.Reason != test.want.Reason {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
		if given != "AC 1.5\nRTE 0\nWA -2\n" || strings.Join(args, " ") != "-x 7" {
			t.Errorf("%s: it is given %q with %q", test.name, given, args)
		}
	}
}

// Where the judge cannot see a program wait, the submission's wall clock runs while the interactor thinks, for at
// most two seconds, and the interactor's while the submission does.
func TestClocksOfADialogue(t *testing.T) {
	for _, test := range []struct {
		thinking               time.Duration // that an interactor may take
		submission, interactor time.Duration
	}{
		{time.Second, 3500*time.Millisecond + time.Second, 7*time.Second + 4500*time.Millisecond},
		{30 * time.Second, 3500*time.Millisecond + 2*time.Second, 65*time.Second + 5500*time.Millisecond},
	} {
		j, s := scripted(t, nil)
		p := &problem.Problem{
			Format: problem.V2025, Type: problem.Type{Interactive: true},
			Output: problem.OutputJudge{Dialect: checker.ICPC, Programs: []problem.Program{{Name: "a.sh"}}},
			Limits: problem.Limits{ValidationTime: test.thinking, ValidationOutput: 9},
		}
		sub := &Submission{
			judge: j, problem: p, program: builtProgram("submitted"), checkers: []*language.Program{builtProgram("a.sh")},
			limits: limits{time: time.Second, overrun: nearLimit, output: 5}, reachedCPULimit: new(atomic.Bool),
		}
		d, err := sub.dialogue(t.Context(), s, &problem.Case{}, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.submission.spec.Limits; got.Wall != test.submission || got.CPU != 1250*time.Millisecond || d.submission.limit != 5 {
			t.Errorf("an interactor of %v: the submission has %v on the clock, %v of CPU time and %d bytes, want %v", test.thinking, got.Wall, got.CPU, d.submission.limit, test.submission)
		}
		if got := d.interactor.spec.Limits; got.Wall != test.interactor || got.CPU != test.thinking || d.interactor.limit != 9 {
			t.Errorf("an interactor of %v: it has %v on the clock, %v of CPU time and %d bytes, want %v", test.thinking, got.Wall, got.CPU, d.interactor.limit, test.interactor)
		}
	}
}

// If the submission takes part in each judgement, it is run again for each; otherwise only the checker is. A run
// without a result reveals nothing about the checker: if it is the first, nothing is repeated, otherwise it is
// skipped.
func TestWhatIsJudgedAgain(t *testing.T) {
	const crash = -1 // of the submission, so that no checker runs
	for _, test := range []struct {
		name   string
		passes bool  // the problem has several
		exits  []int // of the checker in each judgement, or crash
		second verdict.Verdict
		runs   int // of the submission
		asked  int // of the checker
	}{
		{"agrees", false, []int{42, 42, 42}, verdict.None, 1, 3},
		{"agrees in passes", true, []int{42, 42, 42}, verdict.None, 3, 3},
		{"differs", false, []int{42, 43}, verdict.WA, 1, 2},
		{"differs in passes", true, []int{43, 42}, verdict.AC, 2, 2},
		{"crashes", true, []int{crash}, verdict.None, 1, 0},
		{"crashes once, then differs", true, []int{42, crash, 43}, verdict.WA, 3, 2},
		{"breaks down", false, []int{42, 42, 7}, verdict.JE, 1, 3},
	} {
		runs, asked, judged := 0, 0, 0
		j, s := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
			if spec.Mounts[0].Name != "checker" {
				runs++
				if test.passes && test.exits[judged] == crash {
					judged++
					return sandbox.Result{Exit: 1}, nil
				}
				return sandbox.Result{}, nil
			}
			asked++
			judged++
			return sandbox.Result{Exit: test.exits[judged-1]}, nil
		})
		p := drawnProblem(t)
		p.Type.MultiPass, p.Limits.ValidationPasses = test.passes, 2
		sub, _, err := j.Submission(t.Context(), p, scriptedJob(job.Options{Repeat: 3}))
		if err != nil {
			t.Fatal(err)
		}
		a, err := sub.attempt(t.Context(), s, &item{tc: p.Data.Cases[0]})
		second := verdict.None
		if a.Disagreement != nil {
			second = a.Disagreement.Second.Verdict
			if by := a.Disagreement.By; by != map[bool]event.Party{false: event.FromChecker, true: event.FromInteractor}[test.passes] {
				t.Errorf("%s: %v parted", test.name, by)
			}
		}
		if err != nil || second != test.second || runs != test.runs || asked != test.asked {
			t.Errorf("%s: then %q after %d runs and %d questions, %v, want %q after %d and %d", test.name, second, runs, asked, err, test.second, test.runs, test.asked)
		}
	}
}
