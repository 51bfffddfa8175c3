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
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/tests/suite"
)

// cacheVariable names the environment variable with the directory in which the tests of one run share
// compiled programs.
const cacheVariable = "GRUNDY_STRESS_TEST_CACHE"

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
	if code := m.Run(); code != 0 {
		return code
	}
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// newExecutor makes an executor with the strongest sandbox of this machine.
func newExecutor(t testing.TB, slots int) job.Client {
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
	client, err := place.Executor(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// files writes sources to a new directory.
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

// setup tries one file of a directory against another, "" for none, with inputs made by a command.
func setup(t testing.TB, dir, tried, trusted, command string) stress.Setup {
	t.Helper()
	p := plain.Bare(dir)
	s := stress.Setup{Problem: p, Folder: t.TempDir(), Setup: job.Setup{Solution: solution(t, p, tried)}}
	if trusted != "" {
		s.Trusted = solution(t, p, trusted)
	}
	if command != "" {
		g, err := job.ParseGenerator(command)
		if err != nil {
			t.Fatal(err)
		}
		g.Program, g.Source = g.Words[0], solution(t, p, g.Words[0]).Source
		s.Generators = []job.Generator{g}
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
func open(t testing.TB, executor stress.Executor, s stress.Setup) *stress.Candidate {
	t.Helper()
	trial, err := stress.Open(t.Context(), executor, s, func(event.Event) {})
	if err != nil {
		t.Fatal(err)
	}
	return trial
}

func ignore(event.Event) {}
