package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"grundy/internal/base/environment"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// folders finds the user's directories: from the configuration, else from the environment.
type folders struct {
	Folders
	environment   environment.Variables
	log           *slog.Logger
	temporaryRoot func() string
	cache         func() (string, error)
	warnOnce      sync.Once
}

func newFolders(config Config) *folders {
	f := &folders{Folders: config.Folders, environment: config.Environment, log: config.Log}
	f.temporaryRoot = sync.OnceValue(f.findTemporary)
	f.cache = sync.OnceValues(f.findCache)
	return f
}

// configuration returns the directory of config.yaml, languages.yaml and templates, or "" without a home directory.
func (f *folders) configuration() string {
	if f.Configuration != "" {
		return f.Configuration
	}
	dir, err := f.environment.Configurations()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "grundy")
}

// configured returns a file of the configuration directory, or "" if there is none.
func (f *folders) configured(name string) string {
	dir := f.configuration()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// findCache finds the user's cache. Without a home directory, the cache is among the temporary files. The error says
// why there is no place for it: programs are built from its content, so no other user may write to it.
func (f *folders) findCache() (dir string, err error) {
	dir = cmp.Or(f.Cache, f.environment.Get("GRUNDY_CACHE"))
	if dir != "" {
		dir, err = filepath.Abs(dir)
	} else if dir, err = f.environment.Caches(); err == nil {
		dir = filepath.Join(dir, "grundy")
	} else if errors.Is(err, environment.ErrUndefined) {
		dir, err = f.temporary()
		return filepath.Join(dir, "cache"), err
	}
	if err == nil {
		_ = os.MkdirAll(dir, 0o700) // before another user does where all may write; callers check whether it exists
		err = fsutil.Trusted(dir)
	}
	if err != nil {
		return "", hint.With("set GRUNDY_CACHE to a directory that only you can write", err)
	}
	return dir, nil
}

// data returns the directory of the history, which unlike a cache cannot be made again. Without a home directory, it is
// in the cache.
func (f *folders) data() (string, error) {
	if f.Data != "" {
		return filepath.Abs(f.Data)
	}
	if dir, err := f.environment.Data(); err == nil {
		return filepath.Join(dir, "grundy"), nil
	}
	return f.cache()
}

// kept returns a directory for data that can be made again: in the cache, or among the temporary files if the cache
// cannot be written.
func (f *folders) kept(name string) (string, error) {
	if dir, err := f.cache(); err == nil && writable(filepath.Join(dir, name)) {
		return filepath.Join(dir, name), nil
	}
	dir, err := f.temporary()
	return filepath.Join(dir, name), err
}

// probed is how many bytes writable writes.
const probed = 64 << 10

// writable reports whether files can be created in a directory, which it makes if necessary. It writes some bytes,
// because a full disk still takes empty files.
func writable(dir string) bool {
	if os.MkdirAll(dir, 0o700) != nil {
		return false
	}
	probe, err := os.CreateTemp(dir, "probe-")
	if err != nil {
		return false
	}
	_, err = probe.Write(make([]byte, probed))
	return errors.Join(err, probe.Close(), os.Remove(probe.Name())) == nil
}

// temporary returns this user's directory among the temporary files. No other user can write into it. If another user
// has taken its name, it gets a name with a random ending.
func (f *folders) temporary() (string, error) {
	name := "grundy"
	if runtime.GOOS != "windows" {
		name = fmt.Sprintf("grundy-%d", os.Getuid()) // the parent directory belongs to everyone
	}
	root := f.temporaryRoot()
	dir := filepath.Join(root, name)
	made := os.MkdirAll(dir, 0o700)
	if ownPrivate(dir) == nil {
		return dir, nil
	}
	if _, err := os.Lstat(dir); err != nil {
		return "", &directoryError{fmt.Errorf("make scratch directory: %w", cmp.Or(made, err))}
	}
	own, err := ownAmong(root, name+"-")
	if err != nil {
		return "", &directoryError{fmt.Errorf("make scratch directory: %w", err)}
	}
	f.warnOnce.Do(func() {
		f.log.Warn(dir+" is not this user's own directory, "+own+" takes its place", "remedy", "remove it, or set TMPDIR")
	})
	return own, nil
}

// ownAmong makes a directory of this user's own, with the given prefix, in a directory where everyone may.
func ownAmong(root, prefix string) (string, error) {
	entries, _ := os.ReadDir(root)
	for _, entry := range entries {
		if dir := filepath.Join(root, entry.Name()); strings.HasPrefix(entry.Name(), prefix) && ownPrivate(dir) == nil {
			return dir, nil
		}
	}
	return os.MkdirTemp(root, prefix)
}

// findTemporary returns the system's directory for temporary files, preferring one on a disk. In a file system in
// memory, the output of a program would count as its memory.
func (f *folders) findTemporary() string {
	if f.Temporary != "" {
		return f.Temporary
	}
	const onDisk = "/var/tmp"
	if runtime.GOOS == "linux" && f.environment.Get("TMPDIR") == "" && writable(onDisk) {
		return onDisk
	}
	dir := f.environment.Temporary()
	if absolute, err := filepath.Abs(dir); err == nil { // programs start elsewhere
		return absolute
	}
	return dir
}

// CacheDir returns the directory of builds and unpacked packages.
func (w *Workspace) CacheDir() (string, error) { return w.folders.cache() }

// CacheWritable reports whether the cache can be written.
func (w *Workspace) CacheWritable() bool {
	dir, err := w.folders.cache()
	return err == nil && writable(dir)
}

// Companion returns a directory in which the user's processes agree which of them listens for the browser extension.
func (w *Workspace) Companion() (string, error) {
	const name = "companion"
	if dir, err := w.folders.data(); err == nil && writable(filepath.Join(dir, name)) {
		return filepath.Join(dir, name), nil
	}
	dir, err := w.folders.temporary()
	return filepath.Join(dir, name), err
}

// Hub returns the directory of a hub that this user runs.
func (w *Workspace) Hub() (string, error) {
	dir, err := w.folders.data()
	return filepath.Join(dir, "hub"), err
}

// private returns a directory in that of the user's data, which it makes. No other user can write there.
func (w *Workspace) private(name string) (string, error) {
	dir, err := w.folders.data()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", hint.With("have "+filepath.Dir(dir)+" writable", err)
	}
	return dir, ownPrivate(dir)
}

// Service returns the directory of the services for programs that this user runs.
func (w *Workspace) Service() (string, error) { return w.private("api") }

// TemporaryRoot returns the directory below which scratch directories are made.
func (w *Workspace) TemporaryRoot() string { return w.folders.temporaryRoot() }
