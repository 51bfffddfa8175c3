package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestScratchSweepsOnlyWhatIsLeft(t *testing.T) {
	parent := t.TempDir()
	live, err := makeScratch(parent)
	if err != nil {
		t.Fatal(err)
	}
	dead, err := makeScratch(parent)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dead.dir, "output"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	locked := filepath.Join(dead.dir, "locked", "in")
	if err := errors.Join(os.MkdirAll(locked, 0o700), os.Chmod(locked, 0), os.Chmod(filepath.Dir(locked), 0)); err != nil {
		t.Fatal(err)
	}
	dead.lock.file.Close() // as the system does when a process ends
	early, err := newLock(filepath.Dir(dead.dir), scratchPrefix)
	if err != nil {
		t.Fatal(err)
	}
	early.file.Close() // before there was a directory
	if err := os.WriteFile(filepath.Join(filepath.Dir(dead.dir), scratchPrefix+"1"+lockSuffix+unlockedSuffix), nil, 0o600); err != nil {
		t.Fatal(err) // before it was locked
	}

	next, err := makeScratch(parent)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dead.dir); !os.IsNotExist(err) {
		t.Errorf("what a dead judge left was not swept: %v", err)
	}
	if _, err := os.Stat(live.dir); err != nil {
		t.Errorf("the directory of a live judge was swept: %v", err)
	}
	for _, s := range []*scratch{live, next} {
		if err := s.remove(); err != nil {
			t.Error(err)
		}
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(live.dir), "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// Judges that start at the same time sweep while others make their directories.
func TestScratchAtTheSameTime(t *testing.T) {
	parent := t.TempDir()
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 20 {
				s, err := makeScratch(parent)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := os.Stat(s.dir); err != nil {
					t.Errorf("swept by another: %v", err)
				}
				if err := s.remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}
