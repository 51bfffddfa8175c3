// Package workspacetest opens workspaces for tests of what works in one.
package workspacetest

import (
	"log/slog"
	"testing"

	"grundy/internal/base/environment"
	"grundy/internal/store/workspace"
)

// Open opens a workspace in a home directory of its own, which is returned too. It is closed when the test ends. It has no PATH
// and keeps no history, unless configure says otherwise.
func Open(t testing.TB, configure ...func(*workspace.Config)) (w *workspace.Workspace, home string) {
	t.Helper()
	home = t.TempDir()
	config := workspace.Config{Environment: environment.Variables{"HOME=" + home, "TMPDIR=" + home}, Log: slog.New(slog.DiscardHandler)}
	for _, change := range configure {
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
	return w, home
}
