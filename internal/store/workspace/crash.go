package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"grundy/internal/base/fsutil"
)

// keptCrashes is how many reports of crashes are kept.
const keptCrashes = 10

// traces is the file, below crashes, that the runtime of each process of the user writes to as it breaks down.
const traces = "traces"

// KeepCrash writes a report of a crash to a file that only the user may read, and removes the oldest ones.
func KeepCrash(config Config, at time.Time, report string) (path string, err error) {
	dir, err := newFolders(config).kept("crashes")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path = crashReport(dir, at)
	if err := fsutil.Replace(path, 0o600, fsutil.Text([]byte(report))); err != nil {
		return "", err
	}
	removeOldCrashes(dir)
	return path, nil
}

// OpenTraces opens the file that Go's runtime is to write the traces of a crash to. All processes of the user share it, so that a
// start makes no file. If an earlier process has left its traces there, they become a report of their own, whose path is earlier.
func OpenTraces(config Config, at time.Time) (file *os.File, earlier string, err error) {
	cache, err := newFolders(config).cache()
	if err != nil {
		return nil, "", err
	}
	dir := filepath.Join(cache, "crashes")
	path := filepath.Join(dir, traces)
	if info, err := os.Lstat(path); err == nil && info.Size() > 0 {
		report := crashReport(dir, at)
		if os.Rename(path, report) == nil { // on Windows not while another process has it open
			earlier = report
			removeOldCrashes(dir)
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, "", err
	}
	file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	return file, earlier, err
}

// crashReport names the report of a crash in a directory.
func crashReport(dir string, at time.Time) string {
	return filepath.Join(dir, fmt.Sprintf("%s-%d.txt", at.UTC().Format("20060102-150405"), os.Getpid()))
}

// removeOldCrashes leaves the newest keptCrashes reports.
func removeOldCrashes(dir string) {
	reports, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	slices.Sort(reports)
	for _, old := range reports[:max(0, len(reports)-keptCrashes)] {
		_ = os.Remove(old)
	}
}
