package digest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"grundy/internal/base/fsutil"
)

const (
	// settled is how long a file must be unchanged before its digest is remembered. Within the resolution of file
	// times, two seconds on FAT, a second change need not show.
	settled = 2 * time.Second
	// maxFolders bounds the directories remembered in memory, maxNotes those on disk, and maxFiles the files of one
	// directory.
	maxFolders = 512
	maxNotes   = 4096
	maxFiles   = 20_000
)

// Store remembers the digests of files. Many goroutines may use it at once, and many processes its directory. If two
// processes write about the same directory at the same time, the last one wins.
type Store struct {
	dir     string
	log     *slog.Logger
	sum     func(dir, path string) (string, error)
	settled time.Duration

	mu   sync.Mutex
	seen map[string]*folder // by path
}

// folder is what is known of the files of a directory.
type folder struct {
	files   map[string]known // by name
	used    map[string]bool  // files that were asked for
	changed bool             // since it was read or written
}

// known is the digest of a file that had this stamp.
type known struct {
	stamp stamp
	sum   string
}

// stamp distinguishes the content of a file at different times.
type stamp struct {
	size          int64
	modified      int64 // in nanoseconds since 1970
	changed       int64 // likewise; 0 if the system does not provide it
	inode, device uint64
}

// String begins with the size.
func (s stamp) String() string {
	return fmt.Sprint(s.size, s.modified, s.changed, s.inode, s.device)
}

// Open returns the store in dir, which need not exist. With an empty dir, or one that cannot be written, the store
// remembers only during its own life.
func Open(dir string, log *slog.Logger) *Store {
	return &Store{dir: dir, log: log, sum: Within, settled: settled, seen: map[string]*folder{}}
}

// Of returns the hexadecimal SHA-256 of a file.
func Of(path string) (string, error) { return Within("", path) }

// Within returns the digest of a file that fsutil.OpenWithin opens.
func Within(dir, path string) (string, error) {
	file, err := fsutil.OpenWithin(dir, path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum, err := Reading(file)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return sum, nil
}

// Reading returns the digest of what a reader provides.
func Reading(reader io.Reader) (string, error) {
	hash := sha256.New()
	_, err := io.Copy(hash, reader)
	return hex.EncodeToString(hash.Sum(nil)), err
}

// File returns the hexadecimal SHA-256 of a file. It reads the file only if it changed since the last call. It fails if
// the path is below dir but a link leads out of dir.
func (s *Store) File(dir, path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	before, err := stampOf(path)
	if err != nil {
		return "", err
	}
	if sum, found := s.recall(path, before); found {
		return sum, nil
	}
	asked := time.Now()
	sum, err := s.sum(dir, path)
	if err != nil {
		return "", err
	}
	after, err := stampOf(path)
	if err == nil && before == after && asked.Sub(after.last()) > s.settled {
		s.note(path, known{after, sum})
	}
	return sum, nil
}

// last returns when the file was last touched.
func (s stamp) last() time.Time { return time.Unix(0, max(s.modified, s.changed)) }

func (s *Store) recall(path string, now stamp) (sum string, found bool) {
	dir, name := filepath.Split(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.folder(dir)
	if entry, found := f.files[name]; found && entry.stamp == now {
		f.used[name] = true
		return entry.sum, true
	}
	return "", false
}

func (s *Store) note(path string, entry known) {
	dir, name := filepath.Split(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.folder(dir)
	if len(f.files) >= maxFiles {
		f.forget()
	}
	f.files[name], f.used[name], f.changed = entry, true, true
}

// forget keeps only files that were asked for, and none if there are too many of those.
func (f *folder) forget() {
	for name := range f.files {
		if !f.used[name] || len(f.used) >= maxFiles {
			delete(f.files, name)
		}
	}
	if len(f.used) >= maxFiles {
		clear(f.used)
	}
}

// folder returns what is known of a directory; the caller holds s.mu.
func (s *Store) folder(dir string) *folder {
	f, found := s.seen[dir]
	if !found {
		if len(s.seen) >= maxFolders {
			s.save()
			clear(s.seen)
		}
		f = &folder{files: s.read(dir), used: map[string]bool{}}
		s.seen[dir] = f
	}
	return f
}

// Close stores what was learned for later processes.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.save()
}

// save writes what is new; the caller holds s.mu. What cannot be written is computed again another time.
func (s *Store) save() {
	if s.dir == "" {
		return
	}
	written := false
	for dir, f := range s.seen {
		if !f.changed {
			continue
		}
		if err := s.write(dir, f.files); err != nil {
			s.log.Debug("the digests of files are not stored", "error", err)
			return
		}
		f.changed, written = false, true
	}
	if written {
		s.prune()
	}
}

// prune removes the oldest notes until maxNotes remain.
func (s *Store) prune() {
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) <= maxNotes {
		return
	}
	type note struct {
		name    string
		written time.Time
	}
	var notes []note
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil {
			notes = append(notes, note{entry.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(notes, func(a, b note) int { return cmp.Or(a.written.Compare(b.written), cmp.Compare(a.name, b.name)) })
	// Remove some more than needed, so that not every process prunes.
	for _, n := range notes[:max(0, len(notes)-maxNotes*3/4)] {
		_ = os.Remove(filepath.Join(s.dir, n.name))
	}
}
