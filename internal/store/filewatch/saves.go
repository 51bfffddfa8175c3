package filewatch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// quiet is how long a file must stay untouched before the watcher reads it: some editors write it in several steps.
const quiet = 40 * time.Millisecond

// maxSize bounds, in bytes, how much of a file is read. Changes after that are not noticed.
const maxSize = 16 << 20

// sum identifies the content of a file.
type sum [sha256.Size]byte

// Watcher watches files and directories. It watches the parent directories of files, because a watch on a file is lost
// when another file is renamed over it.
type Watcher struct {
	notify *fsnotify.Watcher
	files  map[string]string // the named files, by their path and by the target of their links
	roots  []string          // the named directories
	known  map[string]sum    // by path
	saved  chan string
	also   chan string
	done   chan struct{} // closed to end the watcher
	ended  chan struct{} // closed when it has ended
	err    error         // of watching; set before ended is closed

	mutex    sync.Mutex
	followed map[string]bool // directories
}

// Watch watches files, and all files in directories and in the directories right below them, by absolute paths. The
// caller must close the Watcher.
func Watch(paths ...string) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, hint.Errorf("raise the limit of watched files: sysctl fs.inotify.max_user_instances", "watch files: %w", err)
	}
	w := &Watcher{
		notify: notify, files: map[string]string{}, known: map[string]sum{},
		saved: make(chan string), also: make(chan string), followed: map[string]bool{}, done: make(chan struct{}), ended: make(chan struct{}),
	}
	for _, path := range paths {
		if err := w.add(path); err != nil {
			return nil, errors.Join(hint.Errorf("raise the limit of watched files: sysctl fs.inotify.max_user_watches", "watch %s: %w", path, err), notify.Close())
		}
	}
	go w.run()
	return w, nil
}

// Saved sends the path of each file that was saved with new content. It is closed when watching has ended.
func (w *Watcher) Saved() <-chan string { return w.saved }

// Touched sends the path of each file right below the directories of Follow that was made, written, renamed or removed,
// unless Saved does. The watcher does not read these files. It is closed when watching has ended.
func (w *Watcher) Touched() <-chan string { return w.also }

// Follow watches more directories, and directories made in them, for Touched. It skips those that cannot be watched.
func (w *Watcher) Follow(dirs ...string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, dir := range dirs {
		if !w.followed[dir] && w.notify.Add(dir) == nil {
			w.followed[dir] = true
		}
	}
}

// follows reports whether a path is right below a directory of Follow.
func (w *Watcher) follows(path string) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.followed[filepath.Dir(path)]
}

// Close ends watching. It returns the error that ended it before, if any.
func (w *Watcher) Close() error {
	close(w.done)
	<-w.ended
	return errors.Join(w.err, w.notify.Close())
}

// add watches a file or a directory.
func (w *Watcher) add(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return err
		}
		w.files[path], w.files[real] = path, path
		w.changed(path)
		return errors.Join(w.notify.Add(filepath.Dir(path)), w.notify.Add(filepath.Dir(real)))
	}
	w.roots = append(w.roots, path)
	if err := w.notify.Add(path); err != nil {
		return err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		below := filepath.Join(path, entry.Name())
		switch {
		case !entry.IsDir():
			w.changed(below)
		case !strings.HasPrefix(entry.Name(), "."):
			if err := w.folder(below); err != nil {
				return err
			}
		}
	}
	return nil
}

// folder watches a directory inside a named one.
func (w *Watcher) folder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			w.changed(filepath.Join(dir, entry.Name()))
		}
	}
	return w.notify.Add(dir)
}

// changed records the content of a file and reports whether it differs from before. A missing file has not changed: it
// may be missing for a moment while another one takes its place.
func (w *Watcher) changed(path string) bool {
	now, err := read(path)
	before, seen := w.known[path]
	if err != nil || seen && now == before {
		return false
	}
	w.known[path] = now
	return true
}

// read returns the sum of a regular file.
func read(path string) (now sum, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return now, err
	}
	if !info.Mode().IsRegular() {
		return now, fmt.Errorf("%s: %w", path, fs.ErrInvalid)
	}
	file, err := os.Open(path)
	if err != nil {
		return now, err
	}
	defer file.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, io.LimitReader(file, maxSize))
	hash.Sum(now[:0])
	return now, err
}

// run reads touched files once they have been left alone.
func (w *Watcher) run() {
	defer close(w.ended)
	defer close(w.saved)
	defer close(w.also)
	touched := map[string]time.Time{} // when last touched
	timer := time.NewTimer(quiet)
	defer timer.Stop()
	for {
		select {
		case <-w.done:
			return
		case err := <-w.notify.Errors:
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				w.touchAll(touched)
				timer.Reset(quiet)
				continue
			}
			w.err = fmt.Errorf("watch files: %w", err)
			return
		case e := <-w.notify.Events:
			path := w.watched(e.Name)
			if path == "" && w.follows(e.Name) && e.Op != fsnotify.Chmod {
				path = e.Name
				if info, err := os.Stat(path); err == nil && info.IsDir() {
					w.Follow(path)
				}
			}
			if path != "" {
				touched[path] = time.Now()
				timer.Reset(quiet)
			}
		case now := <-timer.C:
			for _, path := range slices.Sorted(maps.Keys(touched)) {
				if left := quiet - now.Sub(touched[path]); left > 0 {
					timer.Reset(left)
					continue
				}
				delete(touched, path)
				to := w.also
				if w.watched(path) != "" {
					if !w.changed(path) {
						continue
					}
					to = w.saved
				}
				select {
				case to <- path:
				case <-w.done:
					return
				}
			}
		}
	}
}

// touchAll treats all files as touched, because events were lost.
func (w *Watcher) touchAll(touched map[string]time.Time) {
	for path := range w.known {
		touched[path] = time.Now()
	}
}

// watched returns the path by which a file is watched, or "" if it is not.
func (w *Watcher) watched(path string) string {
	if named := w.files[path]; named != "" {
		return named
	}
	if slices.ContainsFunc(w.roots, func(root string) bool { return fsutil.IsBelow(root, path) }) {
		return path
	}
	return ""
}
