package adversarial

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/runner"
)

// bench is where the programs of one tier are judged, one at a time.
type bench struct {
	host    *recorder
	builder *language.Builder
	judging *runner.Judge
	problem problem.Problem
	scratch string // the judge's folder
	temp    string // where everything else makes its temporary files
}

// newBench sets up a judge with one slot, as the command line does. It is taken down when the test ends, and then
// nothing of it may be left.
func newBench(t *testing.T, dir, cacheDir string, wish backend.Preference) *bench {
	t.Helper()
	base, err := os.MkdirTemp(dir, "tier-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(base, 0o755); err != nil {
		t.Fatal(err)
	}
	b := &bench{scratch: filepath.Join(base, "scratch"), temp: filepath.Join(base, "temp")}
	for _, dir := range []string{b.scratch, b.temp} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TMPDIR", b.temp)
	b.problem = copyProblem(t, filepath.Join(base, "problem"))

	place, err := workspace.Open(workspace.Config{
		Environment: os.Environ(), Sandbox: wish, Jobs: 1, Log: slog.New(slog.DiscardHandler),
		Folders: workspace.Folders{Cache: cacheDir, Temporary: b.scratch},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.judging, err = place.Judge(t.Context(), func(config *runner.Config) {
		b.host = &recorder{Host: config.Host}
		config.Host = b.host
		b.builder = config.Builder.(*language.Builder)
	})
	if failed := (*workspace.JudgeError)(nil); errors.As(err, &failed) {
		t.Skip("no sandbox: ", errors.Join(failed, place.Close()))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := place.Close(); err != nil {
			t.Error(err)
		}
		left := b.look(t)
		for trace := range left {
			if kind, _, _ := strings.Cut(trace, " "); kind == "process" || kind == "cgroup" || kind == "mount" {
				t.Errorf("left at the end: %s", trace)
			}
		}
	})
	return b
}

// copyProblem puts the problem where every user may read it.
func copyProblem(t *testing.T, dir string) problem.Problem {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(testdata, "problem"))); err != nil {
		t.Fatal(err)
	}
	p, faults := plain.Load(dir)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		t.Fatal(fatal)
	}
	return *p
}

// configure makes the problem that a program is judged on. On a machine that is slower, programs and compilers that end
// by themselves get more time.
func (b *bench) configure(t *testing.T, program program) *problem.Problem {
	p, s := b.problem, program.settings
	expected := program.forTier(b.host.Tier()).verdicts
	slower := time.Duration(setting(t, "ADVERSARIAL_SLOW"))
	p.Idleness = s.idle
	p.Limits.Time = or(s.limit, 10*time.Second)
	if !slices.Contains(expected, verdict.TLE) && !slices.Contains(expected, verdict.ILE) {
		p.Limits.Time *= slower
	}
	p.Limits.Memory = or(s.memory, 256*bytesize.MiB)
	p.Limits.Output = or(s.maxOutput, 8*bytesize.MiB)
	p.Limits.CompilationTime = or(s.compileLimit, 30*time.Second*slower)
	p.Limits.CompilationMemory = or(s.compileMemory, 2*bytesize.GiB)
	if s.interactive {
		p.Type.Interactive = true
		p.Output = problem.OutputJudge{
			Programs: []problem.Program{{Name: "interactor.c", Path: filepath.Join(p.Dir, "interactor.c")}}, Dialect: checker.ICPC,
		}
	}
	group := *p.Data.Groups[0]
	group.Cases = slices.Repeat(group.Cases, or(s.runs, 1))
	data := *p.Data
	data.Groups = []*problem.Group{&group}
	p.Data = &data
	return &p
}

func or[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}

// judge judges one program.
func (b *bench) judge(t *testing.T, p program) outcome {
	t.Helper()
	text := strings.NewReplacer(
		"@ANSWER@", filepath.Join(b.problem.Dir, "1.ans"), "@PROBLEM@", b.problem.Dir,
	).Replace(p.text)
	name := path.Base(p.name)
	var o outcome
	var err error
	o.done, err = b.judging.Judge(t.Context(), b.configure(t, p), job.Judgement{
		Name:   name,
		Source: language.Source{Files: []language.File{{Name: name, Data: []byte(text)}}},
	}, func(e event.Event) {
		switch e := e.(type) {
		case event.Compile:
			o.compile = e
		case event.Test:
			o.tests = append(o.tests, e)
		}
	})
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	o.last = b.host.last
	b.builder.Wait() // a preparation that the build began is a process of the judge's own
	if o.done.Tier != b.host.Tier() {
		t.Errorf("got the tier %s, want %s", o.done.Tier, b.host.Tier())
	}
	return o
}

// warmUp judges the two programs that everything is compared with: afterwards all boxes are open, and everything that
// is made once has been made.
func (b *bench) warmUp(t *testing.T) traces {
	t.Helper()
	const sum = "int main(void) {\n\tlong a, b;\n\treturn scanf(\"%ld %ld\", &a, &b) != 2 || printf(\"%ld\\n\", a + b) < 0;\n}\n"
	for _, s := range []settings{{interactive: true}, {}} {
		o := b.judge(t, program{name: "run/sum.c", text: "#include <stdio.h>\n" + sum, header: header{settings: s}})
		o.check(t, clause{verdicts: accepted})
	}
	found := b.look(t)
	b.lookInside(t, found)
	return found
}

// recorder keeps the facts of the last run of a submission or a compiler, which events tell only in part.
type recorder struct {
	sandbox.Host
	last sandbox.Result
}

func (r *recorder) Open(ctx context.Context, config sandbox.Config) (sandbox.Box, error) {
	box, err := r.Host.Open(ctx, config)
	if err != nil || strings.HasSuffix(config.Name, "-judge") {
		return box, err
	}
	return &recordedBox{box, r}, nil
}

type recordedBox struct {
	sandbox.Box
	recorder *recorder
}

func (b *recordedBox) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	result, err := b.Box.Run(ctx, spec)
	b.recorder.last = result
	return result, err
}
