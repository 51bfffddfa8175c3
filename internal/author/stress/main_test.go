package stress_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"grundy/internal/author/stress"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/problem/plain"
	"grundy/internal/sandbox/backend"
	"grundy/internal/workspace"
	"grundy/runner"
	"grundy/tests/suite"
)

// cacheVariable names the folder in which the tests of one run share what they compile.
const cacheVariable = "GRUNDY_STRESS_TEST_CACHE"

func TestMain(m *testing.M) {
	backend.Init()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, remove, err := suite.Cache()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = remove() }()
	os.Setenv(cacheVariable, dir)
	if code := m.Run(); code != 0 {
		return code
	}
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// newJudge makes a judge with the strongest sandbox of this machine.
func newJudge(t testing.TB, slots int) *runner.Judge {
	t.Helper()
	place, err := workspace.Open(workspace.Config{
		Environment: os.Environ(), Jobs: slots, Log: slog.New(slog.DiscardHandler),
		Folders: workspace.Folders{Cache: os.Getenv(cacheVariable), Temporary: t.TempDir()},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := place.Close(); err != nil {
			t.Error(err)
		}
	})
	judge, err := place.Judge(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return judge
}

// files writes sources to a new folder.
func files(t testing.TB, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// setup tries one file of a folder against another, "" for none, with inputs by a command.
func setup(t testing.TB, dir, suspect, trusted, command string) stress.Setup {
	t.Helper()
	p := plain.Bare(dir)
	s := stress.Setup{Problem: p, Suspect: solution(t, p, suspect), Folder: t.TempDir()}
	if trusted != "" {
		right := solution(t, p, trusted)
		s.Trusted = &right
	}
	if command != "" {
		g, err := stress.ParseGenerator(command)
		if err != nil {
			t.Fatal(err)
		}
		g.Program = problem.Program{Name: g.Words[0], Path: filepath.Join(dir, g.Words[0])}
		s.Generators = []stress.Generator{g}
	}
	return s
}

func solution(t testing.TB, p *problem.Problem, name string) job.Judgement {
	t.Helper()
	source, err := language.ReadSource(filepath.Join(p.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return job.Judgement{Name: name, Source: source}
}

// open builds a trial.
func open(t testing.TB, judge stress.Judge, s stress.Setup) *stress.Trial {
	t.Helper()
	trial, err := stress.Open(t.Context(), judge, s, func(event.Event) {})
	if err != nil {
		t.Fatal(err)
	}
	return trial
}

func ignore(event.Event) {}
