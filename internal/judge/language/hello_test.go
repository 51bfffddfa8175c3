package language_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
)

// launcher is a command that only leads to another one, in a directory of tools that is first in PATH. It prints a
// version. On every other call it makes a note in the file tries, and then does what it was last told.
type launcher struct {
	t     *testing.T
	tries string
	found string // the path found in PATH
	path  string // what really runs
}

// newLauncher makes a command below a new folder, and a PATH that leads to no other toolchain; target is where a link leads that is found, "" when it is found itself.
func newLauncher(t *testing.T, command, target, version string) *launcher {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs links and scripts")
	}
	dir := t.TempDir()
	l := &launcher{t: t, tries: filepath.Join(dir, "tries"), path: filepath.Join(dir, filepath.FromSlash(command))}
	l.found = l.path
	if target != "" {
		l.path = filepath.Join(dir, filepath.FromSlash(target))
	}
	for _, path := range []string{l.found, l.path} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if target != "" {
		if err := os.Symlink(l.path, l.found); err != nil {
			t.Fatal(err)
		}
	}
	script := "#!/bin/sh\ncase $* in *--version*|*-version*) echo '" + version + "'; exit;; *sysroot*|*sys.prefix*) exit 1;; esac\n" +
		"echo >> " + l.tries + "\n. " + dir + "/does\n"
	if err := os.WriteFile(l.path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	// No interpreter of the machine may answer in its place.
	tools := filepath.Join(dir, "tools")
	if err := os.Mkdir(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"basename", "chmod", "sh"} {
		path, err := exec.LookPath(tool)
		if err == nil {
			err = os.Symlink(path, filepath.Join(tools, tool))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Dir(l.found)+string(os.PathListSeparator)+tools)
	return l
}

// does changes what the launcher does. Its own file stays the same.
func (l *launcher) does(script string) {
	l.t.Helper()
	if err := os.WriteFile(filepath.Join(filepath.Dir(l.tries), "does"), []byte(script), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

func (l *launcher) tried() int {
	text, err := os.ReadFile(l.tries)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		l.t.Fatal(err)
	}
	return len(text)
}

const (
	noDefault  = "echo 'error: rustup could not choose a version of rustc to run.' >&2; exit 1"
	noVersion  = "echo \"$(basename $0): version is not installed\" >&2; exit 1"
	noReading  = "echo \"can't open file 'site.py': Permission denied\" >&2; exit 126"
	likeRustc  = "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done; printf '#!/bin/sh\\n' > $out; chmod +x $out"
	likePython = "exit 0"
)

// A launcher that prints a version and leads nowhere is not a toolchain: the submission is not blamed, and the user
// learns what to type. As soon as it leads somewhere it is one, and is not tried again.
func TestLaunchersThatLeadNowhere(t *testing.T) {
	for _, test := range []struct {
		name            string
		command, target string
		version         string
		says, then      string
		file            string
		reason, remedy  string
	}{
		{
			"rustup without a default", "bin/rustc", "bin/rustup", "rustc 1.90.0", noDefault, likeRustc, "a.rs",
			"Rust: rustc does not work: error: rustup could not choose a version of rustc to run", "rustup default stable",
		},
		{
			"pyenv", ".pyenv/shims/python3", "", "Python 3.13.1", noVersion, likePython, "a.py",
			"Python 3: python3 does not work: python3: version is not installed", "pyenv global VERSION",
		},
		{
			"asdf", ".asdf/shims/node", "", "v22.1.0", noVersion, likePython, "a.js",
			"JavaScript: node does not work: node: version is not installed", "asdf list",
		},
		{
			"nvm", ".nvm/versions/node/v22/bin/node", "", "v22.1.0", noVersion, likePython, "a.js",
			"JavaScript: node does not work", "nvm install",
		},
		{
			"an interpreter that may not be read", "bin/perl", "", "(v5.36.0)", noReading, likePython, "a.pl",
			"Perl: perl does not work: can't open file 'site.py': Permission denied", "perl",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := newLauncher(t, test.command, test.target, test.version)
			l.does(test.says)
			build := func() error {
				_, err := newBuilder(t, shared, "").Build(t.Context(), &box{t: t}, source(map[string]string{test.file: "print 1\n"}), limits)
				return err
			}
			var missing *language.MissingError
			if err := build(); !errors.As(err, &missing) {
				t.Fatalf("%v, want a missing toolchain", err)
			}
			if !strings.HasPrefix(missing.Error(), test.reason) || strings.HasSuffix(missing.Error(), ".") || !strings.Contains(missing.Install, test.remedy) {
				t.Errorf("%v; %s\nwant %s…; …%s…", missing, missing.Install, test.reason, test.remedy)
			}
			listed := ""
			for _, status := range newBuilder(t, shared, "").Inspect(t.Context(), inBox(t)) {
				if status.Path == l.found {
					listed = status.Language.Name + ": " + status.Reason
				}
			}
			if listed != missing.Error() {
				t.Errorf("the list of languages says %q", listed)
			}

			l.does(test.then)
			if err := build(); err != nil {
				t.Fatalf("mended: %v", err)
			}
			tried := l.tried()
			if err := build(); err != nil || l.tried() != tried {
				t.Errorf("a build that is known: %v, and the tool was started %d times", err, l.tried()-tried)
			}
			elsewhere := newBuilder(t, shared, "")
			elsewhere.Tier = sandbox.NotIsolated
			_, err := elsewhere.Build(t.Context(), &box{t: t}, source(map[string]string{test.file: "print 1\n"}), limits)
			if err != nil || l.tried() == tried {
				t.Errorf("in boxes of another tier it is not tried again: %v", err)
			}
		})
	}
}

// Every toolchain on this machine works, unless a launcher leads nowhere, and is tried once.
func TestHello(t *testing.T) {
	for _, status := range newBuilder(t, shared, "").Inspect(t.Context(), inBox(t)) {
		switch {
		case status.Path == "" || status.Missing == "":
		case status.Language.Tested && !strings.Contains(status.Install, " default ") && !strings.Contains(status.Install, " global "):
			t.Errorf("%s: %s", status.Language.ID, status.Reason)
		default:
			t.Logf("%s: %s; %s", status.Language.ID, status.Reason, status.Install)
		}
	}
	again := &box{t: t}
	statuses := newBuilder(t, shared, "").Inspect(t.Context(), func(_ context.Context, do func(sandbox.Box) error) error { return do(again) })
	broken := slices.ContainsFunc(statuses, func(s language.Status) bool { return s.Path != "" && s.Missing != "" })
	if len(again.runs) > 0 && !broken {
		t.Errorf("%d runs the second time, the first %v", len(again.runs), again.runs[0].Args)
	}
}
