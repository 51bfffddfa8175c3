package author

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestWithTimeLimit(t *testing.T) {
	for _, test := range []struct{ name, before, want string }{
		{
			"in its place, with comments and order", "# top\nname: Nim # a game\nlimits:\n  # seconds\n  time_limit:   1.0  # was fast\n  memory: 512\nuuid: x\n",
			"# top\nname: Nim # a game\nlimits:\n  # seconds\n  time_limit:   2.0  # was fast\n  memory: 512\nuuid: x\n",
		},
		{"without decimals", "limits:\n    time_limit: 10\n", "limits:\n    time_limit: 2\n"},
		{"as it is", "limits: {time_limit: 2.00}\n", "limits: {time_limit: 2.00}\n"},
		{"other limits", "name: Nim\nlimits:   # of time\n    memory: 512\n", "name: Nim\nlimits:   # of time\n    time_limit: 2\n    memory: 512\n"},
		{"no limits", "name: Nim\n", "name: Nim\nlimits:\n  time_limit: 2\n"},
		{"no end of line", "name: Nim", "name: Nim\nlimits:\n  time_limit: 2\n"},
		{"empty limits", "limits:\nname: Nim\n", "limits:\n  time_limit: 2\nname: Nim\n"},
		{"in braces", "limits: {memory: 512} # MiB\n", "limits: {time_limit: 2, memory: 512} # MiB\n"},
		{"in empty braces", "limits: {}\n", "limits: {time_limit: 2}\n"},
		{"in braces over lines", "limits: {\n  memory: 512,\n  time_limit: 1.5,\n}\n", "limits: {\n  memory: 512,\n  time_limit: 2.0,\n}\n"},
		{"CRLF and a byte-order mark", "\uFEFFname: Nim\r\nlimits:\r\n  memory: 5\r\n", "\uFEFFname: Nim\r\nlimits:\r\n  time_limit: 2\r\n  memory: 5\r\n"},
		{"letters that take several bytes", "name: Ним\nlimits: {\"memory\": 5, time_limit: 1} # é\n", "name: Ним\nlimits: {\"memory\": 5, time_limit: 2} # é\n"},
		{"time_limit of something else", "x: {time_limit: 1}\nlimits:\n  time_limit: 1\n", "x: {time_limit: 1}\nlimits:\n  time_limit: 2\n"},
		{"an alias", "a: &l {time_limit: 1}\nlimits: *l\n", ""},
		{"a list", "limits: [1]\n", ""},
		{"no map", "- 1\n", ""},
		{"no YAML", "limits: [\n", ""},
		{"two documents", "a: 1\n---\nb: 2\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := withTimeLimit([]byte(test.before), 2*time.Second)
			if (err != nil) != (test.want == "") || string(got) != test.want {
				t.Errorf("got %v\n%s\nwant\n%s", err, got, test.want)
			}
		})
	}
}

func FuzzWithTimeLimit(f *testing.F) {
	f.Add("limits:\n  time_limit: 1.0 # x\n")
	f.Add("limits: {a: 1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 || strings.Count(text, "[")+strings.Count(text, "{") > 20 {
			return
		}
		got, err := withTimeLimit([]byte(text), 1500*time.Millisecond)
		if err != nil {
			return
		}
		again, err := withTimeLimit(got, 1500*time.Millisecond)
		if err != nil || string(again) != string(got) {
			t.Errorf("%q became %q, and that %q (%v)", text, got, again, err)
		}
	})
}

func TestWriteTimeLimit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "problem.yaml")
	if err := os.WriteFile(path, []byte("limits: {time_limit: 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false} {
		changed, err := WriteTimeLimit(dir, 500*time.Millisecond)
		if err != nil || changed != want {
			t.Errorf("call %d: changed %v, %v", i, changed, err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != "limits: {time_limit: 0.5}\n" {
		t.Errorf("wrote %q, %v", got, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode is %v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".timelimit"), []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteTimeLimit(dir, time.Second); err == nil || !strings.Contains(err.Error(), ".timelimit") {
		t.Errorf("with a .timelimit: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("the directory holds %v, %v", left, err)
	}
}

// TestWriteTimeLimitBehindLink: a link inside the package is followed, and no file outside is written.
func TestWriteTimeLimitBehindLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need privileges")
	}
	for _, test := range []struct {
		name, real string
		fails      bool
	}{{"inside", "package/shared/limits.yaml", false}, {"outside", "theirs.yaml", true}} {
		t.Run(test.name, func(t *testing.T) {
			parent := t.TempDir()
			dir, file := filepath.Join(parent, "package"), filepath.Join(parent, filepath.FromSlash(test.real))
			const before = "limits: {time_limit: 1}\n"
			if err := errors.Join(os.MkdirAll(filepath.Join(dir, "shared"), 0o755), os.WriteFile(file, []byte(before), 0o644),
				os.Symlink(filepath.Join("..", test.real), filepath.Join(dir, "problem.yaml"))); err != nil {
				t.Fatal(err)
			}
			_, err := WriteTimeLimit(dir, 2*time.Second)
			after, _ := os.ReadFile(file)
			if (err != nil) != test.fails || (string(after) == before) != test.fails {
				t.Errorf("wrote %q, %v", after, err)
			}
			if _, err := os.Readlink(filepath.Join(dir, "problem.yaml")); err != nil {
				t.Errorf("the link is gone: %v", err)
			}
		})
	}
}
