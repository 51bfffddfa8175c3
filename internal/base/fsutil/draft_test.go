package fsutil

import (
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
