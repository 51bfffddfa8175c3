package author

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

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

// replaceFile writes a file beside another one and puts it in its place.
func replaceFile(path string, data []byte) error {
	// Behind a link lies the file that is meant.
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".problem-*.yaml")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Sync(), file.Close(), os.Chmod(file.Name(), mode))
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
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
