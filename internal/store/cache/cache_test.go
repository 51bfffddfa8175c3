package cache

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/store/digest"

	"pgregory.net/rapid"
)

func open(t *testing.T, dir string) (*Cache, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	c := Open(dir, t.TempDir(), slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c, &log
}

func write(name, text string) func(dir string) error {
	return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600) }
}

func key(text string) Key { return NewHash("test").Text(text).Key() }

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPutThenGet(t *testing.T) {
	c, _ := open(t, filepath.Join(t.TempDir(), "not", "yet", "there"))
	if _, found := c.Get(key("a")); found {
		t.Fatal("an entry was found in an empty cache")
	}
	if _, err := c.Put(key("a"), write("out", "first")); err != nil {
		t.Fatal(err)
	}
	again, _ := open(t, c.dir)
	dir, found := again.Get(key("a"))
	if !found || read(t, dir, "out") != "first" {
		t.Fatalf("the entry was not found again: %q, %v", dir, found)
	}
	if _, found := again.Get(key("b")); found {
		t.Error("another key found the entry")
	}
	again.Remove(key("a"))
	if _, found := c.Get(key("a")); found {
		t.Error("a removed entry was found")
	}
}

func TestModesAreReadableWhateverTheUmask(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no mode bits")
	}
	c, _ := open(t, t.TempDir())
	dir, err := c.Put(key("a"), func(dir string) error {
		return errors.Join(os.Mkdir(filepath.Join(dir, "sub"), 0o700),
			os.WriteFile(filepath.Join(dir, "sub", "program"), nil, 0o700), os.WriteFile(filepath.Join(dir, "text"), nil, 0o600))
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{".": 0o755, "sub": 0o755, "sub/program": 0o755, "text": 0o644} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", name, got, want)
		}
	}
}

func TestFailedFillLeavesNothing(t *testing.T) {
	c, _ := open(t, t.TempDir())
	fault := errors.New("fault")
	_, err := c.Put(key("a"), func(dir string) error { return errors.Join(write("out", "half")(dir), fault) })
	if !errors.Is(err, fault) {
		t.Fatalf("got %v", err)
	}
	if _, found := c.Get(key("a")); found {
		t.Error("a failed entry is visible")
	}
	if left, _ := filepath.Glob(filepath.Join(c.dir, temporaryDir, "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestSymlinksAreRefused(t *testing.T) {
	c, _ := open(t, t.TempDir())
	_, err := c.Put(key("a"), func(dir string) error { return os.Symlink("/etc/passwd", filepath.Join(dir, "link")) })
	if err == nil {
		t.Error("an entry with a link was kept")
	}
}

func TestDamagedEntriesAreInvisibleAndReplaced(t *testing.T) {
	damages := map[string]func(entry string) error{
		"truncated file": func(e string) error { return os.Truncate(filepath.Join(e, filesDir, "out"), 2) },
		"missing file":   func(e string) error { return os.Remove(filepath.Join(e, filesDir, "out")) },
		"directory for a file": func(e string) error {
			p := filepath.Join(e, filesDir, "out")
			return errors.Join(os.Remove(p), os.Mkdir(p, 0o755))
		},
		"other bytes": func(e string) error { return os.WriteFile(filepath.Join(e, filesDir, "out"), []byte("wrong"), 0o644) },
		"other bytes of an earlier time": func(e string) error {
			p := filepath.Join(e, filesDir, "out")
			info, err := os.Stat(p)
			if err != nil {
				return err
			}
			return errors.Join(os.WriteFile(p, []byte("wrong"), 0o644), os.Chtimes(p, info.ModTime(), info.ModTime().Add(-time.Second)))
		},
		"other bytes in another file": func(e string) error {
			p := filepath.Join(e, filesDir, "out")
			return errors.Join(os.Remove(p), os.WriteFile(p, []byte("wrong"), 0o644))
		},
		"bytes that a disk lost": func(e string) error {
			p := filepath.Join(e, filesDir, "out")
			if err := os.WriteFile(p, []byte("wrong"), 0o644); err != nil {
				return err
			}
			m, err := readManifest(filepath.Join(e, manifestName))
			if err != nil {
				return err
			}
			stamp, err := digest.Stamp(p)
			if err != nil {
				return err
			}
			m.Files["out"] = stamp + " " + digestIn(m.Files["out"]) // as if no time had changed
			m.Checked = m.Checked.Add(-checkAge)
			return m.write(filepath.Join(e, manifestName))
		},
		"missing manifest":   func(e string) error { return os.Remove(filepath.Join(e, manifestName)) },
		"truncated manifest": func(e string) error { return os.Truncate(filepath.Join(e, manifestName), 3) },
		"empty manifest":     func(e string) error { return os.Truncate(filepath.Join(e, manifestName), 0) },
		"null manifest":      func(e string) error { return os.WriteFile(filepath.Join(e, manifestName), []byte("null"), 0o600) },
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			c, _ := open(t, t.TempDir())
			if _, err := c.Put(key("a"), write("out", "whole")); err != nil {
				t.Fatal(err)
			}
			if err := damage(entryDir(c.dir, key("a"))); err != nil {
				t.Fatal(err)
			}
			if _, found := c.Get(key("a")); found {
				t.Fatal("a damaged entry is visible")
			}
			dir, err := c.Put(key("a"), write("out", "mended"))
			if err != nil {
				t.Fatal(err)
			}
			if got := read(t, dir, "out"); got != "mended" {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Only files that look changed are read, and only once: those of a copied cache have other times but the same content.
func TestFilesAreReadWhenTheyLookChanged(t *testing.T) {
	c, _ := open(t, t.TempDir())
	if _, err := c.Put(key("a"), write("out", "whole")); err != nil {
		t.Fatal(err)
	}
	entry := entryDir(c.dir, key("a"))
	file := filepath.Join(entry, filesDir, "out")
	reads := func() (fresh bool) {
		t.Helper()
		m, err := readManifest(filepath.Join(entry, manifestName))
		if err != nil {
			t.Fatal(err)
		}
		whole, fresh := m.holds(filepath.Dir(file), time.Now())
		if _, found := c.Get(key("a")); !whole || !found {
			t.Error("an entry is taken for damaged")
		}
		return fresh
	}
	if reads() {
		t.Error("a file that nobody touched is read")
	}
	if err := errors.Join(os.Rename(file, file+"-"), os.WriteFile(file, []byte("whole"), 0o644), os.Remove(file+"-")); err != nil {
		t.Fatal(err)
	}
	if !reads() || reads() {
		t.Error("a copy is not read, or more than once")
	}
}

func TestUnwritableCacheDegrades(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	readOnly := t.TempDir()
	if err := os.Chmod(readOnly, 0o555); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		dir  string
		fail error // of the first call of fill
		root bool  // whether it also happens to root, who may ignore modes
	}{
		"read-only": {dir: readOnly},
		"a file":    {dir: filepath.Join(file, "below"), root: true},
		"full disk": {dir: t.TempDir(), fail: fmt.Errorf("export: %w", syscall.ENOSPC), root: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if os.Getuid() == 0 && !test.root {
				t.Skip("root may write everywhere")
			}
			c, log := open(t, test.dir)
			fail := test.fail
			fill := func(dir string) error {
				if err := fail; err != nil {
					fail = nil
					return err
				}
				return write("out", "text")(dir)
			}
			dir, err := c.Put(key("a"), fill)
			if err != nil {
				t.Fatal(err)
			}
			if read(t, dir, "out") != "text" || strings.HasPrefix(dir, test.dir) {
				t.Errorf("kept in %s", dir)
			}
			if _, found := c.Get(key("a")); !found {
				t.Error("not found during the run")
			}
			if _, err := c.Put(key("b"), fill); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(log.String(), "cache cannot be written"); got != 1 {
				t.Errorf("%d warnings:\n%s", got, log)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
				t.Error("the temporary entry outlives the run")
			}
		})
	}
}

func TestNoFolderIsATemporaryCache(t *testing.T) {
	c, log := open(t, "")
	if _, err := c.Put(key("a"), write("out", "text")); err != nil {
		t.Fatal(err)
	}
	if _, found := c.Get(key("a")); !found || log.Len() > 0 {
		t.Errorf("found %v, log %q", found, log)
	}
}

func TestConcurrentPutsAgree(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			c := Open(dir, t.TempDir(), slog.New(slog.DiscardHandler)) // one cache each, as separate processes have
			entry, err := c.Put(key("a"), func(dir string) error {
				return errors.Join(write("one", fmt.Sprint(i))(dir), write("two", fmt.Sprint(i))(dir))
			})
			if err != nil {
				t.Error(err)
				return
			}
			one, err1 := os.ReadFile(filepath.Join(entry, "one"))
			two, err2 := os.ReadFile(filepath.Join(entry, "two"))
			if err1 != nil || err2 != nil || string(one) != string(two) {
				t.Errorf("mixed entry: %q %q %v %v", one, two, err1, err2)
			}
		})
	}
	group.Wait()
}

func TestPrune(t *testing.T) {
	c, _ := open(t, t.TempDir())
	now := time.Now()
	const each = bytesize.Size(100 + overhead)
	for name, minutes := range map[string]int{"fresh": 1, "hour": 60, "week": 7 * 24 * 60, "old": 60 * 24 * 60} {
		fillEntry(t, c.dir, name, 100, now.Add(-time.Duration(minutes)*time.Minute))
	}
	user, _ := open(t, c.dir)
	draft := filepath.Join(c.dir, temporaryDir, "crashed")
	if err := os.Mkdir(draft, 0o700); err != nil {
		t.Fatal(err)
	}
	old := now.Add(-48 * time.Hour)
	if err := os.Chtimes(draft, old, old); err != nil {
		t.Fatal(err)
	}

	visible := func() string {
		var names []string
		for _, name := range []string{"fresh", "hour", "week", "old"} {
			if _, found := intact(entryDir(c.dir, key(name))); found {
				names = append(names, name)
			}
		}
		return strings.Join(names, " ")
	}
	steps := []struct {
		size bytesize.Size
		age  time.Duration
		use  string // by another process, before
		want string
	}{
		{3 * each, DefaultAge, "", "fresh hour week"},
		{2 * each, DefaultAge, "", "fresh hour"},
		{0, DefaultAge, "hour", "hour"},
		{0, 0, "", "hour"},
	}
	for _, step := range steps {
		if step.use != "" {
			if _, found := user.Get(key(step.use)); !found {
				t.Fatalf("%s is not there", step.use)
			}
		}
		prune(c.dir, step.size, step.age, now)
		if got := visible(); got != step.want {
			t.Errorf("size %d, age %v: left %q, want %q", step.size, step.age, got, step.want)
		}
	}
	if _, err := os.Stat(draft); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a crashed draft was not swept")
	}
	if err := user.Close(); err != nil {
		t.Fatal(err)
	}
	prune(c.dir, 0, DefaultAge, now)
	if got := visible(); got != "" {
		t.Errorf("%q stays although nobody uses it", got)
	}
}

// fillEntry makes an unused entry of so many bytes, as if by a process that has ended.
func fillEntry(t *testing.T, dir, name string, size int64, used time.Time) {
	t.Helper()
	c := Open(dir, t.TempDir(), slog.New(slog.DiscardHandler))
	_, err := c.Put(key(name), func(dir string) error {
		path := filepath.Join(dir, "out")
		return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, size))
	})
	if err := errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(entryDir(dir, key(name)), manifestName), used, used); err != nil {
		t.Fatal(err)
	}
}

// Filling the cache within a day exceeds its size by at most a sixteenth.
func TestSizeIsKept(t *testing.T) {
	const size = 32 * bytesize.MiB
	dir := t.TempDir()
	for i := range 100 {
		c := Open(dir, t.TempDir(), slog.New(slog.DiscardHandler))
		c.size = size
		_, err := c.Put(key(fmt.Sprint(i)), func(dir string) error {
			path := filepath.Join(dir, "out")
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, int64(bytesize.MiB)))
		})
		if err := errors.Join(err, c.Close()); err != nil {
			t.Fatal(err)
		}
		stored := bytesize.Size(len(list(dir))) * bytesize.MiB
		if stored > size+size/16 {
			t.Fatalf("%s after %d entries of 1 MiB, want at most %s and a sixteenth", stored, i+1, size)
		}
	}
	if _, found := intact(entryDir(dir, key("99"))); !found {
		t.Error("the last entry is gone")
	}
	if left := len(list(dir)); left < 30 {
		t.Errorf("%d entries are left", left)
	}
}

// Small entries count with what they take on the disk.
func TestSmallEntriesArePruned(t *testing.T) {
	c, _ := open(t, t.TempDir())
	c.size = bytesize.Size(100 * overhead)
	for i := range 150 {
		fillEntry(t, c.dir, fmt.Sprint(i), 1, time.Now())
	}
	c.grow(int64(c.size)) // of entries of other processes
	if left := len(list(c.dir)); left > 100 {
		t.Errorf("%d entries are left", left)
	}
}

// A process that uses very many entries protects the last ones.
func TestUsesAreBounded(t *testing.T) {
	c, _ := open(t, t.TempDir())
	const uses = 3*maxUses + 5
	for i := range uses {
		c.use(key(fmt.Sprint(i)))()
	}
	protected := used(c.dir)
	if len(protected) > 2*maxUses || !protected[key(fmt.Sprint(uses-1))] || !protected[key(fmt.Sprint(uses-maxUses))] {
		t.Errorf("%d entries are protected", len(protected))
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if left := used(c.dir); len(left) > 0 {
		t.Errorf("%d entries are protected afterwards", len(left))
	}
}

// While one process prunes everything again and again, what others have found stays until they close their cache.
func TestPruningSparesUsers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("directories cannot be locked")
	}
	dir := t.TempDir()
	done := make(chan struct{})
	var pruning, using sync.WaitGroup
	pruning.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				prune(dir, 0, 0, time.Now())
			}
		}
	})
	for worker := range 4 {
		using.Go(func() {
			for round := range 50 {
				c := Open(dir, t.TempDir(), slog.New(slog.DiscardHandler))
				name := fmt.Sprint((worker + round) % 3)
				found, ok := c.Get(key(name))
				if !ok {
					var err error
					if found, err = c.Put(key(name), write("out", name)); err != nil {
						t.Error(err)
						return
					}
				}
				for range 20 {
					if text, err := os.ReadFile(filepath.Join(found, "out")); err != nil || string(text) != name {
						t.Errorf("an entry in use became %q, %v", text, err)
					}
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	using.Wait()
	close(done)
	pruning.Wait()
}

func TestUseIsRemembered(t *testing.T) {
	c, _ := open(t, t.TempDir())
	old := time.Now().Add(-100 * 24 * time.Hour)
	fillEntry(t, c.dir, "a", 1, old)
	again := Open(c.dir, t.TempDir(), slog.New(slog.DiscardHandler))
	again.Get(key("a"))
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	c.Prune(bytesize.MiB, DefaultAge)
	if _, found := intact(entryDir(c.dir, key("a"))); !found {
		t.Error("an entry that was just used was pruned")
	}
}

// Different lists of parts have different keys, even if their concatenations are equal.
func TestKeysDiffer(t *testing.T) {
	parts := rapid.SliceOfN(rapid.StringN(0, 3, 6), 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		a, b := parts.Draw(t, "a"), parts.Draw(t, "b")
		equal := fmt.Sprintf("%q", a) == fmt.Sprintf("%q", b)
		if same := NewHash("k").Texts(a).Key() == NewHash("k").Texts(b).Key(); same != equal {
			t.Fatalf("keys of %q and %q: same is %v", a, b, same)
		}
	})
}
