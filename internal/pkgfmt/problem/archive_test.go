package problem

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"grundy/tests/suite"
)

// zipEntry is an entry of a test's archive; names that end in a slash are directories.
type zipEntry struct {
	name, content string
	mode          fs.FileMode
}

func link(name, target string) zipEntry { return zipEntry{name, target, fs.ModeSymlink | 0o777} }

func zipOf(t testing.TB, entries ...zipEntry) string {
	t.Helper()
	var buffer bytes.Buffer
	w := zip.NewWriter(&buffer)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.mode != 0 {
			header.SetMode(e.mode)
		}
		file, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "package.zip")
	if err := os.WriteFile(name, buffer.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// listTree lists the files below a directory with their content, links as "-> target".
func listTree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(full string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, full)
		if err != nil {
			return err
		}
		if item.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(full)
			files[filepath.ToSlash(relative)] = "-> " + target
			return err
		}
		content, err := os.ReadFile(full)
		files[filepath.ToSlash(relative)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestUnpack(t *testing.T) {
	tests := []struct {
		name    string
		entries []zipEntry
		want    map[string]string
	}{
		{"flat", []zipEntry{{name: "a", content: "1"}, {name: "b/", mode: fs.ModeDir | 0o755}, {name: "b/c", content: "2"}}, map[string]string{"a": "1", "b/c": "2"}},
		{"top directory", []zipEntry{{name: "nim/a", content: "1"}, {name: "nim/b/c", content: "2"}}, map[string]string{"a": "1", "b/c": "2"}},
		{"top directory with an entry", []zipEntry{{name: "nim/", mode: fs.ModeDir | 0o755}, {name: "nim/a", content: "1"}}, map[string]string{"a": "1"}},
		{"dot", []zipEntry{{name: "./nim/a", content: "1"}}, map[string]string{"a": "1"}},
		{"data is no top directory", []zipEntry{{name: "data/a", content: "1"}}, map[string]string{"data/a": "1"}},
		{"macOS", []zipEntry{{name: "nim/a", content: "1"}, {name: "__MACOSX/nim/._a"}, {name: "nim/.DS_Store"}}, map[string]string{"a": "1"}},
		{"macOS first", []zipEntry{{name: "__MACOSX/nim/._a"}, {name: "nim/a", content: "1"}}, map[string]string{"a": "1"}},
		{"a single file", []zipEntry{{name: "a", content: "1"}}, map[string]string{"a": "1"}},
		{"two top directories", []zipEntry{{name: "nim/a", content: "1"}, {name: "kayles/a", content: "2"}}, map[string]string{"nim/a": "1", "kayles/a": "2"}},
		{"empty file", []zipEntry{{name: "a"}}, map[string]string{"a": ""}},
		{"names of people", []zipEntry{{name: "ä b", content: "1"}}, map[string]string{"ä b": "1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			into := filepath.Join(t.TempDir(), "deep", "out")
			if err := Unpack(t.Context(), zipOf(t, test.entries...), into); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, listTree(t, into)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnpackLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need privileges on Windows")
	}
	into := filepath.Join(t.TempDir(), "out")
	// The links come before what they name.
	archive := zipOf(t, link("nim/b/l", "../a"), link("nim/m", "b/l"), zipEntry{name: "nim/a", content: "1"})
	if err := Unpack(t.Context(), archive, into); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a": "1", "b/l": "-> ../a", "m": "-> b/l"}, listTree(t, into)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestUnpackArchivesOfWindows holds that backslashes separate directories, and that names in code page 437 are read.
func TestUnpackArchivesOfWindows(t *testing.T) {
	into := filepath.Join(t.TempDir(), "out")
	archive := zipOf(t, zipEntry{name: `sum\`}, zipEntry{name: `sum\in\1.txt`, content: "1"}, zipEntry{name: "sum\\Gr\x94\xe1e.txt", content: "2"})
	if err := Unpack(t.Context(), archive, into); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"in/1.txt": "1", "Größe.txt": "2"}, listTree(t, into)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if name := archiveName(archive); name != "sum" {
		t.Errorf("the package is called %q", name)
	}
}

// TestUnpackRefuses lists archives that must leave nothing behind, and what is said about them.
func TestUnpackRefuses(t *testing.T) {
	tests := []struct {
		name    string
		entries []zipEntry
		want    string
	}{
		{"slip", []zipEntry{{name: "../evil", content: "1"}}, `entry "../evil": the path leads out`},
		{"slip inside", []zipEntry{{name: "nim/../../evil", content: "1"}}, `entry "nim/../../evil": the path leads out`},
		{"absolute", []zipEntry{{name: "/etc/evil", content: "1"}}, `entry "/etc/evil": the path is absolute`},
		{"drive", []zipEntry{{name: "C:/evil", content: "1"}}, `entry "C:/evil": the path is absolute`},
		{"drive without slash", []zipEntry{{name: "c:evil", content: "1"}}, `entry "c:evil": the path is absolute`},
		{"drive alone", []zipEntry{{name: "c:", content: "1"}}, `entry "c:": the path is absolute`},
		{"NUL", []zipEntry{{name: "a\x00b"}}, "the name is not valid"},
		{"slip with backslashes", []zipEntry{{name: `b\..\..\evil`, content: "1"}}, "the path leads out"},
		{"twice", []zipEntry{{name: "a", content: "1"}, {name: "./a", content: "2"}}, `entry "./a": the name stands twice`},
		{"file and directory", []zipEntry{{name: "a", content: "1"}, {name: "a/b", content: "2"}}, `entry "a/b"`},
		{"device", []zipEntry{{name: "a", mode: fs.ModeDevice | 0o644}}, "neither a file nor a directory"},
		{"pipe", []zipEntry{{name: "a", mode: fs.ModeNamedPipe | 0o644}}, "neither a file nor a directory"},
		{"link out", []zipEntry{link("a", "../evil")}, `the link to "../evil" leads out`},
		{"link to an absolute path", []zipEntry{link("a", "/etc/passwd")}, `the link to "/etc/passwd" leads out`},
		{"link to the path of a file in it", []zipEntry{{name: "b"}, link("a", "/b")}, `the link to "/b" leads out`},
		{"link to a drive", []zipEntry{{name: "c:", mode: fs.ModeDir | 0o755}, link("a", "c:b")}, `c:`},
		{"link with a backslash", []zipEntry{{name: "b"}, link("a", `.\b`)}, `leads out`},
		{"link by way of a link", []zipEntry{{name: "s/f"}, link("d/e/l", "../../s"), link("m", "d/e/l/../../x")}, "leads out"},
		{"link to nothing", []zipEntry{{name: "b"}, link("a", "c")}, `the link to "c" leads nowhere`},
		{"link to itself", []zipEntry{{name: "b"}, link("a", "a")}, `entry "a"`},
		{"file through a link", []zipEntry{link("a", "b"), {name: "b/c"}, {name: "a/d", content: "1"}}, `entry "a"`},
		{"deep path", []zipEntry{{name: "a"}, {name: strings.Repeat("d/", 1000) + "x"}}, "the path is too long"},
		{"deep directory", []zipEntry{{name: "a"}, {name: strings.Repeat("d/", MaxDepth+2), mode: fs.ModeDir | 0o755}}, "the path is too long"},
		{"deep link", []zipEntry{{name: "a"}, link(strings.Repeat("d/", MaxDepth+1)+"x", "y")}, "the path is too long"},
		{"nothing", nil, "it is empty"},
		{"directory alone", []zipEntry{{name: "nim/", mode: fs.ModeDir | 0o755}}, "it is empty"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.Contains(test.name, "link") {
				t.Skip("symbolic links need privileges on Windows")
			}
			parent := t.TempDir()
			archive := zipOf(t, test.entries...)
			err := Unpack(t.Context(), archive, filepath.Join(parent, "in", "out"))
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "package.zip") {
				t.Errorf("got error %v, want %q and the archive's name", err, test.want)
			}
			if left := listTree(t, parent); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestUnpackLimits(t *testing.T) {
	zeros := strings.Repeat("\x00", 100_000)
	limits := archiveLimits{entries: 2, bytes: 150_000, freely: 50_000, ratio: 10}
	tests := []struct {
		name    string
		entries []zipEntry
		limits  func(*archiveLimits)
		want    string
	}{
		{"entries", []zipEntry{{name: "a"}, {name: "b"}, {name: "c"}}, nil, "3 entries are more than the 2 allowed"},
		{"ratio", []zipEntry{{name: "a", content: zeros}}, nil, "would unpack to more than the 50000 bytes allowed"},
		{"total", []zipEntry{{name: "a", content: zeros}, {name: "b", content: zeros}}, func(l *archiveLimits) { l.ratio = 1 << 30 }, `entry "b": with it the archive would unpack to more than the 150000`},
		{"within", []zipEntry{{name: "a", content: zeros}}, func(l *archiveLimits) { l.freely = 100_000 }, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			limits := limits
			if test.limits != nil {
				test.limits(&limits)
			}
			err := unpack(t.Context(), zipOf(t, test.entries...), filepath.Join(t.TempDir(), "out"), limits)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// Unpacking an archive can be cancelled at each file, and within one.
func TestUnpackEndsWithItsContext(t *testing.T) {
	var files []zipEntry
	for i := range 10 {
		files = append(files, zipEntry{name: fmt.Sprint(i), content: "x"})
	}
	for name, archive := range map[string]string{
		"many files": zipOf(t, files...), "a large one": zipOf(t, zipEntry{name: "a", content: strings.Repeat("x", 1<<20)}),
	} {
		parent := t.TempDir()
		ctx := suite.Ending(t.Context(), 5)
		if err := Unpack(ctx, archive, filepath.Join(parent, "out")); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", name, err)
		}
		if left := listTree(t, parent); len(left) > 0 {
			t.Errorf("%s: left behind: %v", name, left)
		}
	}
}

// TestUnpackDoesNotTrustAnnouncedSizes changes the size in the archive's directory.
func TestUnpackDoesNotTrustAnnouncedSizes(t *testing.T) {
	name := zipOf(t, zipEntry{name: "a", content: strings.Repeat("x", 1<<16)})
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	entry := bytes.LastIndex(data, []byte("PK\x01\x02"))
	copy(data[entry+24:], []byte{1, 0, 0, 0})
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	into := filepath.Join(t.TempDir(), "out")
	if err := Unpack(t.Context(), name, into); err == nil {
		t.Error("want an error for an entry that is larger than announced")
	}
	if _, err := os.Stat(into); err == nil {
		t.Error("a directory was left behind")
	}
}

// TestWriteTakesTheSizeAtItsWord: a file that grows or shrinks while it is read is refused.
func TestWriteTakesTheSizeAtItsWord(t *testing.T) {
	for content, good := range map[string]bool{"12345": true, "1234": false, "123456": false, "1234567": false} {
		err := writeTree(filepath.Join(t.TempDir(), "out"), func(tree *tree) error {
			return tree.write("a", strings.NewReader(content), 5, 0o644)
		})
		if (err == nil) != good || err != nil && !strings.Contains(err.Error(), "a: want 5 bytes, got ") {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func TestUnpackKeepsWhatIsThere(t *testing.T) {
	into := t.TempDir()
	if err := Unpack(t.Context(), zipOf(t, zipEntry{name: "a"}), into); err == nil || !strings.Contains(err.Error(), "exist") {
		t.Errorf("got %v, want an error that the directory exists", err)
	}
	if err := Unpack(t.Context(), filepath.Join(into, "no.zip"), filepath.Join(into, "out")); err == nil {
		t.Error("want an error for a missing archive")
	}
	broken := filepath.Join(into, "broken.zip")
	if err := os.WriteFile(broken, []byte("PK, not really"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Unpack(t.Context(), broken, filepath.Join(into, "out")); err == nil || !strings.Contains(err.Error(), "broken.zip") {
		t.Errorf("got %v, want an error that names the archive", err)
	}
}

func TestBuildAndRunCanBeExecuted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no run bits")
	}
	files := fstest.MapFS{
		"v/build": {Data: []byte("#!/bin/sh\n"), Mode: 0o444},
		"v/run":   {Mode: 0o444},
		"v/tool":  {Mode: 0o755},
		"v/a.c":   {Mode: 0o444},
	}
	fromFS, fromZip := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "out")
	if err := UnpackFS(files, fromFS); err != nil {
		t.Fatal(err)
	}
	if err := Unpack(t.Context(), zipOf(t, zipEntry{name: "p/v/build"}, zipEntry{name: "p/v/run"}, zipEntry{name: "p/v/tool", mode: 0o755}, zipEntry{name: "p/v/a.c"}), fromZip); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{fromFS, fromZip} {
		for name, want := range map[string]fs.FileMode{"build": 0o755, "run": 0o755, "tool": 0o755, "a.c": 0o644} {
			info, err := os.Stat(filepath.Join(dir, "v", name))
			if err != nil || info.Mode().Perm()&0o100 != want&0o100 {
				t.Errorf("%s: got %v (error %v), want %v", name, info.Mode(), err, want)
			}
		}
	}
	if err := UnpackFS(files, fromFS); err == nil {
		t.Error("want an error for a directory that exists")
	}
}

// FuzzUnpack checks that no archive writes outside the directory, panics, or leaves something behind when it is
// refused.
func FuzzUnpack(f *testing.F) {
	for _, entries := range [][]zipEntry{
		{{name: "nim/a", content: "1"}}, {{name: "../a"}}, {link("a", "b"), {name: "b"}}, {{name: "a"}, {name: "a/b"}},
	} {
		data, err := os.ReadFile(zipOf(f, entries...))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		parent := t.TempDir()
		name := filepath.Join(parent, "a.zip")
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
		err := unpack(t.Context(), name, filepath.Join(parent, "out"), archiveLimits{entries: 100, bytes: 1 << 20, freely: 1 << 20, ratio: 10})
		entries, listErr := os.ReadDir(parent)
		if listErr != nil {
			t.Fatal(listErr)
		}
		for _, e := range entries {
			if e.Name() != "a.zip" && (err != nil || e.Name() != "out") {
				t.Errorf("left behind: %s (error %v)", e.Name(), err)
			}
		}
	})
}
