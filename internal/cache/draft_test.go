package cache

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// Opening a cache removes what a process that is no more was making, and nothing that one is making.
func TestOpenSweepsDrafts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("drafts have no locks")
	}
	dir := t.TempDir()
	making := filepath.Join(dir, temporaryDir)
	if err := os.Mkdir(making, 0o700); err != nil {
		t.Fatal(err)
	}
	var drafts [2]*draft
	for i := range drafts {
		var err error
		if drafts[i], err = newDraft(making, "key-"); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(drafts[i].dir, filesDir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	dead, alive := drafts[0], drafts[1]
	dead.lock.Close() // as the system does when a process ends
	Open(dir, t.TempDir(), slog.New(slog.DiscardHandler))
	if _, err := os.Stat(dead.dir); !os.IsNotExist(err) {
		t.Errorf("the draft of a dead process is still there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(alive.dir, filesDir)); err != nil {
		t.Errorf("the draft of a living process was swept: %v", err)
	}
	if err := alive.remove(); err != nil {
		t.Error(err)
	}
}

// Sweeps while drafts are being made do not touch those.
func TestSweepingWhileDraftsAreMade(t *testing.T) {
	parent := t.TempDir()
	stop := make(chan struct{})
	var sweeping, making sync.WaitGroup
	sweeping.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				sweep(parent, "")
			}
		}
	})
	for range 4 {
		making.Go(func() {
			for range 200 {
				d, err := newDraft(parent, "x-")
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(d.dir, "file"), nil, 0o600); err != nil {
					t.Error(err)
				}
				if err := d.remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	making.Wait()
	close(stop)
	sweeping.Wait()
}
