package environment

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func TestGet(t *testing.T) {
	v := Variables{"A=1", "EMPTY=", "A=2", "B=x=y"}
	for name, want := range map[string]string{"A": "1", "EMPTY": "", "B": "x=y", "C": ""} {
		if got := v.Get(name); got != want {
			t.Errorf("Get(%q) = %q, want %q", name, got, want)
		}
	}
}

// The directories are those that the standard library gives a process with the same variables.
func TestFolders(t *testing.T) {
	for _, set := range []map[string]string{
		{"HOME": "/home/ada"},
		{"HOME": "/home/ada", "XDG_CACHE_HOME": "/cache", "XDG_CONFIG_HOME": "/config", "TMPDIR": "/scratch"},
		{"HOME": "/home/ada", "XDG_CACHE_HOME": "relative", "XDG_CONFIG_HOME": "relative"},
		{"HOME": ""},
	} {
		var v Variables
		for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR"} {
			t.Setenv(name, set[name])
			v = append(v, name+"="+set[name])
		}
		if runtime.GOOS == "windows" {
			v = os.Environ()
		}
		for _, folder := range []struct {
			name      string
			got, want func() (string, error)
		}{{"configurations", v.Configurations, os.UserConfigDir}, {"caches", v.Caches, os.UserCacheDir}} {
			got, gotErr := folder.got()
			want, wantErr := folder.want()
			if got != want || (gotErr == nil) != (wantErr == nil) {
				t.Errorf("%v: %s: got %q, %v; want %q, %v", set, folder.name, got, gotErr, want, wantErr)
			}
		}
		if got, want := v.Temporary(), os.TempDir(); got != want {
			t.Errorf("%v: temporary: got %q, want %q", set, got, want)
		}
	}
}

func TestData(t *testing.T) {
	switch runtime.GOOS {
	case "windows", "darwin":
		t.Skip("the configuration's folder is the data's, too")
	}
	for _, test := range []struct {
		variables Variables
		want      string // "" for an error
	}{
		{Variables{"HOME=/home/ada"}, "/home/ada/.local/share"},
		{Variables{"HOME=/home/ada", "XDG_DATA_HOME=/data"}, "/data"},
		{Variables{"HOME=/home/ada", "XDG_DATA_HOME=relative"}, ""},
		{Variables{}, ""},
	} {
		if got, err := test.variables.Data(); got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%v: got %q, %v; want %q", test.variables, got, err, test.want)
		}
	}
}

func TestLookPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("executables have other names there")
	}
	first, second := t.TempDir(), t.TempDir()
	for _, file := range []struct {
		path string
		mode os.FileMode
	}{{filepath.Join(first, "tool"), 0o644}, {filepath.Join(second, "tool"), 0o755}} {
		if err := os.WriteFile(file.path, nil, file.mode); err != nil {
			t.Fatal(err)
		}
	}
	v := Variables{"PATH=relative::" + first + string(os.PathListSeparator) + second}
	if got, err := v.LookPath("tool"); err != nil || got != filepath.Join(second, "tool") {
		t.Errorf("got %q, %v; want the one in %s, which can be executed", got, err, second)
	}
	if got, err := v.LookPath("nothing"); err == nil {
		t.Errorf("found %q", got)
	}
	// Nothing comes from the process's own environment.
	if _, err := exec.LookPath("sh"); err == nil {
		if got, err := v.LookPath("sh"); err == nil {
			t.Errorf("found %q, which is not in PATH", got)
		}
	}
}

// Only the command line's Main asks the process; everything below it gets data.
func TestOnlyMainAsksTheProcess(t *testing.T) {
	const root = "../../.."
	asks := regexp.MustCompile(`\bos\.(Getenv|LookupEnv|Environ|ExpandEnv|TempDir|UserHomeDir|UserConfigDir|UserCacheDir)\(`)
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		if entry.IsDir() {
			switch name {
			case ".git", "problems", "solutions", "tests", "internal/tools/release", "internal/tools/picture": // not part of the judge
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || name == "internal/ui/cli/main.go" {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(source), "\n") {
			if code, _, _ := strings.Cut(line, "//"); asks.MatchString(code) {
				t.Errorf("%s:%d asks the process: %s", name, i+1, strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
