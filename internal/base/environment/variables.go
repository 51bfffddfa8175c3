package environment

import (
	"cmp"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"grundy/internal/base/fsutil"
)

// Variables are environment variables in the form of os.Environ: "KEY=value". The first one of a key counts.
type Variables []string

// Get returns the value of a variable, "" if it is not set.
func (v Variables) Get(name string) string {
	for _, variable := range v {
		key, value, _ := strings.Cut(variable, "=")
		if isSame(key, name) {
			return value
		}
	}
	return ""
}

// isSame reports whether two keys name the same variable.
func isSame(key, name string) bool {
	return key == name || runtime.GOOS == "windows" && strings.EqualFold(key, name)
}

const (
	// untrusted is the variable for the directories that Guarded removed from PATH.
	untrusted = "GRUNDY_UNTRUSTED_PATH"
	// trustAll keeps PATH unchanged if it is "true".
	trustAll = "GRUNDY_TRUST_PATH"
)

// Guarded returns the variables with a PATH whose programs only the user, and those whom the administrator
// permits, can change: without relative directories, and without directories that every user may write to.
func (v Variables) Guarded() Variables {
	if v.Get(trustAll) == "true" {
		return v
	}
	var kept, left []string
	for _, dir := range filepath.SplitList(v.Get("PATH")) {
		switch {
		case !filepath.IsAbs(dir):
		case v.isOfWindows(dir) || fsutil.ClosedToAll(dir) == nil:
			kept = append(kept, dir)
		default:
			left = append(left, dir)
		}
	}
	var guarded Variables
	for _, variable := range v {
		if key, _, _ := strings.Cut(variable, "="); !isSame(key, "PATH") && (len(left) == 0 || !isSame(key, untrusted)) {
			guarded = append(guarded, variable)
		}
	}
	const separator = string(filepath.ListSeparator)
	if len(kept) > 0 {
		guarded = append(guarded, "PATH="+strings.Join(kept, separator))
	}
	if len(left) > 0 {
		guarded = append(guarded, untrusted+"="+strings.Join(left, separator))
	}
	return guarded
}

// isOfWindows reports whether a directory of WSL is on a Windows drive, whose permissions its mode does not show.
func (v Variables) isOfWindows(dir string) bool {
	return v.Get("WSL_DISTRO_NAME") != "" && strings.HasPrefix(dir, "/mnt/")
}

// Untrusted reports a command in a directory that Guarded removed from PATH, where LookPath does not find it; nil
// if there is none.
func (v Variables) Untrusted(name string) error {
	for _, dir := range filepath.SplitList(v.Get(untrusted)) {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return &UntrustedError{path, cmp.Or(fsutil.ClosedToAll(dir), exec.ErrNotFound)}
		}
	}
	return nil
}

// UntrustedError says that a program is not run because another user may have put it there.
type UntrustedError struct {
	path string
	err  error
}

func (e *UntrustedError) Error() string { return e.path + " is not run, since " + e.err.Error() }

// Hint returns the remedy.
func (e *UntrustedError) Hint() string {
	return "chmod o-w what others may write to, or set " + trustAll + "=true if you trust all users of this machine"
}

// LookPath finds the executable of a command in PATH.
func (v Variables) LookPath(name string) (string, error) {
	for _, dir := range filepath.SplitList(v.Get("PATH")) {
		// Like os/exec, do not find a file in the current directory by its name alone.
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}
