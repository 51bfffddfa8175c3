package environment

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
)

// ErrUndefined tells that no variable names a directory.
var ErrUndefined = errors.New("not defined")

// Home is the person's folder, "" when there is none.
func (v Variables) Home() string {
	if runtime.GOOS == "windows" {
		return v.Get("USERPROFILE")
	}
	return v.Get("HOME")
}

// Configurations is the system's folder for what people set up, by the rules of os.UserConfigDir.
func (v Variables) Configurations() (string, error) {
	return v.folder("AppData", "Library/Application Support", "XDG_CONFIG_HOME", ".config")
}

// Caches is the system's folder for what can be made again, by the rules of os.UserCacheDir.
func (v Variables) Caches() (string, error) {
	return v.folder("LocalAppData", "Library/Caches", "XDG_CACHE_HOME", ".cache")
}

// Data is the system's folder for what programs keep for a person: by the XDG rules on Linux and its like, beside the
// configuration on Windows and macOS, where caches may be emptied by the system.
func (v Variables) Data() (string, error) {
	return v.folder("AppData", "Library/Application Support", "XDG_DATA_HOME", ".local/share")
}

// folder is named by a variable on Windows, lies below the home folder on macOS, and elsewhere is named by another
// variable (https://specifications.freedesktop.org/basedir-spec) or lies below the home folder.
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

// Neutral is the working directory for programs that are run for the user. Many look for settings there and in the directories
// above; only the administrator of the machine puts any into this one, which has none above it.
func (v Variables) Neutral() string {
	if runtime.GOOS == "windows" {
		return v.Get("SystemRoot")
	}
	return "/"
}

// Temporary is the system's folder for temporary files, by the rules of os.TempDir.
func (v Variables) Temporary() string {
	if runtime.GOOS == "windows" {
		return cmp.Or(v.Get("TMP"), v.Get("TEMP"), v.Home())
	}
	return cmp.Or(v.Get("TMPDIR"), "/tmp")
}
