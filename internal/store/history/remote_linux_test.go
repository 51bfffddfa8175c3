package history_test

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/store/history"
)

// Where processes cannot share memory through a file, as on network file systems and those in user space, the history
// uses SQLite's older journal. A killed judge loses nothing there either.
func TestWithoutSharedMemory(t *testing.T) {
	dir := mounted(t)
	record(open(t, dir, nil), judged("a.sh", verdict.AC))
	db, err := sql.Open("sqlite", filepath.Join(dir, "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	var journal string
	if err := db.QueryRowContext(t.Context(), "PRAGMA journal_mode").Scan(&journal); err != nil || journal != "delete" {
		t.Errorf("journal %q, %v", journal, err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	store := open(t, dir, nil)
	if runs := all(t, store, history.Query{}); len(runs) != 1 || runs[0].Submission != "a.sh" {
		t.Errorf("got %+v", runs)
	}
	if err := store.ForgetAll(t.Context()); err != nil {
		t.Error(err)
	}
	if err := store.Close(); err != nil {
		t.Error(err)
	}
	killJudges(t, dir, 2)
}

// mounted mounts a file system in user space and returns its directory.
func mounted(t *testing.T) string {
	t.Helper()
	bindfs, err := exec.LookPath("bindfs")
	if err != nil {
		t.Skip("needs bindfs")
	}
	dir := filepath.Join(t.TempDir(), "mounted")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.CommandContext(t.Context(), bindfs, "--no-allow-other", t.TempDir(), dir).CombinedOutput(); err != nil {
		t.Skipf("needs file systems in user space: %v\n%s", err, output)
	}
	t.Cleanup(func() {
		if output, err := exec.Command("fusermount", "-u", dir).CombinedOutput(); err != nil {
			t.Errorf("unmount: %v\n%s", err, output)
		}
	})
	return dir
}
