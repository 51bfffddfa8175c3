package filewatch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"grundy/internal/store/filewatch"
	"grundy/tests/suite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds what should take 40 ms.
const patience = time.Minute

func watch(t *testing.T, paths ...string) *filewatch.Watcher {
	t.Helper()
	w, err := filewatch.Watch(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// await waits until a file is reported as saved and contains a text. On a slow machine, the contents in between may be
// reported too, but nothing else.
func await(t *testing.T, w *filewatch.Watcher, path, text string, between ...string) {
	t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case got := <-w.Saved():
			now, err := os.ReadFile(path)
			if got == path && err == nil && string(now) == text {
				return
			}
			allowed := false
			for _, other := range between {
				allowed = allowed || got == path && string(now) == other
			}
			if !allowed {
				t.Fatalf("%s was saved with %q (%v), want %s with %q", got, now, err, path, text)
			}
		case <-deadline:
			t.Fatalf("nobody said that %s was saved with %q", path, text)
		}
	}
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// The watcher notices every way in which editors save. The test uses them one after the other on the same file, so that
// none may make the watcher lose it.
func TestWaysOfSaving(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.cpp")
	suite.Write(t, path, "one 0\n")
	w := watch(t, path)
	ways := []struct {
		name, program string
		save          func(t *testing.T, text string)
	}{
		{"truncate and write", "", func(t *testing.T, text string) { suite.Write(t, path, text) }},
		{"two writes", "", func(t *testing.T, text string) {
			file, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			for _, part := range []string{text[:3], text[3:]} {
				if _, err := file.WriteString(part); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Millisecond)
			}
		}},
		{"rename over it", "", func(t *testing.T, text string) {
			suite.Write(t, path+".new", text)
			if err := os.Rename(path+".new", path); err != nil {
				t.Fatal(err)
			}
		}},
		{"move it away and write anew", "", func(t *testing.T, text string) {
			if err := os.Rename(path, path+"~"); err != nil {
				t.Fatal(err)
			}
			suite.Write(t, path, text)
		}},
		{"remove and write anew", "", func(t *testing.T, text string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			suite.Write(t, path, text)
		}},
		{"sed", "sed", func(t *testing.T, text string) { run(t, "sed", "-i", "s/.*/"+strings.TrimSpace(text)+"/", path) }},
		{"vim", "vim", func(t *testing.T, text string) {
			run(t, "vim", "-Nu", "NONE", "-es", "-c", "%s/.*/"+strings.TrimSpace(text)+"/", "-c", "wq", path)
		}},
		{"vim with a backup by copy", "vim", func(t *testing.T, text string) {
			run(t, "vim", "-Nu", "NONE", "-es", "-c", "set backup backupcopy=yes", "-c", "%s/.*/"+strings.TrimSpace(text)+"/", "-c", "wq", path)
		}},
		{"vim with a backup by rename", "vim", func(t *testing.T, text string) {
			run(t, "vim", "-Nu", "NONE", "-es", "-c", "set backup backupcopy=no", "-c", "%s/.*/"+strings.TrimSpace(text)+"/", "-c", "wq", path)
		}},
	}
	for round := range 2 {
		for i, way := range ways {
			t.Run(way.name, func(t *testing.T) {
				if way.program != "" {
					if _, err := exec.LookPath(way.program); err != nil {
						t.Skipf("needs %s", way.program)
					}
				}
				text := strings.Repeat("x", 1+i) + " " + strings.Repeat("y", 1+round) + "\n"
				way.save(t, text)
				await(t, w, path, text, "", text[:3])
			})
		}
	}
}

// Writing the same content is not a save, and neither is a change of other files.
func TestNoSaves(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.cpp")
	suite.Write(t, path, "one")
	w := watch(t, path)
	now := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, now, now); err != nil {
		t.Fatal(err)
	}
	suite.Write(t, filepath.Join(dir, "b.cpp"), "other")
	suite.Write(t, path+"~", "backup")
	suite.Write(t, path+".new", "one")
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	suite.Write(t, path+".new", "two")
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	await(t, w, path, "two")
}

// The files of a directory are watched, including new ones and those in subdirectories.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "several")
	if err := os.Mkdir(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	old, below, fresh := filepath.Join(dir, "a.py"), filepath.Join(inner, "b.py"), filepath.Join(dir, "c.py")
	suite.Write(t, old, "1")
	suite.Write(t, below, "1")
	w := watch(t, dir)
	for _, path := range []string{old, below, fresh} {
		suite.Write(t, path, "2")
		await(t, w, path, "2", "")
	}
}

// The target of a link is watched.
func TestLink(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	target, link := filepath.Join(elsewhere, "real.py"), filepath.Join(dir, "a.py")
	suite.Write(t, target, "1")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	w := watch(t, link)
	suite.Write(t, target+".new", "2")
	if err := os.Rename(target+".new", target); err != nil {
		t.Fatal(err)
	}
	await(t, w, link, "2")
}

func TestMissingFile(t *testing.T) {
	if w, err := filewatch.Watch(filepath.Join(t.TempDir(), "a.py")); err == nil {
		t.Error("a file is watched that is not there")
		_ = w.Close()
	}
}
