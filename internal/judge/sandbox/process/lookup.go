package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// lookup finds a command's executable. A path is relative to the working directory; a name is looked up in PATH of
// the program's own environment.
func lookup(name string, env []string, work string) (string, error) {
	if filepath.Base(name) != name {
		if !filepath.IsAbs(name) {
			name = filepath.Join(work, name)
		}
		return exec.LookPath(name)
	}
	for _, dir := range filepath.SplitList(variable(env, "PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%q: %w", name, os.ErrNotExist)
}

// variable returns the last value of an environment variable.
func variable(env []string, name string) string {
	last := ""
	for _, entry := range env {
		if key, value, ok := strings.Cut(entry, "="); ok && key == name {
			last = value
		}
	}
	return last
}
