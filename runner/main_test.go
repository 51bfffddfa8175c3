package runner_test

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/tools/txtar"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/runner"
	"grundy/tests/suite"
)

var update = flag.Bool("update", false, "rewrite what the scenarios in testdata want")

// cacheVariable names the directory in which the tests of one run share compiled programs.
const cacheVariable = "GRUNDY_RUNNER_TEST_CACHE"

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, remove, err := suite.Begin()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = remove() }()
	os.Setenv(cacheVariable, dir)
	// Most tests wait for limits; the slots of their judge bound how much they compute.
	flag.Parse()
	if err := flag.Set("test.parallel", "6"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if code := m.Run(); code != 0 {
		return code
	}
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// newJudge returns a judge with the strongest sandbox of this machine. There may be more slots than cores, since most
// tests sleep more than they compute.
func newJudge(t testing.TB, slots int) *runner.Judge {
	t.Helper()
	return newJudgeIn(t, slots, t.TempDir(), func(host sandbox.Host) sandbox.Host { return host })
}

// newJudgeIn is newJudge with a scratch directory, a wrapper around the host, and other changes.
func newJudgeIn(t testing.TB, slots int, scratch string, wrap func(sandbox.Host) sandbox.Host, changes ...func(*runner.Config)) *runner.Judge {
	t.Helper()
	all := backend.Cores()
	cores := make([]int, slots)
	for i := range cores {
		cores[i] = all[i%len(all)]
	}
	place, err := workspace.Open(workspace.Config{
		Environment: os.Environ(), Log: slog.New(slog.DiscardHandler),
		Folders: workspace.Folders{Cache: os.Getenv(cacheVariable), Temporary: scratch},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := place.Close(); err != nil {
			t.Error(err)
		}
	})
	changes = append(changes, func(config *runner.Config) { config.Host, config.Cores = wrap(config.Host), cores })
	judge, err := place.Judge(context.Background(), changes...)
	if err != nil {
		t.Fatal(err)
	}
	return judge
}

// standIn opens boxes in which run replaces programs that read a file, which are submissions.
type standIn struct {
	sandbox.Host
	run    standInRun
	opened atomic.Int32
}

type standInRun func(ctx context.Context, box sandbox.Box, spec sandbox.Spec) (sandbox.Result, error)

// newJudgeRunning is newJudge with a stand-in for the runs of submissions.
func newJudgeRunning(t testing.TB, slots int, run standInRun) (*runner.Judge, *standIn) {
	t.Helper()
	host := &standIn{run: run}
	return newJudgeIn(t, slots, t.TempDir(), func(real sandbox.Host) sandbox.Host {
		host.Host = real
		return host
	}), host
}

func (s *standIn) Open(ctx context.Context, config sandbox.Config) (sandbox.Box, error) {
	s.opened.Add(1)
	box, err := s.Host.Open(ctx, config)
	return &standInBox{box, s}, err
}

type standInBox struct {
	sandbox.Box
	host *standIn
}

func (b *standInBox) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	if spec.Stdin.Path() == "" && spec.Stdin.File() == nil {
		return b.Box.Run(ctx, spec)
	}
	return b.host.run(ctx, b.Box, spec)
}

// unpack writes an archive to a new directory, which has the problem's name.
func unpack(t testing.TB, archive *txtar.Archive) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "problem")
	for _, file := range archive.Files {
		suite.Write(t, filepath.Join(dir, filepath.FromSlash(file.Name)), string(file.Data))
	}
	return dir
}

// load reads a package. It ignores faults as long as the judge can use the package.
func load(t testing.TB, dir string) *problem.Problem {
	t.Helper()
	p, faults := icpc.Load(dir)
	if p == nil {
		t.Fatalf("package: %v", faults)
	}
	return p
}

// aPlusB is a problem with built-in comparison. Tests that need another problem add files; the last of a name counts.
const aPlusB = `
-- problem.yaml --
problem_format_version: 2025-09
name: A plus B
uuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd
limits: {time_limit: 1, memory: 64, output: 1, validation_time: 2}
-- data/sample/1.in --
1 2
-- data/sample/1.ans --
3
-- data/secret/1.in --
3 4
-- data/secret/1.ans --
7
-- data/secret/2.in --
5 6
-- data/secret/2.ans --
11
`

// open returns a problem made of several txtar archives, later ones over earlier ones.
func open(t testing.TB, archives ...string) *problem.Problem {
	t.Helper()
	return load(t, unpack(t, txtar.Parse([]byte(strings.Join(archives, "\n")))))
}

// source writes a submission of one file.
func source(t testing.TB, name, text string) language.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := language.ReadSource(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// judgement is the whole result of a job.
type judgement struct {
	done    event.Done
	compile event.Compile
	starts  []event.Start
	tests   []event.Test
	groups  []event.GroupDone
	events  []event.Event
	err     error
}

func judge(ctx context.Context, j *runner.Judge, p *problem.Problem, submitted job.Judgement) *judgement {
	var got judgement
	got.done, got.err = j.Judge(ctx, p, submitted, func(e event.Event) {
		got.events = append(got.events, e)
		switch e := e.(type) {
		case event.Compile:
			got.compile = e
		case event.Start:
			got.starts = append(got.starts, e)
		case event.Test:
			got.tests = append(got.tests, e)
		case event.GroupDone:
			got.groups = append(got.groups, e)
		}
	})
	return &got
}

// judgeText judges a submission of one file.
func judgeText(t testing.TB, j *runner.Judge, p *problem.Problem, options job.Options, name, text string) *judgement {
	t.Helper()
	return judge(t.Context(), j, p, job.Judgement{Name: name, Source: source(t, name, text), Options: options})
}

const sumInBash = "read a b; echo $((a + b))\n"
