package environment

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
)

// ErrUndefined says that no variable names a directory.
var ErrUndefined = errors.New("not defined")

// Home is the user's home directory, "" if there is none.
func (v Variables) Home() string {
	if runtime.GOOS == "windows" {
		return v.Get("USERPROFILE")
	}
	return v.Get("HOME")
}

// Configurations is the system's directory for configuration, by the rules of os.UserConfigDir.
func (v Variables) Configurations() (string, error) {
	return v.folder("AppData", "Library/Application Support", "XDG_CONFIG_HOME", ".config")
}

// Caches is the system's directory for caches, by the rules of os.UserCacheDir.
func (v Variables) Caches() (string, error) {
	return v.folder("LocalAppData", "Library/Caches", "XDG_CACHE_HOME", ".cache")
}

// Data is the system's directory for user data: by the XDG rules on Linux and its like, beside the configuration
// on Windows and macOS, where the system may empty caches.
func (v Variables) Data() (string, error) {
	return v.folder("AppData", "Library/Application Support", "XDG_DATA_HOME", ".local/share")
}

// folder is a directory named by a variable on Windows, below the home directory on macOS, and elsewhere named by
// another variable (https://specifications.freedesktop.org/basedir-spec) or below the home directory.
func (v Variables) folder(windows, mac, variable, below string) (string, error) {
	home := v.Home()
	switch dir := v.Get(variable); {
	case runtime.GOOS == "windows":
		if dir := v.Get(windows); dir != "" {
			return dir, nil
		}
		return "", fmt.Errorf("%%%s%% is %w", windows, ErrUndefined)
	case runtime.GOOS != "darwin" && dir != "" && !filepath.IsAbs(dir):
		return "", errors.New("path in $" + variable + " is relative")
	case runtime.GOOS != "darwin" && dir != "":
		return dir, nil
	case home == "":
		return "", fmt.Errorf("$HOME is %w", ErrUndefined)
	case !filepath.IsAbs(home):
		return "", errors.New("path in $HOME is relative")
	case runtime.GOOS == "darwin":
		return filepath.Join(home, mac), nil
	}
	return filepath.Join(home, below), nil
}

// Neutral is the working directory for programs that run for the user. Many programs look for settings there and
// in the directories above. This one has no directory above it, and only the administrator of the machine can
// write to it.
func (v Variables) Neutral() string {
	if runtime.GOOS == "windows" {
		return v.Get("SystemRoot")
	}
	return "/"
}

// Temporary is the system's directory for temporary files, by the rules of os.TempDir.
func (v Variables) Temporary() string {
	if runtime.GOOS == "windows" {
		return cmp.Or(v.Get("TMP"), v.Get("TEMP"), v.Home())
	}
	return cmp.Or(v.Get("TMPDIR"), "/tmp")
}
