package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"grundy/tests/suite"
)

// counted is a store that considers every file settled, and counts the files that it reads.
type counted struct {
	*Store
	reads int
}

func open(dir string) *counted {
	c := &counted{Store: Open(dir, slog.New(slog.DiscardHandler))}
	c.settled = -time.Hour
	c.sum = func(dir, path string) (string, error) {
		c.reads++
		return Within(dir, path)
	}
	return c
}

func (c *counted) want(t *testing.T, path, text string, reads int) {
	t.Helper()
	sum := sha256.Sum256([]byte(text))
	got, err := c.File("", path)
	if err != nil {
		t.Fatal(err)
	}
	if got != hex.EncodeToString(sum[:]) {
		t.Errorf("%s: got %s, want the digest of %q", path, got, text)
	}
	if c.reads != reads {
		t.Errorf("%s: %d files were read, want %d", path, c.reads, reads)
	}
}

func TestAFileIsReadOnce(t *testing.T) {
	dir, data := t.TempDir(), t.TempDir()
	odd, plain := filepath.Join(data, "a name.in"), filepath.Join(data, "b.in")
	suite.Write(t, odd, "one")
	suite.Write(t, plain, "two")
	first := open(dir)
	first.want(t, odd, "one", 1)
	first.want(t, odd, "one", 1)
	first.want(t, plain, "two", 2)
	first.Close()

	later := open(dir)
	later.want(t, odd, "one", 0)
	later.want(t, plain, "two", 0)
}

func TestWhatChangedIsReadAgain(t *testing.T) {
	changes := map[string]func(path string) error{
		"content of the same size": func(path string) error { return os.WriteFile(path, []byte("new"), 0o644) },
		"another file of the same time": func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			if err := os.WriteFile(path+".new", []byte("new"), 0o644); err != nil {
				return err
			}
			if err := os.Chtimes(path+".new", info.ModTime(), info.ModTime()); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			dir, path := t.TempDir(), filepath.Join(t.TempDir(), "1.in")
			suite.Write(t, path, "old")
			before := open(dir)
			before.want(t, path, "old", 1)
			before.Close()
			time.Sleep(20 * time.Millisecond) // more than the resolution of file times here
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			open(dir).want(t, path, "new", 1)
			before.want(t, path, "new", 2)
		})
	}
}

func TestAFileThatWasJustWrittenIsNotRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.in")
	suite.Write(t, path, "text")
	s := open(t.TempDir())
	s.settled = time.Hour
	s.want(t, path, "text", 1)
	s.want(t, path, "text", 2)
}

func TestDamagedNotesCountAsNone(t *testing.T) {
	damages := map[string]func(text string) string{
		"empty":          func(string) string { return "" },
		"cut off":        func(text string) string { return text[:len(text)-len(notesEnd)-3] },
		"another format": func(text string) string { return strings.Replace(text, "digests 1", "digests 0", 1) },
		"no number":      func(text string) string { return strings.Replace(text, "\n3 ", "\nthree ", 1) },
		"short digest":   func(text string) string { return strings.Replace(text, " 1.in", "1.in", 1) },
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			dir, path := t.TempDir(), filepath.Join(t.TempDir(), "1.in")
			suite.Write(t, path, "old")
			s := open(dir)
			s.want(t, path, "old", 1)
			s.Close()
			notes := s.notes(filepath.Dir(path) + "/")
			text, err := os.ReadFile(notes)
			if err != nil {
				t.Fatal(err)
			}
			suite.Write(t, notes, damage(string(text)))
			open(dir).want(t, path, "old", 1)
		})
	}
}

func TestAFolderThatCannotBeWrittenDoesNoHarm(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	suite.Write(t, file, "")
	s := open(filepath.Join(file, "below"))
	s.want(t, file, "", 1)
	s.want(t, file, "", 1)
	s.Close()
}

func TestAMissingFileIsAnError(t *testing.T) {
	if sum, err := open("").File("", filepath.Join(t.TempDir(), "none")); err == nil || !os.IsNotExist(err) {
		t.Errorf("got %q, %v", sum, err)
	}
}

func TestManyUseAFolderAtOnce(t *testing.T) {
	dir, data := t.TempDir(), t.TempDir()
	const files = 50
	for i := range files {
		suite.Write(t, filepath.Join(data, fmt.Sprint(i)), fmt.Sprint("text ", i))
	}
	var wait sync.WaitGroup
	for range 4 {
		s := Open(dir, slog.New(slog.DiscardHandler)) // as another process does
		s.settled = -time.Hour
		for range 2 {
			wait.Go(func() {
				for i := range files {
					want := sha256.Sum256(fmt.Append(nil, "text ", i))
					if got, err := s.File("", filepath.Join(data, fmt.Sprint(i))); err != nil || got != hex.EncodeToString(want[:]) {
						t.Errorf("%d: %s, %v", i, got, err)
					}
				}
				s.Close()
			})
		}
	}
	wait.Wait()
	s := open(dir)
	s.want(t, filepath.Join(data, "7"), "text 7", 0)
}

func TestNotesAreBounded(t *testing.T) {
	dir := t.TempDir()
	for i := range maxNotes + 1 {
		suite.Write(t, filepath.Join(dir, fmt.Sprint("note", i)), "")
	}
	path := filepath.Join(t.TempDir(), "1.in")
	suite.Write(t, path, "text")
	s := open(dir)
	s.want(t, path, "text", 1)
	s.Close()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > maxNotes {
		t.Errorf("%d notes are left, %v", len(entries), err)
	}
	open(dir).want(t, path, "text", 0)
}

func BenchmarkWarm(b *testing.B) {
	dir, data := b.TempDir(), b.TempDir()
	const files = 400
	for i := range files {
		if err := os.WriteFile(filepath.Join(data, fmt.Sprintf("%03d.in", i)), nil, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	ask := func() *counted {
		s := open(dir)
		for i := range files {
			if _, err := s.File("", filepath.Join(data, fmt.Sprintf("%03d.in", i))); err != nil {
				b.Fatal(err)
			}
		}
		return s
	}
	ask().Close()
	for b.Loop() {
		if s := ask(); s.reads > 0 {
			b.Fatalf("%d files were read", s.reads)
		}
	}
}
