package author

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/changeset"
)

// WriteTimeLimit writes a time limit to the problem.yaml of a package and keeps everything else in it. It reports
// whether the file had to change.
func WriteTimeLimit(dir string, limit time.Duration) (changed bool, err error) {
	for _, other := range []string{".timelimit", "domjudge-problem.ini"} {
		text, err := os.ReadFile(filepath.Join(dir, other))
		if err == nil && (other == ".timelimit" || strings.Contains(string(text), "timelimit")) {
			return false, fmt.Errorf("%s gives a time limit too, which would contradict problem.yaml: delete it there first", other)
		}
	}
	change, err := changeset.Begin(dir)
	if err != nil {
		return false, err
	}
	defer change.Close()
	before, err := os.ReadFile(filepath.Join(dir, "problem.yaml"))
	if err != nil {
		return false, fmt.Errorf("read problem.yaml: %w", err)
	}
	after, err := withTimeLimit(before, limit)
	if err != nil {
		return false, fmt.Errorf("problem.yaml: %w; write limits.time_limit: %s by hand", err, decimal(limit))
	}
	if bytes.Equal(before, after) {
		return false, nil
	}
	name, mode, err := behindLink(dir, "problem.yaml")
	if err == nil {
		err = change.Write(name, mode, fsutil.Text(after))
	}
	if err == nil {
		err = change.Commit()
	}
	return err == nil, err
}

// behindLink resolves a name below the package to the file that it stands for, following a link, and returns that
// file's path and mode.
func behindLink(dir, name string) (string, fs.FileMode, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", 0, err
	}
	file, err := filepath.EvalSymlinks(filepath.Join(dir, name))
	if err != nil {
		return "", 0, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", 0, err
	}
	below, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(below) {
		return "", 0, fmt.Errorf("%s is a link that leads out of the package; put the file itself in its place", name)
	}
	return filepath.ToSlash(below), info.Mode().Perm(), nil
}

// decimal formats seconds as problem.yaml does.
func decimal(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// withTimeLimit changes only the line with the time limit. The new limit keeps the number of decimals
// of the old one.
func withTimeLimit(text []byte, limit time.Duration) ([]byte, error) {
	value := decimal(limit)
	root, err := yamldoc.Open(text)
	if err != nil {
		return nil, err
	}
	if old, found := root.At("limits", "time_limit"); found {
		if seconds, err := strconv.ParseFloat(old.Raw(), 64); err == nil && seconds == limit.Seconds() {
			return text, nil
		}
		if strings.Contains(old.Raw(), ".") && !strings.Contains(value, ".") {
			value += ".0"
		}
	}
	return yamldoc.Set(text, value, "limits", "time_limit")
}
