package workspace_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/environment"
	"grundy/internal/store/workspace"
	"grundy/runner"
)

// open opens a workspace below a directory that its environment names.
func open(t *testing.T, home string, change func(*workspace.Config)) *workspace.Workspace {
	t.Helper()
	config := workspace.Config{
		Environment: environment.Variables{"HOME=" + home, "TMPDIR=" + home, "PATH=" + os.Getenv("PATH")},
		Log:         slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&config)
	}
	w, err := workspace.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// scratchFolders lists the scratch directories of judges in a home.
func scratchFolders(t *testing.T, home string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(home, "grundy*", "grundy-*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestProblemsAreThereWithoutASandbox(t *testing.T) {
	home := t.TempDir()
	w := open(t, home, nil)
	ids, err := w.Problems().IDs()
	if err != nil || !slices.Contains(ids, "nim") {
		t.Errorf("got %q, %v; want the problems of the binary", ids, err)
	}
	if p, err := w.Problems().Named(t.Context(), "nim"); err != nil || p.ID != "nim" {
		t.Errorf("nim: got %v, %v", p, err)
	}
	if _, err := w.Builder(); err != nil {
		t.Error(err)
	}
	if found := scratchFolders(t, home); len(found) > 0 {
		t.Errorf("a sandbox was prepared: %q", found)
	}
}

func TestAWorkspaceHasOneJudge(t *testing.T) {
	home := t.TempDir()
	w := open(t, home, func(config *workspace.Config) { config.Jobs = 1 })
	decorated := 0
	first, err := w.Judge(t.Context(), func(*runner.Config) { decorated++ })
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.Judge(t.Context())
	if err != nil || again != first || decorated != 1 {
		t.Errorf("got %p and %p, %v, decorated %d times; want one", first, again, err, decorated)
	}
	if first.Slots() != 1 {
		t.Errorf("got %d slots, want 1", first.Slots())
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if found := scratchFolders(t, home); len(found) > 0 {
		t.Errorf("left behind: %q", found)
	}
}

// A workspace with an environment of its own does not depend on that of the process.
func TestTheEnvironmentIsData(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"GRUNDY_CACHE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR", "HOME"} {
		t.Setenv(name, "/nonexistent")
	}
	w := open(t, home, nil)
	dir, err := w.CacheDir()
	if err != nil || !strings.HasPrefix(dir, home) || !strings.HasPrefix(w.OwnLanguages(), home) || w.TemporaryRoot() != home {
		t.Errorf("got %q, %v, %q, %q; want directories below %s", dir, err, w.OwnLanguages(), w.TemporaryRoot(), home)
	}
}
