package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
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
	"grundy/internal/statement/svgsafe"
	"grundy/tests/suite"
)

// Fault names the limit that the program hit, else the signal, else its exit code.
func TestFaultOfAProgram(t *testing.T) {
	for _, test := range []struct {
		ran  ToolResult
		want string
	}{
		{ToolResult{}, ""},
		{ToolResult{hides: "random.py hides a module"}, ""},
		{ToolResult{Result: sandbox.Result{Exit: 3}}, "exit code 3"},
		{ToolResult{Result: sandbox.Result{Exit: 3}, hides: "random.py hides a module"}, "exit code 3: random.py hides a module"},
		{ToolResult{Result: sandbox.Result{Exit: -1, Signal: 11}}, "killed by " + signalName(11)},
		{ToolResult{Result: sandbox.Result{Exit: -1, Signal: 9, Breach: sandbox.CPUBreach}}, "hit its cpu limit"},
		{ToolResult{Result: sandbox.Result{Breach: sandbox.OutputBreach}}, "hit its output limit"},
	} {
		if got := test.ran.Fault(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.ran.Result, got, test.want)
		}
	}
}

// Programs that take turns have slots of their own, up to a bound; further programs share the first.
func TestSlotsOfAWorker(t *testing.T) {
	j, _ := scripted(t, nil)
	for range 2 { // the next borrower of the slot has the same ones
		err := j.Lend(t.Context(), func(w *Worker) error {
			seen := map[*slot]int{}
			for round := range 2 {
				for who := range maxWorkerSlots + 2 {
					s, err := w.slotOf(who)
					if err != nil {
						return err
					}
					first, found := seen[s]
					switch {
					case who >= maxWorkerSlots && s != w.slot:
						t.Errorf("program %d has a slot of its own", who)
					case who < maxWorkerSlots && found && first != who, round > 0 && !found:
						t.Errorf("program %d has the slot of %d", who, first)
					case !found:
						seen[s] = who
					}
				}
			}
			if len(w.slot.siblings) != maxWorkerSlots-1 {
				t.Errorf("%d slots were made beside the first", len(w.slot.siblings))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A generator's output is an input unless it writes a file. Of its files only those of the test case are kept.
func TestWhatAGeneratorLeaves(t *testing.T) {
	for _, test := range []struct {
		name    string
		files   string
		printed string
		exit    int
		want    string
	}{
		{"prints", "", "printed", 0, "testcase.in=printed"},
		{"writes", "testcase.in", "printed", 0, "testcase.in=written"},
		{"writes more", "testcase.ans testcase.in testcase.txt other.in testcase", "", 0, "testcase.ans=written testcase.in=written testcase.txt=written"},
		{"writes an answer and prints", "testcase.ans", "printed", 0, "testcase.ans=written testcase.in=printed"},
		{"writes folders", "testcase.in/a other/b", "printed", 0, "testcase.in=printed"},
	} {
		j, _ := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
			if spec.ExportLimit != maxGenerated || spec.Limits.Output != maxGenerated || spec.Limits.CPU != 3*time.Second {
				t.Errorf("%s: its limits are %+v, and %d for what it leaves", test.name, spec.Limits, spec.ExportLimit)
			}
			for _, name := range strings.Fields(test.files) {
				suite.Write(t, filepath.Join(spec.Export, name), "written")
			}
			_, err := io.WriteString(spec.Stdout, test.printed)
			return sandbox.Result{Exit: test.exit}, err
		})
		dir := t.TempDir()
		err := j.Lend(t.Context(), func(w *Worker) error {
			ran, err := w.Generate(t.Context(), &problem.Problem{Limits: problem.Limits{ValidationTime: 3 * time.Second}}, builtProgram("gen.sh"), nil, nil, dir)
			if ran.Fault() != "" {
				t.Errorf("%s: %s", test.name, ran.Fault())
			}
			return err
		})
		var left []string
		entries, listed := os.ReadDir(dir)
		for _, entry := range entries {
			text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
			if err != nil {
				t.Error(err)
			}
			left = append(left, entry.Name()+"="+string(text))
		}
		if got := strings.Join(left, " "); got != test.want || errors.Join(err, listed) != nil {
			t.Errorf("%s: it leaves %q, %v, want %q", test.name, got, errors.Join(err, listed), test.want)
		}
	}
}

// A failing box is an error of the generator's run. A generator that fails by itself leaves its fault.
func TestGeneratorThatFails(t *testing.T) {
	broken := errors.New("the box fell apart")
	var result sandbox.Result
	var failure error
	j, _ := scripted(t, func(context.Context, *slot, sandbox.Spec) (sandbox.Result, error) { return result, failure })
	generate := func(dir string) (ran ToolResult, err error) {
		err = j.Lend(t.Context(), func(w *Worker) error {
			ran, err = w.Generate(t.Context(), &problem.Problem{}, builtProgram("gen.sh"), nil, nil, dir)
			return err
		})
		return ran, err
	}
	result.Exit = 3
	if ran, err := generate(t.TempDir()); err != nil || ran.Fault() != "exit code 3" {
		t.Errorf("%q, %v", ran.Fault(), err)
	}
	failure = broken
	if _, err := generate(t.TempDir()); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
	if _, err := generate(filepath.Join(t.TempDir(), "gone")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a folder: %v", err)
	}
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><g></g></svg>` + "\n"

// The first picture under the first name counts. An invalid picture is a fault, and so is a missing one or a program
// that fails.
func TestPicturesThatAreLeft(t *testing.T) {
	for _, test := range []struct {
		name      string
		files     []string
		ran       ToolResult
		extension string
		fault     string
	}{
		{"one", []string{"judgeimage.svg", drawing}, ToolResult{}, ".svg", ""},
		{"for the team", []string{"teamimage.png", "\x89PNG\r\n\x1a\n"}, ToolResult{}, ".png", ""},
		{"both", []string{"teamimage.svg", drawing, "judgeimage.png", "\x89PNG\r\n\x1a\n"}, ToolResult{}, ".png", ""},
		{"another name", []string{"image.svg", drawing}, ToolResult{}, "", "no picture was written: want one"},
		{"no picture", []string{"judgeimage.png", "no"}, ToolResult{}, "", "judgeimage.png: its content is not PNG"},
		{"too large", []string{"judgeimage.png", "\x89PNG\r\n\x1a\n" + strings.Repeat("x", int(svgsafe.MaxSize))}, ToolResult{}, "", "judgeimage.png: the picture is larger than 8 MiB"},
		{"failed", []string{"judgeimage.svg", drawing}, ToolResult{Result: sandbox.Result{Exit: 1}, Stderr: "why"}, "", "exit code 1"},
	} {
		got := findPicture(writeFiles(t, test.files...), test.ran, "want one", judgePicture, teamPicture)
		if got.Extension != test.extension || got.Fault != test.fault || (got.Picture != nil) != (test.extension != "") || got.Detail != test.ran.Stderr {
			t.Errorf("%s: %.60q %s, %q %q, want %s, %q", test.name, got.Picture, got.Extension, got.Fault, got.Detail, test.extension, test.fault)
		}
	}
}

// drawnProblem returns a problem with a checker, visualizers and one case, whose submissions are scripted.
func drawnProblem(t *testing.T) *problem.Problem {
	t.Helper()
	p := scriptedProblem(t, "a")
	for _, name := range []string{"check.sh", "draw.sh", "input.sh"} {
		if err := os.WriteFile(filepath.Join(p.Dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := func(name string) problem.Program {
		return problem.Program{Name: name, Path: filepath.Join(p.Dir, name)}
	}
	draw, input := program("draw.sh"), program("input.sh")
	p.Output = problem.OutputJudge{Dialect: checker.ICPC, Programs: []problem.Program{program("check.sh")}}
	p.OutputVisualizer, p.InputVisualizer = &draw, &input
	tc := p.Data.Cases[0]
	tc.OutputVisualizerArgs, tc.InputVisualizerArgs = []string{"out"}, []string{"in"}
	return p
}

// An output is drawn after the checker has accepted or rejected it. The visualizer sees the case, the feedback and
// the output. Without a visualizer, the checker's picture counts. An interactive problem has no output.
func TestOutputsAreDrawn(t *testing.T) {
	for _, test := range []struct {
		name        string
		checker     int            // its exit code
		ran         sandbox.Result // of the submission
		visualizer  bool
		interactive bool
		drawn       bool
		fault       string
	}{
		{"accepted", 42, sandbox.Result{}, true, false, true, ""},
		{"rejected", 43, sandbox.Result{}, true, false, true, ""},
		{"by the checker", 42, sandbox.Result{}, false, false, true, ""},
		{"of a dialogue", 42, sandbox.Result{}, true, true, true, ""},
		{"no picture", 42, sandbox.Result{}, true, false, false, "no picture was written: want a file judgeimage.svg in the feedback directory"},
		{"no picture by the checker", 42, sandbox.Result{}, false, false, false, "no picture was written: the output validator writes none, and there is no output visualizer"},
		{"the checker fails", 7, sandbox.Result{}, true, false, false, "the output validator failed: the output validator exited with 7 (want 42 or 43)"},
		{"the submission fails", 42, sandbox.Result{Breach: sandbox.CPUBreach, CPU: 9 * time.Second, Signal: 9}, true, false, false, "there is no output to draw: the submission gets TLE (killed at 9 s of CPU time, limit 1 s)"},
	} {
		var seen string
		j, _ := scripted(t, func(_ context.Context, s *slot, spec sandbox.Spec) (sandbox.Result, error) {
			draw := func() error {
				if !test.drawn {
					return nil
				}
				return os.WriteFile(filepath.Join(s.feedback, "judgeimage.svg"), []byte(drawing), 0o644)
			}
			switch spec.Mounts[0].Host {
			case "/built/check.sh":
				if test.visualizer {
					return sandbox.Result{Exit: test.checker}, nil
				}
				return sandbox.Result{Exit: test.checker}, draw()
			case "/built/draw.sh":
				seen = strings.Join(spec.Args, " ")
				if path := spec.Stdin.Path(); path != "" {
					text, err := os.ReadFile(path)
					seen += " < " + string(text)
					if err != nil {
						t.Error(err)
					}
				}
				return sandbox.Result{}, draw()
			}
			if !test.interactive {
				if _, err := io.WriteString(spec.Stdout, "mine"); err != nil {
					t.Error(err)
				}
			}
			return test.ran, nil
		})
		p := drawnProblem(t)
		p.Type.Interactive = test.interactive
		if !test.visualizer {
			p.OutputVisualizer = nil
		}
		sub, _, err := j.Submission(t.Context(), p, scriptedJob(job.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		got, err := j.IllustrateSubmission(t.Context(), sub, p.Data.Cases[0])
		if err != nil || got.Fault != test.fault || (string(got.Picture) == drawing) != test.drawn {
			t.Errorf("%s: %q, %q, %v, want %q", test.name, got.Picture, got.Fault, err, test.fault)
		}
		want := "/box/input/a.in /box/input/yes.ans /box/feedback/ out < mine"
		if test.interactive {
			want = strings.TrimSuffix(want, " < mine")
		}
		if asked := test.visualizer && test.checker != 7 && test.ran.Breach == sandbox.NoBreach; asked && seen != want || !asked && seen != "" {
			t.Errorf("%s: the visualizer is given %q, want %q", test.name, seen, want)
		}
	}
}

// A given output is drawn like that of a submission. A failing box is an error.
func TestGivenOutputsAreDrawn(t *testing.T) {
	broken := errors.New("the box fell apart")
	for _, failing := range []string{"", "/built/check.sh", "/built/draw.sh"} {
		judged := ""
		j, _ := scripted(t, func(_ context.Context, s *slot, spec sandbox.Spec) (sandbox.Result, error) {
			text, err := os.ReadFile(spec.Stdin.Path())
			judged += string(text) + " "
			switch {
			case spec.Mounts[0].Host == failing:
				return sandbox.Result{}, broken
			case spec.Mounts[0].Host == "/built/check.sh":
				return sandbox.Result{Exit: 42}, err
			}
			return sandbox.Result{}, errors.Join(err, os.WriteFile(filepath.Join(s.feedback, "judgeimage.svg"), []byte(drawing), 0o644))
		})
		p := drawnProblem(t)
		got, err := j.IllustrateOutput(t.Context(), p, p.Data.Cases[0], strings.NewReader("given"))
		if failing != "" && !errors.Is(err, broken) || failing == "" && (err != nil || string(got.Picture) != drawing || judged != "given given ") {
			t.Errorf("where %q fails: %q, %q, %v", failing, got.Picture, judged, err)
		}
	}
	j, _ := scripted(t, nil)
	for name, change := range map[string]func(*problem.Problem){
		"check.sh": func(p *problem.Problem) { p.Output.Programs[0].Path += ".gone" },
		"draw.sh":  func(p *problem.Problem) { p.OutputVisualizer.Path += ".gone" },
	} {
		p := drawnProblem(t)
		change(p)
		var faulty *job.PackageError
		if _, err := j.IllustrateOutput(t.Context(), p, p.Data.Cases[0], strings.NewReader("given")); !errors.As(err, &faulty) || faulty.Program != name {
			t.Errorf("%s is not there: %v", name, err)
		}
	}
}

// A case is drawn in a directory of its own.
func TestCasesAreDrawn(t *testing.T) {
	broken := errors.New("the box fell apart")
	for _, failure := range []error{nil, broken} {
		j, _ := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
			if got := strings.Join(spec.Args, " "); got != "/box/input/a.in /box/input/yes.ans in" || spec.Limits.Output != svgsafe.MaxSize {
				t.Errorf("the visualizer is given %q, and may write %d bytes", got, spec.Limits.Output)
			}
			return sandbox.Result{}, errors.Join(failure, os.WriteFile(filepath.Join(spec.Export, "testcase.svg"), []byte(drawing), 0o644))
		})
		p := drawnProblem(t)
		got, err := j.IllustrateCase(t.Context(), p, p.Data.Cases[0])
		if !errors.Is(err, failure) || failure == nil && string(got.Picture) != drawing {
			t.Errorf("%q, %q, %v, want %v", got.Picture, got.Fault, err, failure)
		}
		p.InputVisualizer.Path += ".gone"
		if _, err := j.IllustrateCase(t.Context(), p, p.Data.Cases[0]); err == nil {
			t.Error("a visualizer that is not there draws")
		}
		p.InputVisualizer = nil
		if _, err := j.IllustrateCase(t.Context(), p, p.Data.Cases[0]); err == nil || !strings.Contains(err.Error(), "no input visualizer") {
			t.Errorf("without a visualizer: %v", err)
		}
	}
}

// A validator's message is its standard error, or else its output. One that fails silently is said to have failed.
func TestWordsOfAValidator(t *testing.T) {
	for _, test := range []struct {
		name            string
		result          sandbox.Result
		stderr, printed string
		testlib         bool
		valid           bool
		message         string
	}{
		{"accepts", sandbox.Result{Exit: 42}, "", "", false, true, ""},
		{"accepts and says so", sandbox.Result{Exit: 42}, " fine\n", "printed", false, true, "fine"},
		{"prints", sandbox.Result{Exit: 42}, "", " printed\n", false, true, "printed"},
		{"rejects", sandbox.Result{Exit: 43}, "why", "", false, false, "why"},
		{"rejects without a word", sandbox.Result{Exit: 43}, "", "", false, false, "exit code 43"},
		{"exit code 0", sandbox.Result{}, "", "", false, false, "exit code 0, but a validator accepts with 42"},
		{"exit code 0 and a word", sandbox.Result{}, "ok", "", false, false, "exit code 0, but a validator accepts with 42: ok"},
		{"testlib accepts", sandbox.Result{}, "", "", true, true, ""},
		{"testlib rejects", sandbox.Result{Exit: 3}, "FAIL why", "", true, false, "FAIL why"},
		{"testlib accepts as others", sandbox.Result{Exit: 42}, "", "", true, true, ""},
		{"accepts too late", sandbox.Result{Exit: 42, Breach: sandbox.CPUBreach}, "fine", "", false, false, "hit its cpu limit"},
		{"testlib accepts too late", sandbox.Result{Breach: sandbox.OutputBreach}, "", "", true, false, "hit its output limit"},
	} {
		j, _ := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
			_, said := io.WriteString(spec.Stderr, test.stderr)
			_, printed := io.WriteString(spec.Stdout, test.printed)
			return test.result, errors.Join(said, printed)
		})
		p := scriptedProblem(t, "a")
		v := &Validator{problem: p, source: problem.Program{Name: "v.sh"}, program: builtProgram("v.sh"), testlib: test.testlib}
		err := j.Lend(t.Context(), func(w *Worker) error {
			valid, message, err := w.Validate(t.Context(), v, p.Data.Cases[0])
			if valid != test.valid || message != test.message {
				t.Errorf("%s: %v, %q, want %v, %q", test.name, valid, message, test.valid, test.message)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// An input validator reads the input. It sees the case's files, which may not hide its own. An answer validator reads
// the answer and also gets the input. A validator built to report undefined behaviour does.
func TestWhatAValidatorIsGiven(t *testing.T) {
	var spec sandbox.Spec
	var read, says string
	j, _ := scripted(t, func(_ context.Context, _ *slot, asked sandbox.Spec) (sandbox.Result, error) {
		spec, read = asked, inputOf(asked)
		_, err := io.WriteString(spec.Stderr, says)
		return sandbox.Result{Exit: 42}, err
	})
	p := scriptedProblem(t, "the input")
	tc := *p.Data.Cases[0]
	validate := func(v *Validator) (valid bool, message string, err error) {
		err = j.Lend(t.Context(), func(w *Worker) error {
			valid, message, err = w.Validate(t.Context(), v, &tc)
			return err
		})
		return valid, message, err
	}
	newValidator := func() *Validator {
		program := builtProgram("v.sh")
		program.Sources = []sandbox.Copy{{Host: "/v.sh", To: "v.sh"}}
		return &Validator{problem: p, source: problem.Program{Name: "v.sh"}, program: program}
	}
	of := newValidator()
	if valid, message, err := validate(of); !valid || read != "the input" || len(spec.Copies) != 1 || len(spec.Args) != 0 {
		t.Errorf("of inputs: %v %q %v, it reads %q with %v beside it, given %v", valid, message, err, read, spec.Copies, spec.Args)
	}
	of.answers = true
	if valid, message, err := validate(of); !valid || read != "yes\n" || strings.Join(spec.Args, " ") != "/box/input/the input.in" {
		t.Errorf("of answers: %v %q %v, it reads %q, given %v", valid, message, err, read, spec.Args)
	}
	tc.Files = writeFiles(t, "x", "")
	if valid, _, err := validate(of); !valid || err != nil || len(spec.Copies) != 1 {
		t.Errorf("of answers, with files beside the case: %v %v, %v", valid, err, spec.Copies)
	}
	of = newValidator()
	if valid, _, err := validate(of); !valid || err != nil || len(spec.Copies) != 2 || spec.Copies[1].Host != tc.Files {
		t.Errorf("with files beside the case: %v %v, %v", valid, err, spec.Copies)
	}
	tc.Files = writeFiles(t, "v.sh", "")
	read = "nothing"
	if valid, message, err := validate(of); valid || err != nil || !strings.HasSuffix(message, "/v.sh has the name of a file of the validator") || read != "nothing" {
		t.Errorf("with a file that is called like its own: %v %q %v, it reads %q", valid, message, err, read)
	}
	tc.Files, says = "", useAfterFree
	if valid, _, err := validate(of); !valid || err != nil {
		t.Errorf("not built with sanitizers: %v %v", valid, err)
	}
	of.program.Sanitized = true
	var found *job.SanitizerError
	if valid, _, err := validate(of); valid || !errors.As(err, &found) || found.Program != "v.sh" {
		t.Errorf("built with sanitizers: %v %v", valid, err)
	}
	tc.Input += ".gone"
	if valid, _, err := validate(of); valid || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without an input: %v %v", valid, err)
	}
}

// A testlib validator that asks for its place gets the test set and the group, unless its arguments give them.
func TestPlaceOfACase(t *testing.T) {
	for _, test := range []struct {
		name   string
		placed bool
		args   []string
		want   string
	}{
		{"secret/1/a", true, nil, "--testset secret --group 1"},
		{"secret/a", true, nil, "--testset secret"},
		{"a", true, nil, ""},
		{"secret/1/a", false, nil, ""},
		{"secret/1/a", true, []string{"--group", "x"}, "--group x --testset secret"},
		{"secret/1/a", true, []string{"--testset", "x"}, "--testset x --group 1"},
	} {
		tc := &problem.Case{Name: test.name, InputArgs: slices.Clone(test.args)}
		v := &Validator{placed: test.placed}
		if got := strings.Join(v.Args(tc), " "); got != test.want {
			t.Errorf("%s with %v: %q, want %q", test.name, test.args, got, test.want)
		}
		if !slices.Equal(tc.InputArgs, test.args) {
			t.Errorf("%s: the case's arguments have become %v", test.name, tc.InputArgs)
		}
	}
}

// The standard error of a program outside any problem is forwarded up to the output limit, beyond which it wrote too
// much.
func TestErrorsOfAnExecution(t *testing.T) {
	for _, test := range []struct {
		says  string
		hit   bool // by its output
		limit bytesize.Size
		want  bool
		heard string
	}{
		{"12345", false, 5, false, "12345"},
		{"123456", false, 5, true, ""},
		{"123456", false, 0, false, "123456"},
		{"", true, 5, true, ""},
	} {
		j, _ := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
			_, err := io.WriteString(spec.Stderr, test.says)
			return sandbox.Result{OutputHit: test.hit}, err
		})
		var heard bytes.Buffer
		var built *language.Program
		result, err := j.Run(t.Context(), Execution{
			Source: scriptedJob(job.Options{}).Source, Limits: sandbox.Limits{Output: test.limit}, Stderr: &heard,
		}, func(p *language.Program) { built = p })
		if err != nil || built == nil || result.OutputHit != test.want || heard.String() != test.heard {
			t.Errorf("%q, limit %d: too much %v, heard %q, %v, want %v, %q", test.says, test.limit, result.OutputHit, heard.String(), err, test.want, test.heard)
		}
	}
}

// An output that becomes an answer is kept if its program ended well. Failures of the judge are distinguished from
// it.
func TestAnswersOfASubmission(t *testing.T) {
	for _, test := range []struct {
		name    string
		result  sandbox.Result
		failure error
		want    verdict.Verdict
		reason  string
	}{
		{"well", sandbox.Result{}, nil, verdict.AC, ""},
		{"crashed", sandbox.Result{Exit: 1}, nil, verdict.RTE, "exit code 1"},
		{"failed", sandbox.Result{}, errors.New("the box fell apart"), verdict.JE, "the box fell apart"},
	} {
		j, _ := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
			_, printed := fmt.Fprint(spec.Stdout, "mine")
			_, said := fmt.Fprint(spec.Stderr, "said")
			return test.result, errors.Join(test.failure, printed, said)
		})
		p := scriptedProblem(t, "a")
		sub, _, err := j.Submission(t.Context(), p, scriptedJob(job.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		output, err := os.Create(filepath.Join(t.TempDir(), "output"))
		if err != nil {
			t.Fatal(err)
		}
		defer output.Close()
		err = j.Lend(t.Context(), func(w *Worker) error {
			got, err := w.Answer(t.Context(), sub, p.Data.Cases[0], output)
			if got.Verdict != test.want || got.Reason != test.reason || got.Stderr != "said" {
				t.Errorf("%s: %s %q, it said %q, want %s %q", test.name, got.Verdict, got.Reason, got.Stderr, test.want, test.reason)
			}
			return err
		})
		if text, read := os.ReadFile(output.Name()); string(text) != "mine" || errors.Join(err, read) != nil {
			t.Errorf("%s: its output is %q, %v", test.name, text, errors.Join(err, read))
		}
	}
}

func TestOverviewOfConstraints(t *testing.T) {
	const log = "LocationNotSupported:n n 1 0 1 5 1 100\nreader.py:7 a 0 1 -3 9 -9 9\nnot such a line\n"
	const want = "\"n\": min-value-hit\nconstant-bounds \"n\": 1 100\n\"a\": max-value-hit\nconstant-bounds \"a\": -9 9\n"
	if got := overviewOfConstraints(log); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A validator's log counts only if the validator accepts within its limits. If the run is impossible, there is no
// log.
func TestLogOfAValidator(t *testing.T) {
	broken := errors.New("the box fell apart")
	for _, test := range []struct {
		name   string
		result sandbox.Result
		err    error
		file   string // beside the case, in its directory
		want   string
	}{
		{"accepts", sandbox.Result{Exit: 42}, nil, "", "log"},
		{"rejects", sandbox.Result{Exit: 43}, nil, "", ""},
		{"accepts too late", sandbox.Result{Exit: 42, Breach: sandbox.CPUBreach}, nil, "", ""},
		{"broken", sandbox.Result{Exit: 42}, broken, "", ""},
		{"refused", sandbox.Result{Exit: 42}, nil, "v.sh", ""},
		{"with a file beside the case", sandbox.Result{Exit: 42}, nil, "x", "log"},
	} {
		asked := false
		j, s := scripted(t, func(_ context.Context, s *slot, spec sandbox.Spec) (sandbox.Result, error) {
			asked = true
			if !slices.Equal(spec.Args, []string{overviewFlag, "/box/feedback/" + overviewFile}) {
				t.Errorf("%s: it is given %q", test.name, spec.Args)
			}
			return test.result, errors.Join(test.err, os.WriteFile(filepath.Join(s.feedback, overviewFile), []byte("log"), 0o644))
		})
		p := scriptedProblem(t, "a")
		j.builder = sourcesBuilder{}
		path := filepath.Join(writeFiles(t, "v.sh", ""), "v.sh")
		tc := p.Data.Cases[0]
		if test.file != "" {
			tc.Files = writeFiles(t, test.file, "")
		}
		log, err := j.Overview(t.Context(), p, problem.Program{Name: "v.sh", Path: path}, tc)
		if log != test.want || !errors.Is(err, test.err) || asked == (test.file == "v.sh") {
			t.Errorf("%s: %q, %v, asked %v, want %q, %v", test.name, log, err, asked, test.want, test.err)
		}
		if left, err := os.ReadDir(s.feedback); test.want != "" && (err != nil || len(left) > 0) {
			t.Errorf("%s: %v is left, %v", test.name, left, err)
		}
	}
}

// sourcesBuilder builds programs that put their sources into their working directories.
type sourcesBuilder struct{ scriptedBuilder }

func (b sourcesBuilder) Build(ctx context.Context, box sandbox.Box, source language.Source, limits language.Limits) (*language.Program, error) {
	program, err := b.scriptedBuilder.Build(ctx, box, source, limits)
	for _, file := range source.Files {
		program.Sources = append(program.Sources, sandbox.Copy{Host: file.Path, To: file.Name})
	}
	return program, err
}

// The judge does not read a log that is a directory, a link or missing. Of a long one it reads the beginning.
func TestLogsThatAreNone(t *testing.T) {
	for name, write := range map[string]func(path string) error{
		"":       func(string) error { return nil },
		"folder": func(path string) error { return os.Mkdir(path, 0o755) },
		"link":   func(path string) error { return os.Symlink("/etc/passwd", path) },
		"long":   func(path string) error { return os.WriteFile(path, make([]byte, overviewLimit+7), 0o644) },
	} {
		dir := t.TempDir()
		if err := write(filepath.Join(dir, overviewFile)); err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"long": int(overviewLimit)}[name]
		if log, err := readOverview(dir); len(log) != want || err != nil {
			t.Errorf("%q: %d bytes, %v, want %d", name, len(log), err, want)
		}
	}
	if _, err := readOverview(filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Error("a folder that is not there was read")
	}
}

// closedHost opens no box.
type closedHost struct{ scriptedHost }

func (closedHost) Open(context.Context, sandbox.Config) (sandbox.Box, error) {
	return nil, errClosed
}

var errClosed = errors.New("no boxes here")

// If no box can be opened, each operation fails with that error. If boxes open, each succeeds.
func TestBoxesThatCannotBeOpened(t *testing.T) {
	p := drawnProblem(t)
	p.Type.Interactive = true
	tc, v := p.Data.Cases[0], &Validator{problem: p, program: builtProgram("v.sh")}
	ctx, source := t.Context(), scriptedJob(job.Options{}).Source
	asks := map[string]func(j *Judge) error{
		"try":      func(j *Judge) error { _, err := j.Try(ctx, []string{"true"}, sandbox.Limits{}); return err },
		"compiler": func(j *Judge) error { return j.Compiler(ctx, func(sandbox.Box) error { return nil }) },
		"run": func(j *Judge) error {
			_, err := j.Run(ctx, Execution{Source: source}, func(*language.Program) {})
			return err
		},
		"validate": func(j *Judge) error {
			return j.Lend(ctx, func(w *Worker) error { _, _, err := w.Validate(ctx, v, tc); return err })
		},
		"work": func(j *Judge) error {
			return j.Lend(ctx, func(w *Worker) error { _, err := w.Run(ctx, ToolRun{Program: v.program}); return err })
		},
		"overview": func(j *Judge) error { _, err := j.Overview(ctx, p, *p.InputVisualizer, tc); return err },
		"draw":     func(j *Judge) error { _, err := j.IllustrateCase(ctx, p, tc); return err },
		"talk": func(j *Judge) error {
			_, err := j.Converse(ctx, p, tc, func(io.Reader, io.WriteCloser) error { return nil })
			return err
		},
	}
	for name, ask := range asks {
		closed, err := New(Config{Host: &closedHost{}, Languages: scriptedBuilder{}, Builder: scriptedBuilder{}, Cores: []int{-1}, Scratch: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if err := ask(closed); !errors.Is(err, errClosed) {
			t.Errorf("%s: %v, want %v", name, err, errClosed)
		}
		if err := closed.Close(); err != nil {
			t.Error(err)
		}
		j, _ := scripted(t, func(context.Context, *slot, sandbox.Spec) (sandbox.Result, error) {
			return sandbox.Result{Exit: 42}, nil
		})
		if err := ask(j); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
