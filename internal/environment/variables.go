package environment

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Variables are those of an environment in the form of os.Environ: "KEY=value". The first one of a key counts.
type Variables []string

// Get gives the value of a variable, "" when it is not set.
func (v Variables) Get(name string) string {
	for _, variable := range v {
		key, value, _ := strings.Cut(variable, "=")
		if key == name || runtime.GOOS == "windows" && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

// LookPath finds the executable of a command in PATH.
func (v Variables) LookPath(name string) (string, error) {
	for _, dir := range filepath.SplitList(v.Get("PATH")) {
		// As for os/exec, what lies in the present folder is not found by its name alone.
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}
