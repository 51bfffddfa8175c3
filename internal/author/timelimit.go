package author

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"grundy/internal/disk"
	"grundy/internal/yamldoc"
)

// WriteTimeLimit states a time limit in the problem.yaml of a package and leaves everything else in it as it is. It tells
// whether anything had to be changed.
func WriteTimeLimit(dir string, limit time.Duration) (changed bool, err error) {
	for _, other := range []string{".timelimit", "domjudge-problem.ini"} {
		text, err := os.ReadFile(filepath.Join(dir, other))
		if err == nil && (other == ".timelimit" || strings.Contains(string(text), "timelimit")) {
			return false, fmt.Errorf("%s gives a time limit too, which would contradict problem.yaml: delete it there first", other)
		}
	}
	path := filepath.Join(dir, "problem.yaml")
	before, err := os.ReadFile(path)
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
	return true, replaceFile(path, after)
}

// replaceFile gives a file another content, and leaves its mode.
func replaceFile(path string, data []byte) error {
	// Behind a link lies the file that is meant.
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return disk.Replace(path, info.Mode().Perm(), disk.Text(data))
}

// decimal writes seconds as problem.yaml does.
func decimal(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// withTimeLimit changes the one line that has to be changed. The decimals of the old limit stay.
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
