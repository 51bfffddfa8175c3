package changeset_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/changeset"
	"grundy/tests/suite"
)

// processVariable tells a child process, which will be killed, what to do; processFolder tells it
// where.
const (
	processVariable = "GRUNDY_TEST_CHANGESET"
	processFolder   = "GRUNDY_TEST_CHANGESET_IN"
)

func TestMain(m *testing.M) {
	dir := os.Getenv(processFolder)
	switch os.Getenv(processVariable) {
	case "change":
		if err := change(dir, newVersion, gone...); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "recover":
		outcome, err := changeset.Recover(dir)
		fmt.Fprint(os.Stderr, outcome, err)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A package before and after a change: a file replaced, one in its own directory removed, one added in new
// directories.
var (
	oldVersion = map[string]string{
		"problem.yaml": "old", "data/secret/1.in": "one", "data/secret/2.files/x": "two", "data/secret/3.in": "three", "kept": "kept",
	}
	newVersion = map[string]string{"problem.yaml": "new", "data/secret/1.in": "uno", "data/secret/group/deep/4.in": "four"}
	gone       = []string{"data/secret/2.files/x", "data/secret/3.in"}
	newWhole   = map[string]string{"problem.yaml": "new", "data/secret/1.in": "uno", "data/secret/group/deep/4.in": "four", "kept": "kept"}
)

// change changes a package in a deterministic order.
func change(dir string, write map[string]string, remove ...string) error {
	c, err := changeset.Begin(dir)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, name := range remove {
		c.Remove(name)
	}
	for _, name := range []string{"problem.yaml", "data/secret/1.in", "data/secret/group/deep/4.in", "data/secret/1.in/below", "out/x", "in/x", "leaf"} {
		if text, found := write[name]; found {
			if err := c.Write(name, 0o644, fsutil.Text([]byte(text))); err != nil {
				return err
			}
		}
	}
	return c.Commit()
}

// tree lists the content of a directory, including empty directories; a link is "→" and its target.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || file == dir {
			return err
		}
		name, _ := filepath.Rel(dir, file)
		name = filepath.ToSlash(name)
		var text []byte
		switch {
		case entry.IsDir():
			if inside, err := os.ReadDir(file); err != nil || len(inside) > 0 {
				return err
			}
			name += "/"
		case entry.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(file)
			files[name] = "→ " + target
			return err
		default:
			text, err = os.ReadFile(file)
		}
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func expect(t testing.TB, dir string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("the package (-want +got):\n%s", diff)
	}
}

func TestAllOrNothing(t *testing.T) {
	for _, test := range []struct {
		name   string
		write  map[string]string
		remove []string
		fails  bool
		want   map[string]string
	}{
		{"whole", newVersion, gone, false, newWhole},
		{"nothing", nil, nil, false, oldVersion},
		{"a file is missing", newVersion, []string{"data/secret/3.in", "data/secret/none"}, true, oldVersion},
		{"below a file", map[string]string{"problem.yaml": "new", "data/secret/1.in/below": "x"}, gone, true, oldVersion},
		{"a folder", newVersion, []string{"data/secret"}, true, oldVersion},
		{"outside", newVersion, []string{"../x"}, true, oldVersion},
		{"its own folder", newVersion, []string{".grundy-change/lock"}, true, oldVersion},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := suite.WriteAll(t, t.TempDir(), oldVersion)
			err := change(dir, test.write, test.remove...)
			if (err != nil) != test.fails {
				t.Errorf("got %v", err)
			}
			if failed := (*changeset.Error)(nil); test.fails && (!errors.As(err, &failed) || failed.Torn != "") {
				t.Errorf("%v does not say that the package is as it was", err)
			}
			expect(t, dir, test.want)
		})
	}
}

func TestDraft(t *testing.T) {
	dir := suite.WriteAll(t, t.TempDir(), oldVersion)
	c, err := changeset.Begin(dir)
	if err != nil {
		t.Fatal(err)
	}
	draft, err := c.Draft("nim")
	if err != nil {
		t.Fatal(err)
	}
	suite.WriteAll(t, draft, map[string]string{"problem.yaml": "tried", "other": "left"})
	if err := errors.Join(c.Take("nim", "problem.yaml"), c.Commit(), c.Close()); err != nil {
		t.Error(err)
	}
	want := maps.Clone(oldVersion)
	want["problem.yaml"] = "tried"
	expect(t, dir, want)
}

func TestAdd(t *testing.T) {
	dir := suite.WriteAll(t, t.TempDir(), oldVersion)
	for name, taken := range map[string]bool{"kept": true, "out/1.ans": false} {
		c, err := changeset.Begin(dir)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(c.Add(name, 0o644, fsutil.Text([]byte("new"))), c.Commit())
		if errors.Is(err, fs.ErrExist) != taken || (err != nil) != taken {
			t.Errorf("%s: %v", name, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	want := maps.Clone(oldVersion)
	want["out/1.ans"] = "new"
	expect(t, dir, want)
}

// TestLinks: the target of a link outside of the package never changes; links inside work as usual.
func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need privileges")
	}
	for _, test := range []struct {
		name, write, remove string
		fails               bool
	}{
		{"written through a folder", "out/x", "", true},
		{"removed through a folder", "", "out/theirs", true},
		{"a link to a file", "leaf", "", false},
		{"a link to a file, removed", "", "leaf", false},
		{"through a folder inside", "in/x", "", false},
		{"removed through a folder inside", "", "in/1.in", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			theirs := suite.WriteAll(t, t.TempDir(), map[string]string{"theirs": "theirs"})
			dir := suite.WriteAll(t, t.TempDir(), oldVersion)
			for name, target := range map[string]string{"out": theirs, "in": "data/secret", "leaf": filepath.Join(theirs, "theirs")} {
				if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			before := tree(t, dir)
			write := map[string]string{}
			if test.write != "" {
				write[test.write] = "ours"
			}
			var remove []string
			if test.remove != "" {
				remove = append(remove, test.remove)
			}
			err := change(dir, write, remove...)
			if (err != nil) != test.fails {
				t.Errorf("got %v", err)
			}
			if test.fails {
				expect(t, dir, before)
				if !strings.Contains(err.Error(), "out is a link that leads out of the package") || hint.Of(err) == "" {
					t.Errorf("got %v, hint %q", err, hint.Of(err))
				}
			} else if cmp.Equal(before, tree(t, dir)) {
				t.Error("nothing was changed")
			}
			expect(t, theirs, map[string]string{"theirs": "theirs"})
		})
	}
}

// TestOneAtATime: a change excludes others, and a reader does not disturb it.
func TestOneAtATime(t *testing.T) {
	dir := suite.WriteAll(t, t.TempDir(), oldVersion)
	c, err := changeset.Begin(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Write("problem.yaml", 0o644, fsutil.Text([]byte("new"))); err != nil {
		t.Fatal(err)
	}
	if _, err := changeset.Begin(dir); !errors.Is(err, changeset.ErrBusy) {
		t.Errorf("a second one: %v", err)
	}
	if outcome, err := changeset.Recover(dir); outcome != changeset.Nothing || err != nil {
		t.Errorf("somebody who reads: %d, %v", outcome, err)
	}
	if err := errors.Join(c.Commit(), c.Close()); err != nil {
		t.Fatal(err)
	}
	second, err := changeset.Begin(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if got := tree(t, dir); got["problem.yaml"] != "new" || len(got) != len(oldVersion) {
		t.Errorf("the package holds %v", got)
	}
}

// TestReadMeanwhile reads a package while it changes again and again: a reader always sees a single version.
func TestReadMeanwhile(t *testing.T) {
	dir := t.TempDir()
	names := make([]string, 20)
	for i := range names {
		names[i] = fmt.Sprintf("data/secret/%d.in", i)
	}
	write := func(version string) error {
		c, err := changeset.Begin(dir)
		if err != nil {
			return err
		}
		defer c.Close()
		for _, name := range names {
			if err := c.Write(name, 0o644, fsutil.Text([]byte(version))); err != nil {
				return err
			}
		}
		return c.Commit()
	}
	if err := write("0"); err != nil {
		t.Fatal(err)
	}
	changed, reading := make(chan error), make(chan bool)
	go func() {
		var err error
		for i := 1; i <= 15 && err == nil; i++ {
			<-reading // a reader does not wait for a directory that changes all the time
			err = write(fmt.Sprint(i))
		}
		changed <- err
	}()
	for reads := 1; ; reads++ {
		select {
		case reading <- true:
		default:
		}
		found := map[string]bool{}
		changeset.Read(dir, func() {
			clear(found)
			for _, name := range names {
				text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
				found[fmt.Sprint(string(text), err)] = true
			}
		})
		if len(found) != 1 {
			t.Errorf("read %d found versions %v", reads, found)
		}
		select {
		case err := <-changed:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}

func TestReadOnly(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("nothing keeps root from writing")
	}
	dir := suite.WriteAll(t, t.TempDir(), oldVersion)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) }) // or its directory cannot be removed
	if err := change(dir, newVersion); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
	expect(t, dir, oldVersion)
}

// TestHalf: a file whose writing fails is not put in place.
func TestHalf(t *testing.T) {
	dir := suite.WriteAll(t, t.TempDir(), oldVersion)
	c, err := changeset.Begin(dir)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	if err := c.Write("kept", 0o644, func(w io.Writer) error { return errors.Join(fsutil.Text([]byte("ha"))(w), full) }); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	expect(t, dir, oldVersion)
}
