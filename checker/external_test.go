package checker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// scriptedBox is a box whose programs follow a script: steps of the form "verb text", separated by "; ". Paths in it
// are those of the host. err, if not nil, is a failure of the box itself.
type scriptedBox struct {
	script string
	err    error
	specs  []sandbox.Spec // of the runs so far
}

func (b *scriptedBox) Run(_ context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	b.specs = append(b.specs, spec)
	if b.err != nil {
		return sandbox.Result{}, b.err
	}
	for step := range strings.SplitSeq(b.script, "; ") {
		verb, text, _ := strings.Cut(step, " ")
		text = strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(text)
		name, rest, _ := strings.Cut(text, " ")
		var err error
		switch verb {
		case "out":
			_, err = spec.Stdout.WriteString(text)
		case "err":
			_, err = spec.Stderr.WriteString(text)
		case "write": // a file of the feedback directory, the third argument of an output validator
			err = os.WriteFile(spec.Args[3]+name, []byte(rest), 0o600)
		case "link":
			err = os.Symlink(rest, spec.Args[3]+name)
		case "files": // prints the content of the arguments' files
			for _, path := range spec.Args[1:] {
				var content []byte
				if content, err = os.ReadFile(path); err != nil {
					break
				}
				fmt.Fprintf(spec.Stderr, "%s,", content)
			}
		case "stdin":
			var content []byte
			content, err = os.ReadFile(spec.Stdin.Path())
			spec.Stderr.Write(content)
		case "exit":
			code, err := strconv.Atoi(text)
			return sandbox.Result{Exit: code}, err
		}
		if err != nil {
			return sandbox.Result{}, err
		}
	}
	return sandbox.Result{}, nil
}

func (b *scriptedBox) Path(mount sandbox.Mount, elem ...string) string {
	return filepath.Join(append([]string{mount.Host}, elem...)...)
}

func (b *scriptedBox) Close() error { return nil }

func external(t *testing.T, dialect Dialect, script string) (*External, *scriptedBox) {
	t.Helper()
	box := &scriptedBox{script: script}
	return &External{Dialect: dialect, Box: box, Command: []string{"check"}, Scratch: t.TempDir()}, box
}

// newCase returns a case with the files in.txt, ans.txt and out.txt, which contain the first letters of their names.
func newCase(t *testing.T) Case {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return Case{Input: file("in.txt", "i"), Answer: file("ans.txt", "a"), Output: file("out.txt", "o"), Feedback: t.TempDir()}
}

func pointer(f float64) *float64 { return &f }

func TestDialects(t *testing.T) {
	for _, test := range []struct {
		dialect Dialect
		script  string
		want    Verdict
		fault   string // the JudgeError's text, if it is one
	}{
		{dialect: ICPC, script: "exit 42", want: Verdict{Accepted: true}},
		{dialect: ICPC, script: "exit 43", want: Verdict{}},
		{dialect: ICPC, script: "write judgemessage.txt  no\\xff é\\n; write teammessage.txt hint; exit 43", want: Verdict{Message: "no\\xff é", TeamMessage: "hint"}},
		{dialect: ICPC, script: "write score.txt 12.5\\n; exit 42", want: Verdict{Accepted: true, Score: pointer(12.5)}},
		{dialect: ICPC, script: "write score_multiplier.txt 0.25; exit 42", want: Verdict{Accepted: true, Partial: true, Multiplier: pointer(0.25)}},
		{dialect: ICPC, script: "write score_multiplier.txt 1; exit 42", want: Verdict{Accepted: true, Multiplier: pointer(1)}},
		{dialect: ICPC, script: "write score_multiplier.txt 0; exit 42", want: Verdict{Accepted: true, Partial: true, Multiplier: pointer(0)}},
		{dialect: ICPC, script: "write score_multiplier.txt -0.5; exit 42", fault: "the output validator wrote -0.5 to score_multiplier.txt (want 0 to 1)"},
		{dialect: ICPC, script: "exit 0", fault: "the output validator exited with 0 (want 42 or 43)"},
		{dialect: ICPC, script: "err oops; exit 1", fault: "the output validator exited with 1 (want 42 or 43): oops"},
		{dialect: ICPC, script: "write judgemessage.txt because; exit 2", fault: "the output validator exited with 2 (want 42 or 43): because"},
		{dialect: ICPC, script: "write score.txt 1; exit 43", fault: "the output validator rejected the output but wrote score.txt"},
		{dialect: ICPC, script: "write score_multiplier.txt 1; exit 43", fault: "the output validator rejected the output but wrote score_multiplier.txt"},
		{dialect: ICPC, script: "write score_multiplier.txt 1; write score.txt 1; exit 42", fault: "the output validator wrote both score.txt and score_multiplier.txt"},
		{dialect: ICPC, script: "write score.txt nan; exit 42", fault: `the output validator wrote "nan" to score.txt (want a decimal number)`},
		{dialect: ICPC, script: "write score.txt 1e999; exit 42", fault: `the output validator wrote "1e999" to score.txt (want a decimal number)`},
		{dialect: ICPC, script: "write score.txt 1 2; exit 42", fault: `the output validator wrote "1 2" to score.txt (want a decimal number)`},
		{dialect: ICPC, script: "write score.txt ; exit 42", fault: `the output validator wrote "" to score.txt (want a decimal number)`},
		{dialect: ICPC, script: "write score_multiplier.txt 1.5; exit 42", fault: "the output validator wrote 1.5 to score_multiplier.txt (want 0 to 1)"},
		{dialect: ICPC, script: "link judgemessage.txt /etc/passwd; exit 42", want: Verdict{Accepted: true}},
		{dialect: Legacy, script: "write score.txt 12.5; write judgemessage.txt half; exit 43", want: Verdict{Message: "half"}},
		{dialect: Legacy, script: "write score.txt none; exit 43", want: Verdict{}},
		{dialect: Legacy, script: "write score.txt 12.5; exit 42", want: Verdict{Accepted: true, Score: pointer(12.5)}},
		{dialect: Legacy, script: "write score.txt none; exit 42", fault: `the output validator wrote "none" to score.txt (want a decimal number)`},
		{dialect: Legacy, script: "exit 0", fault: "the output validator exited with 0 (want 42 or 43)"},
		{dialect: ICPC, script: "stdin; exit 1", fault: "the output validator exited with 1 (want 42 or 43): o"},

		{dialect: Testlib, script: "err ok 3 numbers; exit 0", want: Verdict{Accepted: true, Message: "ok 3 numbers"}},
		{dialect: Testlib, script: "err wrong answer differs; exit 1", want: Verdict{Message: "wrong answer differs"}},
		{dialect: Testlib, script: "err wrong output format; exit 2", want: Verdict{Message: "presentation error: wrong output format"}},
		{dialect: Testlib, script: "exit 2", want: Verdict{Message: "presentation error"}},
		{dialect: Testlib, script: "err extra tokens; exit 4", want: Verdict{Message: "presentation error: extra tokens"}},
		{dialect: Testlib, script: "err unexpected eof; exit 8", want: Verdict{Message: "unexpected eof"}},
		{dialect: Testlib, script: "err points 0.5 x; exit 7", want: Verdict{Accepted: true, Partial: true, Score: pointer(0.5), Message: "points 0.5 x"}},
		{dialect: Testlib, script: "err points points_info=2.5 x; exit 7", want: Verdict{Accepted: true, Partial: true, Score: pointer(2.5), Message: "points points_info=2.5 x"}},
		{dialect: Testlib, script: "err points points_info=7/10 near; exit 7", want: Verdict{Message: "points points_info=7/10 near"}},
		{dialect: Testlib, script: "err points 0; exit 7", want: Verdict{Score: pointer(0), Message: "points 0"}},
		{dialect: Testlib, script: "err partially correct (13) near; exit 13", want: Verdict{Accepted: true, Partial: true, Multiplier: pointer(0.13), Message: "partially correct (13) near"}},
		{dialect: Testlib, script: "err partially correct (3) far; exit 3", want: Verdict{Accepted: true, Partial: true, Multiplier: pointer(0.03), Message: "partially correct (3) far"}},
		{dialect: Testlib, script: "err partially correct (0) none; exit 0", want: Verdict{Multiplier: pointer(0), Message: "partially correct (0) none"}},
		{dialect: Testlib, script: "err partially correct (113); exit 113", fault: `the checker gave the score "113" (want 0 to 100): partially correct (113)`},
		{dialect: Testlib, script: "err FAIL no answer; exit 3", fault: "the checker exited with 3 (it, the answer or the input is faulty): FAIL no answer"},
		{dialect: Testlib, script: "exit 7", fault: `the checker exited with 7 (points) but did not print "points <number>"`},
		{dialect: Testlib, script: "err points inf; exit 7", fault: `the checker gave "inf" points (want a number): points inf`},
		{dialect: Testlib, script: "exit 13", fault: "the checker exited with 13 (want 0, 1, 2, 3, 7 or 8)"},
		{dialect: Testlib, script: "files; exit 1", want: Verdict{Message: "i,o,a,"}},

		{dialect: CMS, script: "out 1.0\\n; err translate:success\\n", want: Verdict{Accepted: true, Multiplier: pointer(1), Message: "output is correct"}},
		{dialect: CMS, script: "out 0; err translate:wrong", want: Verdict{Multiplier: pointer(0), Message: "output is wrong"}},
		{dialect: CMS, script: "out 0.5\\nmore; err translate:partial\\nx", want: Verdict{Accepted: true, Partial: true, Multiplier: pointer(0.5), Message: "output is partially correct"}},
		{dialect: CMS, script: "out 1; err well done", want: Verdict{Accepted: true, Multiplier: pointer(1), Message: "well done"}},
		{dialect: CMS, script: "out 2", fault: `the checker gave the score "2" (want 0 to 1)`},
		{dialect: CMS, script: "exit 0", fault: `the checker gave the score "" (want 0 to 1)`},
		{dialect: CMS, script: "out 1; exit 1", fault: "the checker exited with 1 (want 0)"},
		{dialect: CMS, script: "out 1; files", want: Verdict{Accepted: true, Multiplier: pointer(1), Message: "i,a,o,"}},

		{dialect: Sinol, script: "out OK\\n\\n50\\n", want: Verdict{Accepted: true, Partial: true, Multiplier: pointer(0.5)}},
		{dialect: Sinol, script: "out OK", want: Verdict{Accepted: true, Multiplier: pointer(1)}},
		{dialect: Sinol, script: "out OK\\r\\ngood\\r\\n100\\r\\n", want: Verdict{Accepted: true, Multiplier: pointer(1), Message: "good"}},
		{dialect: Sinol, script: "out WRONG\\nline 3\\n0; exit 1", want: Verdict{Message: "line 3"}},
		{dialect: Sinol, script: "exit 0", fault: "the checker printed nothing (want OK or WRONG, a comment and a per cent)"},
		{dialect: Sinol, script: "out OK\\n\\n101", fault: `the checker gave the score "101" (want 0 to 100)`},
		{dialect: Sinol, script: "out OK; exit 2", fault: "the checker exited with 2 (want 0 or 1)"},
		{dialect: Sinol, script: "files; exit 3", fault: "the checker exited with 3 (want 0 or 1): i,o,a,"},

		{dialect: OJ, script: "exit 0", want: Verdict{Accepted: true}},
		{dialect: OJ, script: "files; exit 5", want: Verdict{Message: "i,o,a,"}},
		{dialect: Peg, script: "exit 0", want: Verdict{Accepted: true}},
		{dialect: Peg, script: "files; exit 1", want: Verdict{Message: "a,o,i,"}},
		{dialect: Peg, script: "exit 2", fault: "the checker exited with 2 (want 0 or 1)"},
	} {
		t.Run(string(test.dialect)+"/"+test.script, func(t *testing.T) {
			checker, _ := external(t, test.dialect, test.script)
			got, err := checker.Check(t.Context(), newCase(t))
			if test.fault != "" {
				var fault *JudgeError
				if !errors.As(err, &fault) || fault.Error() != test.fault {
					t.Fatalf("got %v, want the judge error %q", err, test.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBreakdownsAreJudgeErrors(t *testing.T) {
	for _, test := range []struct {
		result sandbox.Result
		want   string
	}{
		{sandbox.Result{Exit: -1, Breach: sandbox.CPUBreach, CPU: 60 * time.Second}, "was stopped at its time limit after 60.0 s of CPU time"},
		{sandbox.Result{Exit: -1, Breach: sandbox.WallBreach, Wall: 90 * time.Second}, "was stopped at its time limit after 90.0 s of wall time"},
		{sandbox.Result{Exit: 42, Breach: sandbox.MemoryBreach, Memory: 64 << 20}, "ran out of memory at 64 MiB"},
		{sandbox.Result{Exit: 42, Breach: sandbox.OutputBreach}, "wrote more than its output limit"},
		{sandbox.Result{Exit: -1, Signal: 11}, "was killed by signal 11 (segmentation fault)"},
	} {
		for _, dialect := range []Dialect{ICPC, Legacy, Testlib, CMS, Sinol, OJ, Peg} {
			_, err := dialect.Interpret(test.result, []byte("OK"), nil, t.TempDir())
			var fault *JudgeError
			if !errors.As(err, &fault) || !strings.HasSuffix(fault.Reason, test.want) {
				t.Errorf("%s: got %v, want a judge error with %q", dialect, err, test.want)
			}
		}
	}
}

func TestInteractorArgs(t *testing.T) {
	for dialect, want := range map[Dialect][]string{
		ICPC:         {"in", "ans", "fb/"},
		Legacy:       {"in", "ans", "fb/"},
		Testlib:      {"in", "out", "ans"},
		CMS:          nil,
		Sinol:        nil,
		"unheard-of": nil,
	} {
		if got := dialect.InteractorArgs("in", "ans", "out", "fb"); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", dialect, got, want)
		}
	}
}

func TestExternalSpec(t *testing.T) {
	checker, box := external(t, ICPC, "exit 42")
	program := sandbox.Mount{Name: "checker", Host: t.TempDir()}
	checker.Mounts = []sandbox.Mount{program}
	checker.Limits = sandbox.Limits{CPU: time.Second}
	c := newCase(t)
	c.Args = []string{"--strict", "a b"}
	for range 2 {
		if _, err := checker.Check(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	spec := box.specs[0]
	data := filepath.Dir(c.Input)
	if want := []string{"check", c.Input, c.Answer, c.Feedback + "/", "--strict", "a b"}; !slices.Equal(spec.Args, want) {
		t.Errorf("got arguments %q, want %q", spec.Args, want)
	}
	want := []sandbox.Mount{program, {Name: "input", Host: data, Direct: true}, {Name: "feedback", Host: c.Feedback, Writable: true}}
	if !slices.Equal(spec.Mounts, want) || !slices.Equal(box.specs[1].Mounts, want) {
		t.Errorf("got mounts %v and %v, want %v", spec.Mounts, box.specs[1].Mounts, want)
	}
	if spec.Stdin.Path() != c.Output || spec.Limits != checker.Limits {
		t.Errorf("got standard input %q and limits %v", spec.Stdin.Path(), spec.Limits)
	}
}

func TestFilesThatOthersCannotReadAreCopied(t *testing.T) {
	checker, box := external(t, Testlib, "files; exit 1")
	c := newCase(t)
	c.Answer = ""
	if err := os.Chmod(c.Output, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := checker.Check(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got.Message != "i,o,," {
		t.Errorf("the checker read %q, want %q", got.Message, "i,o,,")
	}
	args := box.specs[0].Args
	for i, path := range args[2:4] {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		folder, err := os.Stat(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o644 || folder.Mode().Perm() != 0o755 {
			t.Errorf("argument %d: got modes %v in %v", i+2, info.Mode(), folder.Mode())
		}
	}
	if mounts := box.specs[0].Mounts; len(mounts) != 2 {
		t.Errorf("got mounts %v, want one for the data and one for the copies", mounts)
	}
}

func TestLinksAreFollowedBeforeTheBox(t *testing.T) {
	checker, box := external(t, Testlib, "files; exit 1")
	c := newCase(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(c.Input, link); err != nil {
		t.Skip(err)
	}
	target := c.Input
	c.Input = link
	if _, err := checker.Check(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if got := box.specs[0].Args[1]; got != target {
		t.Errorf("the checker is given %q, want %q", got, target)
	}
}

// A link in a package may not show the checker anything else of the host. Links that stay in the package, and the
// judge's own files elsewhere, are shown.
func TestLinksOutOfThePackageAreRefused(t *testing.T) {
	c := newCase(t)
	pkg := t.TempDir()
	c.Within = pkg
	file := filepath.Join(pkg, "1.in")
	if err := os.WriteFile(file, []byte("i"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"inside": file, "outside": c.Answer} {
		if err := os.Symlink(target, filepath.Join(pkg, name)); err != nil {
			t.Skip(err)
		}
	}
	checker, box := external(t, Testlib, "files; exit 0")
	c.Input = filepath.Join(pkg, "inside")
	if _, err := checker.Check(t.Context(), c); err != nil {
		t.Errorf("a link that stays in the package: %v", err)
	} else if got := box.specs[0].Args[1]; got != file {
		t.Errorf("the checker is given %q, want %q", got, file)
	}
	c.Input = filepath.Join(pkg, "outside")
	if _, err := checker.Check(t.Context(), c); !errors.Is(err, fsutil.ErrOutside) {
		t.Errorf("a link out of the package: %v, want %v", err, fsutil.ErrOutside)
	}
}

// A file that another user could read but not reach is copied.
func TestFilesInClosedFoldersAreCopied(t *testing.T) {
	checker, box := external(t, Testlib, "files; exit 0")
	c := newCase(t)
	if err := os.Chmod(filepath.Dir(c.Input), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := checker.Check(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for _, shown := range box.specs[0].Args[1:4] {
		if filepath.Dir(shown) == filepath.Dir(c.Input) {
			t.Errorf("%s is shown in its directory, which other users cannot enter", shown)
		}
	}
}

// A known report about the checker itself, such as of a sanitizer, replaces its verdict.
func TestInspectionComesFirst(t *testing.T) {
	checker, _ := external(t, Testlib, "err broken; exit 0")
	var fault error
	checker.Inspect = func(stderr []byte) error {
		if string(stderr) != "broken" {
			t.Errorf("looked at %q", stderr)
		}
		return fault
	}
	if outcome, err := checker.Check(t.Context(), newCase(t)); err != nil || !outcome.Accepted {
		t.Errorf("nothing found: %+v, %v, want what the checker says", outcome, err)
	}
	fault = errors.New("a fault")
	if _, err := checker.Check(t.Context(), newCase(t)); !errors.Is(err, fault) {
		t.Errorf("something found: %v, want %v", err, fault)
	}
}

func TestExternalErrors(t *testing.T) {
	failure := errors.New("no cgroup")
	checker, box := external(t, ICPC, "")
	box.err = failure
	if _, err := checker.Check(t.Context(), newCase(t)); !errors.Is(err, failure) {
		t.Errorf("got %v, want the box's error", err)
	}
	checker, _ = external(t, Testlib, "")
	c := newCase(t)
	c.Args = []string{"x"}
	if _, err := checker.Check(t.Context(), c); err == nil || !strings.Contains(err.Error(), "takes no arguments") {
		t.Errorf("arguments: got %v", err)
	}
	c = newCase(t)
	c.Output += "-missing"
	if _, err := checker.Check(t.Context(), c); err == nil || !strings.Contains(err.Error(), "show output") {
		t.Errorf("missing output: got %v", err)
	}
	checker.Dialect = "unheard-of"
	if _, err := checker.Check(t.Context(), newCase(t)); err == nil || !strings.Contains(err.Error(), `unknown checker dialect "unheard-of"`) {
		t.Errorf("dialect: got %v", err)
	}
}

func TestMessagesAreBounded(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, judgeMessage), []byte(strings.Repeat("x\xff\u00e9", textLimit)), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := ICPC.Interpret(sandbox.Result{Exit: 43}, nil, nil, dir)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(got.Message, "x\uFFFDéx\uFFFD") || !strings.HasSuffix(got.Message, ellipsis) || len(got.Message) > textLimit+len(ellipsis) {
		t.Errorf("got a message of %d bytes: %.20q…", len(got.Message), got.Message)
	}
}

func TestBuiltin(t *testing.T) {
	c := newCase(t)
	got, err := Builtin{}.Check(t.Context(), c)
	if err != nil || got.Accepted || got.Message != "expected a, got o" || got.Difference == nil {
		t.Errorf("wrong output: got %+v, %v", got, err)
	}
	c.Output = c.Answer
	if got, err := (Builtin{}).Check(t.Context(), c); err != nil || !got.Accepted {
		t.Errorf("right output: got %+v, %v", got, err)
	}
	var fault *JudgeError
	c.Args = []string{"float_tolerance"}
	if _, err := (Builtin{}).Check(t.Context(), c); !errors.As(err, &fault) {
		t.Errorf("bad flags: got %v, want a judge error", err)
	}
	c.Args = nil
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Builtin{}).Check(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
	c.Answer = ""
	if _, err := (Builtin{}).Check(t.Context(), c); !errors.As(err, &fault) {
		t.Errorf("no answer: got %v, want a judge error", err)
	}
}

// A message is bounded, and shows when something was cut.
func TestLongMessages(t *testing.T) {
	whole := strings.Repeat("é", textLimit/2)
	for message, want := range map[string]string{
		" " + whole + "\n": whole,
		whole + "x":        whole + ellipsis,
		"x" + whole:        "x" + whole[:textLimit-2] + ellipsis,
	} {
		if got := text([]byte(message)); got != want {
			t.Errorf("%d bytes: got %d, want %d", len(message), len(got), len(want))
		}
	}
}
