package library_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"grundy/internal/author/shrink"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/tests/library/batch"
	"grundy/tests/suite"
)

// TestSmaller looks for counterexamples that are smaller than the known ones, with programs that stay in one process:
// a minute has as many tries as an hour of grundy why. It compares answers only and ignores crashes.
func TestSmaller(t *testing.T) {
	suite.NeedsCampaign(t, "looks for smaller counterexamples")
	if !*whyWrite {
		t.Skip("keeps nothing without -why-write")
	}
	smallest := readKnown(t)
	for _, name := range packages(t) {
		if isDialogue(t, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := newContest(t, name)
			for _, submission := range failing(t, name) {
				key := wrong{name, submission}
				best := smallest[key]
				if size := c.smallest(t, submission); size > 0 && (best.size == 0 || size < best.size) {
					t.Logf("%s: %d bytes, before %d", submission, size, best.size)
					best.size = size
				}
				best.searched = max(best.searched, *whyTime)
				smallest[key] = best
			}
			writeKnown(t, smallest)
		})
	}
}

// contest compares submissions of a package with its model.
type contest struct {
	name                      string
	dir                       string // of the package, from the root of the repository
	binary                    string // contains all its programs in Go
	validator, model, checker *called
	inputs                    []string          // valid ones, by the package's rules for searches
	answers                   map[string]string // of the model
}

// validator is the path of a package's validator.
const validator = "input_validators/validate.go"

func newContest(t *testing.T, name string) *contest {
	t.Helper()
	c := &contest{name: name, dir: path.Join("problems", name), answers: map[string]string{}}
	p, faults := icpc.Load(filepath.Join(root, "problems", name))
	if p == nil {
		t.Fatal(faults)
	}
	rules, _ := generators.Read(p)
	programs, err := filepath.Glob(filepath.Join(root, c.dir, "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	submissions, err := filepath.Glob(filepath.Join(root, c.dir, "submissions", "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for _, file := range slices.Concat(programs, submissions) {
		source, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, filepath.ToSlash(source))
	}
	if c.binary, err = batch.Build(t.Context(), root, t.TempDir(), sources...); err != nil {
		t.Fatal(err)
	}
	c.validator, c.model = c.call(t, validator), c.call(t, "submissions/accepted/"+name+".go")
	if slices.Contains(sources, c.dir+"/output_validator/check.go") {
		c.checker = c.call(t, "output_validator/check.go")
	}
	makers := map[string]*called{}
	for seed := 1; seed <= 60; seed++ {
		for _, command := range rules.Search {
			words := strings.Fields(strings.NewReplacer("{seed}", strconv.Itoa(seed), "{size}", strconv.Itoa(1+seed%9)).Replace(command.Text))
			if makers[words[0]] == nil {
				makers[words[0]] = c.call(t, "generators/"+words[0]+".go")
			}
			if made, ok := makers[words[0]].run("", words[1:]...); ok {
				c.inputs = append(c.inputs, made.stdout)
			}
		}
	}
	slices.SortStableFunc(c.inputs, func(a, b string) int { return len(a) - len(b) })
	return c
}

// patience is how many failing inputs in a row may lead to nothing smaller.
const patience = 25

// smallest is the size of the smallest input found, 0 for none.
func (c *contest) smallest(t *testing.T, submission string) int {
	t.Helper()
	tried := c.call(t, "submissions/"+submission)
	if tried == nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(t.Context(), *whyTime)
	defer cancel()
	best, failed := 0, 0
	for _, input := range c.inputs {
		if ctx.Err() != nil || failed >= patience {
			break
		}
		if !c.fails(t, tried, input) {
			continue
		}
		result, _ := shrink.Shrink(ctx, []byte(input), func(_ context.Context, candidate []byte) (bool, error) {
			return c.fails(t, tried, string(candidate)), nil
		}, shrink.Options{})
		failed++
		if best == 0 || len(result.Input) < best {
			best, failed = len(result.Input), 0
		}
	}
	return best
}

// fails reports whether an input is valid and the program's answer to it wrong.
func (c *contest) fails(t *testing.T, tried *called, input string) bool {
	t.Helper()
	answer, known := c.answers[input]
	if !known {
		if valid, ok := c.validator.run(input); ok && valid.exit == 42 {
			if given, ok := c.model.run(input); ok && given.exit == 0 {
				answer = given.stdout
			}
		}
		c.answers[input] = answer
	}
	if answer == "" {
		return false
	}
	output, ok := tried.run(input)
	return ok && output.exit == 0 && c.isWrong(t, input, answer, output.stdout)
}

// isWrong compares an output with the answer, or runs the package's checker.
func (c *contest) isWrong(t *testing.T, input, answer, output string) bool {
	t.Helper()
	if slices.Equal(strings.Fields(output), strings.Fields(answer)) {
		return false
	}
	if c.checker == nil {
		return true
	}
	dir := t.TempDir()
	in, ans := filepath.Join(dir, "in"), filepath.Join(dir, "ans")
	if err := errors.Join(os.WriteFile(in, []byte(input), 0o600), os.WriteFile(ans, []byte(answer), 0o600)); err != nil {
		t.Fatal(err)
	}
	judged, ok := c.checker.run(output, in, ans, dir)
	return ok && judged.exit == 43
}

// called is a program that is called repeatedly, and restarted if a call does not return.
type called struct {
	command func(context.Context) *exec.Cmd
	// batch reports whether the process stays.
	batch   bool
	program *batch.Program
	cancel  context.CancelFunc
}

// call returns a program of the package, nil for one that cannot be called often.
func (c *contest) call(t *testing.T, name string) *called {
	t.Helper()
	source := path.Join(c.dir, name)
	file := filepath.Join(root, filepath.FromSlash(source))
	r := &called{batch: true, cancel: func() {}}
	switch path.Ext(name) {
	case ".go":
		r.command = func(ctx context.Context) *exec.Cmd { return exec.CommandContext(ctx, c.binary, source) }
	case ".py":
		interpreter := python(t)
		r.command = func(ctx context.Context) *exec.Cmd {
			args := batch.Python(interpreter, file).Args
			return exec.CommandContext(ctx, args[0], args[1:]...)
		}
	case ".c", ".cpp":
		binary := filepath.Join(t.TempDir(), "program.exe")
		compiler := map[string][]string{".c": {"gcc"}, ".cpp": {"g++", "-std=c++20"}}[path.Ext(name)]
		build := exec.CommandContext(t.Context(), compiler[0], append(compiler[1:], "-O2", "-static", "-o", binary, file, "-lm")...)
		if out, err := build.CombinedOutput(); err != nil {
			t.Logf("%s: %v\n%s", name, err, out)
			return nil
		}
		r.batch, r.command = false, func(ctx context.Context) *exec.Cmd { return exec.CommandContext(ctx, binary) }
	default:
		return nil
	}
	t.Cleanup(func() { r.cancel() })
	return r
}

// tooLong bounds the time of a call.
const tooLong = 4 * time.Second

// run returns false if the call did not return.
func (r *called) run(stdin string, args ...string) (outcome, bool) {
	if !r.batch {
		ctx, cancel := context.WithTimeout(context.Background(), tooLong)
		defer cancel()
		command := r.command(ctx)
		var stdout bytes.Buffer
		command.Stdin, command.Stdout = strings.NewReader(stdin), &stdout
		err := command.Run()
		return outcome{stdout: stdout.String()}, err == nil
	}
	outcomes := r.some(batch.Request{Args: args, Stdin: []byte(stdin)})
	if len(outcomes) == 0 {
		return outcome{}, false
	}
	return outcomes[0], true
}

// some makes several calls of a process that stays. It returns fewer outcomes if the program did not return from a
// call.
func (r *called) some(requests ...batch.Request) []outcome {
	if r.program == nil {
		var ctx context.Context
		ctx, r.cancel = context.WithCancel(context.Background())
		program, err := batch.Start(r.command(ctx))
		if err != nil {
			return nil
		}
		r.program = program
	}
	timer := time.AfterFunc(tooLong, r.cancel)
	answers, err := r.program.RunAll(requests)
	if !timer.Stop() || err != nil {
		r.stop()
	}
	outcomes := make([]outcome, len(answers))
	for i, answer := range answers {
		outcomes[i] = outcome{string(answer.Stdout), string(answer.Stderr), answer.Exit}
	}
	return outcomes
}

// stop ends the process, so that the next call is the first one of a new process.
func (r *called) stop() {
	r.cancel()
	r.program = nil
}

// all gives each of the inputs to the program, until yield returns false.
func (r *called) all(inputs []string, yield func(i int, done outcome, ok bool) bool) {
	const atOnce = 100
	for begin := 0; begin < len(inputs); {
		var outcomes []outcome
		some := inputs[begin:min(begin+atOnce, len(inputs))]
		if r.batch {
			requests := make([]batch.Request, len(some))
			for i, input := range some {
				requests[i].Stdin = []byte(input)
			}
			outcomes = r.some(requests...)
		}
		for i, done := range outcomes {
			if !yield(begin+i, done, true) {
				return
			}
		}
		begin += len(outcomes)
		if len(outcomes) < len(some) { // the next input took too long or ended the process, if it was not only its turn to
			done, ok := r.run(inputs[begin])
			if !yield(begin, done, ok) {
				return
			}
			begin++
		}
	}
}
