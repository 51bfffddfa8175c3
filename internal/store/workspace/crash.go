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

// KeepCrash writes a report of a crash to a file that only the person may read, and removes the oldest ones.
func KeepCrash(config Config, at time.Time, report string) (path string, err error) {
	dir, err := newFolders(config).kept("crashes")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path = filepath.Join(dir, fmt.Sprintf("%s-%d.txt", at.UTC().Format("20060102-150405"), os.Getpid()))
	if err := fsutil.Replace(path, 0o600, fsutil.Text([]byte(report))); err != nil {
		return "", err
	}
	reports, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	slices.Sort(reports)
	for _, old := range reports[:max(0, len(reports)-keptCrashes)] {
		_ = os.Remove(old)
	}
	return path, nil
}

// SweepUp removes what judges that broke down have left.
func SweepUp(config Config) {
	if dir, err := newFolders(config).temporary(); err == nil {
		sweepScratch(dir)
	}
}
