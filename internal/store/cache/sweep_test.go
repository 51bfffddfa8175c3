package cache

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"grundy/internal/base/fsutil"
)

// Opening a cache removes drafts of dead processes and keeps drafts of living ones.
func TestOpenSweepsDrafts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("drafts have no locks")
	}
	dir := t.TempDir()
	making := filepath.Join(dir, temporaryDir)
	dead := filepath.Join(making, "key-dead") // the system released its lock when the process ended
	if err := os.MkdirAll(filepath.Join(dead, filesDir), 0o700); err != nil {
		t.Fatal(err)
	}
	alive, err := fsutil.NewDraft(making, "key-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(alive.Dir, filesDir), 0o700); err != nil {
		t.Fatal(err)
	}
	Open(dir, t.TempDir(), slog.New(slog.DiscardHandler))
	if _, err := os.Stat(dead); !os.IsNotExist(err) {
		t.Errorf("the draft of a dead process is still there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(alive.Dir, filesDir)); err != nil {
		t.Errorf("the draft of a living process was swept: %v", err)
	}
	if err := alive.Remove(); err != nil {
		t.Error(err)
	}
}
