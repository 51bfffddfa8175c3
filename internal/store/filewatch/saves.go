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

	"grundy/internal/base/hint"
)

// quiet is how long a file must stay untouched before it is looked at: some editors write it in several steps.
const quiet = 40 * time.Millisecond

// maxSize bounds, in bytes, what is read of a file. What comes behind it is taken for unchanged.
const maxSize = 16 << 20

// sum names what a file holds.
type sum [sha256.Size]byte

// Watcher watches some files and folders. It watches the folders that the files lie in: a file that another one is renamed
// over would be lost.
type Watcher struct {
	notify *fsnotify.Watcher
	files  map[string]string // the files that were named, by their path and by where its links lead
	roots  []string          // folders that were named
	known  map[string]sum    // by path
	saved  chan string
	also   chan string
	done   chan struct{} // closed when the watcher is to end
	ended  chan struct{} // closed when it has ended
	err    error         // of watching, before ended

	mutex    sync.Mutex
	followed map[string]bool // folders
}

// Watch begins to watch files, and all files in folders and the folders right below them, by absolute paths. A Watcher must be
// closed.
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

// Saved gives the path of each file that was saved with another content. It is closed when watching has ended.
func (w *Watcher) Saved() <-chan string { return w.saved }

// Touched gives the path of each file right below the folders of Follow that was made, written, renamed or removed, unless Saved
// does. Nobody looks at what it holds. It is closed when watching has ended.
func (w *Watcher) Touched() <-chan string { return w.also }

// Follow watches further folders, and those that are made in them, for Touched. One that cannot be watched is left out.
func (w *Watcher) Follow(dirs ...string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, dir := range dirs {
		if !w.followed[dir] && w.notify.Add(dir) == nil {
			w.followed[dir] = true
		}
	}
}

// follows tells whether a path lies right below a folder of Follow.
func (w *Watcher) follows(path string) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.followed[filepath.Dir(path)]
}

// Close ends watching. It gives the error that had ended it before, if any.
func (w *Watcher) Close() error {
	close(w.done)
	<-w.ended
	return errors.Join(w.err, w.notify.Close())
}

// add watches a file or a folder.
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

// folder watches a folder in one that was named.
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

// changed notes what a file holds, and tells whether that is something else than before. A file that is not there, as for a
// moment while another one takes its place, has not changed.
func (w *Watcher) changed(path string) bool {
	now, err := read(path)
	before, seen := w.known[path]
	if err != nil || seen && now == before {
		return false
	}
	w.known[path] = now
	return true
}

// read gives the sum of a regular file.
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

// run looks at files that were touched, once they have been left alone.
func (w *Watcher) run() {
	defer close(w.ended)
	defer close(w.saved)
	defer close(w.also)
	touched := map[string]time.Time{} // when last
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

// touchAll takes all files for touched, since events were lost.
func (w *Watcher) touchAll(touched map[string]time.Time) {
	for path := range w.known {
		touched[path] = time.Now()
	}
}

// watched gives the path by which a file is watched, "" when it is not.
func (w *Watcher) watched(path string) string {
	if named := w.files[path]; named != "" {
		return named
	}
	if slices.ContainsFunc(w.roots, func(root string) bool {
		below, err := filepath.Rel(root, path)
		return err == nil && filepath.IsLocal(below)
	}) {
		return path
	}
	return ""
}
