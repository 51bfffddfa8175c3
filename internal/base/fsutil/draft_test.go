package fsutil

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A sweep leaves drafts alone that are being made.
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
				SweepDrafts(parent, "")
			}
		}
	})
	for range 4 {
		making.Go(func() {
			for range 200 {
				d, err := NewDraft(parent, "x-")
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(d.Dir, "file"), nil, 0o600); err != nil {
					t.Error(err)
				}
				if err := d.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	making.Wait()
	close(stop)
	sweeping.Wait()
}

// A sweep leaves a draft alone until its maker is gone, and nothing of it after that.
func TestDraftsAreLocked(t *testing.T) {
	parent := t.TempDir()
	draft, err := NewDraft(parent, "x-")
	if err != nil {
		t.Fatal(err)
	}
	SweepDrafts(parent, "x-")
	if _, err := os.Stat(draft.Dir); err != nil {
		t.Errorf("swept while it is made: %v", err)
	}
	if err := draft.lock.Close(); err != nil {
		t.Fatal(err)
	}
	SweepDrafts(parent, "x-")
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// The lock of a directory excludes those who open it again.
func TestDirectoriesAreLocked(t *testing.T) {
	dir := t.TempDir()
	var files [2]*os.File
	for i := range files {
		file, err := OpenLock(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		files[i] = file
	}
	if err := Lock(files[0]); err != nil {
		t.Fatal(err)
	}
	if err := Lock(files[1]); !errors.Is(err, ErrLocked) {
		t.Errorf("locked twice: %v", err)
	}
	Unlock(files[0])
	if err := Lock(files[1]); err != nil {
		t.Error(err)
	}
}
