package process

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
	"grundy/tests/suite"
)

// What a program leaves is copied up to the bounds, and not a file, a byte or a directory beyond them.
func TestExportBounds(t *testing.T) {
	write := func(path string, size int) {
		t.Helper()
		suite.Write(t, path, strings.Repeat("x", size))
	}
	files, deep := t.TempDir(), t.TempDir()
	write(filepath.Join(files, "a"), 3)
	write(filepath.Join(files, "folder", "b"), 4)
	deepest := filepath.Join(deep, strings.Repeat("f"+string(filepath.Separator), maxDepth), "file")
	write(deepest, 0)
	for _, test := range []struct {
		name, from string
		exporter   exporter
		want       error
	}{
		{"as many as there may be", files, exporter{most: 3}, nil},
		{"one too many", files, exporter{most: 2}, errExportLimit},
		{"as much as there may be", files, exporter{most: 3, limit: 7}, nil},
		{"a byte too much", files, exporter{most: 3, limit: 6}, errExportLimit},
		{"as deep as there may be", deep, exporter{most: maxExported}, nil},
	} {
		if err := test.exporter.export(test.from, t.TempDir()); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	write(filepath.Join(filepath.Dir(deepest), "g", "file"), 0)
	if err := (&exporter{most: maxExported}).export(deep, t.TempDir()); !errors.Is(err, errExportLimit) {
		t.Errorf("a folder too deep: %v", err)
	}
}

// Only the mode of an executable is kept. Files that their owner may not read are copied all the same.
func TestExportModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no such modes")
	}
	from, to := t.TempDir(), t.TempDir()
	want := map[string]os.FileMode{"plain": 0o644, "private": 0o644, "unreadable": 0o644, "program": 0o755, "others' program": 0o755}
	for name, mode := range map[string]os.FileMode{"plain": 0o666, "private": 0o600, "unreadable": 0o222, "program": 0o700, "others' program": 0o611} {
		path := filepath.Join(from, name)
		if err := errors.Join(os.WriteFile(path, []byte(name), 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
	}
	if err := (&exporter{most: len(want)}).export(from, to); err != nil {
		t.Fatal(err)
	}
	for name, mode := range want {
		text, err := os.ReadFile(filepath.Join(to, name))
		info, err2 := os.Stat(filepath.Join(to, name))
		if err := errors.Join(err, err2); err != nil || string(text) != name || info.Mode() != mode {
			t.Errorf("%s: %q, %v, %v; want mode %v", name, text, info, err, mode)
		}
	}
}

// A copy has the requested mode, or that of the file; its owner may write and read it.
func TestCopyIn(t *testing.T) {
	host := filepath.Join(t.TempDir(), "file")
	if err := errors.Join(os.WriteFile(host, nil, 0o600), os.Chmod(host, 0o455)); err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	if err := copyIn([]sandbox.Copy{{Host: host, To: "in/same"}, {Host: host, To: "other", Mode: 0o640}}, work); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		for name, want := range map[string]os.FileMode{"in/same": 0o655, "other": 0o640} {
			if info, err := os.Stat(filepath.Join(work, name)); err != nil || info.Mode() != want {
				t.Errorf("%s: %v, %v; want mode %v", name, info, err, want)
			}
		}
	}
	for _, to := range []string{"../out", "/out", ""} {
		if err := copyIn([]sandbox.Copy{{Host: host, To: to}}, work); err == nil {
			t.Errorf("copied to %q", to)
		}
	}
}

// Nothing is given back if a program has replaced the directory it shared by something else, least of all what a link
// leads to.
func TestGivesNothingElseBack(t *testing.T) {
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, "private"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, replace := range map[string]func(path string) error{
		"nothing": func(string) error { return nil },
		"a file":  func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"a link":  func(path string) error { return os.Symlink(elsewhere, path) },
	} {
		if name == "a link" && runtime.GOOS == "windows" {
			continue // only administrators can create links there
		}
		host := t.TempDir()
		if err := os.WriteFile(filepath.Join(host, "old"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		b := &Box{dir: t.TempDir()}
		mount := sandbox.Mount{Host: host, Writable: true}
		giveBack, err := b.lend(sandbox.Spec{Mounts: []sandbox.Mount{mount}})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.RemoveAll(b.Path(mount)), replace(b.Path(mount)), giveBack()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadDir(host); err != nil || len(left) > 0 {
			t.Errorf("%s: the folder holds %v, %v", name, left, err)
		}
	}
}

// A command is looked up as the program's own environment says, and never relative to the judge.
func TestLookup(t *testing.T) {
	work, first, second := t.TempDir(), t.TempDir(), t.TempDir()
	const name = "command.exe"
	for _, dir := range []string{work, first, second} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(work)
	list := func(dirs ...string) []string {
		return []string{"PATH=nowhere", "OTHER=" + work, "PATH=" + strings.Join(dirs, string(filepath.ListSeparator))}
	}
	for _, test := range []struct {
		name string
		env  []string
		want string
	}{
		{name, list(first, second), filepath.Join(first, name)},
		{name, list("missing", ".", second, first), filepath.Join(second, name)},
		{name, list("."), ""},
		{name, nil, ""},
		{"./" + name, nil, filepath.Join(work, name)},
		{filepath.Join(second, name), nil, filepath.Join(second, name)},
		{"./missing", list(first), ""},
	} {
		got, err := lookup(test.name, test.env, work)
		if got != test.want && test.want != "" || (err == nil) != (test.want != "") {
			t.Errorf("%s with %q: %q, %v; want %q", test.name, test.env, got, err, test.want)
		}
	}
}

// A stream that is a file may be as large as the limit.
func TestOutputHit(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString("12345"); err != nil {
		t.Fatal(err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	for _, test := range []struct {
		stdout, stderr *os.File
		limit          bytesize.Size
		want           bool
	}{
		{file, nil, 4, true},
		{nil, file, 4, true},
		{file, nil, 5, false},
		{file, nil, 0, false},
		{write, nil, 1, false},
		{nil, nil, 1, false},
	} {
		spec := sandbox.Spec{Stdout: test.stdout, Stderr: test.stderr, Limits: sandbox.Limits{Output: test.limit}}
		if got := outputHit(spec); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}
