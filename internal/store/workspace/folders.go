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

// folders finds where a person's things lie: where the configuration says, else where the environment does.
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

// configuration is the folder of config.yaml, languages.yaml and templates, "" for none: who has no home has no configuration.
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

// configured is a file of the configuration's folder, "" where there is none.
func (f *folders) configured(name string) string {
	dir := f.configuration()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// findCache finds where this person's cache lies. Who has no home folder has it among the temporary files. The error says why
// there is no place for it: programs are built from what lies there, so nobody else may write to it.
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
		_ = os.MkdirAll(dir, 0o700) // before anybody else does, where all may; whoever writes to it sees whether it is there
		err = fsutil.Trusted(dir)
	}
	if err != nil {
		return "", hint.With("set GRUNDY_CACHE to a directory that only you can write", err)
	}
	return dir, nil
}

// data is where the history lies, which cannot be made again as a cache can. Who has no home folder has it in the cache.
func (f *folders) data() (string, error) {
	if f.Data != "" {
		return filepath.Abs(f.Data)
	}
	if dir, err := f.environment.Data(); err == nil {
		return filepath.Join(dir, "grundy"), nil
	}
	return f.cache()
}

// kept is a folder of things that can be made again: in the cache, or among the temporary files if that cannot be written.
func (f *folders) kept(name string) (string, error) {
	if dir, err := f.cache(); err == nil && writable(filepath.Join(dir, name)) {
		return filepath.Join(dir, name), nil
	}
	dir, err := f.temporary()
	return filepath.Join(dir, name), err
}

// probed is how many bytes are tried.
const probed = 64 << 10

// writable tells whether files can be made in a folder, which is made if need be. On a full disk empty ones still can.
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

// temporary is this person's folder among the temporary files. Nobody else can write into it. Where somebody else has taken its
// name it is one whose name ends at random.
func (f *folders) temporary() (string, error) {
	name := "grundy"
	if runtime.GOOS != "windows" {
		name = fmt.Sprintf("grundy-%d", os.Getuid()) // the folder above is everybody's
	}
	root := f.temporaryRoot()
	dir := filepath.Join(root, name)
	made := os.MkdirAll(dir, 0o700)
	if ownPrivate(dir) == nil {
		return dir, nil
	}
	if _, err := os.Lstat(dir); err != nil {
		return "", &placeError{fmt.Errorf("make scratch folder: %w", cmp.Or(made, err))}
	}
	own, err := ownAmong(root, name+"-")
	if err != nil {
		return "", &placeError{fmt.Errorf("make scratch folder: %w", err)}
	}
	f.warnOnce.Do(func() {
		f.log.Warn(dir+" is not this user's own directory, "+own+" takes its place", "remedy", "remove it, or set TMPDIR")
	})
	return own, nil
}

// ownAmong gives a folder of this person's whose name begins with a prefix, where everybody may make some.
func ownAmong(root, prefix string) (string, error) {
	entries, _ := os.ReadDir(root)
	for _, entry := range entries {
		if dir := filepath.Join(root, entry.Name()); strings.HasPrefix(entry.Name(), prefix) && ownPrivate(dir) == nil {
			return dir, nil
		}
	}
	return os.MkdirTemp(root, prefix)
}

// findTemporary gives the system's folder for temporary files, one on a disk if there is a choice: in a file system that
// is kept in memory, what a program prints would count as memory that it uses.
func (f *folders) findTemporary() string {
	if f.Temporary != "" {
		return f.Temporary
	}
	const onDisk = "/var/tmp"
	if runtime.GOOS == "linux" && f.environment.Get("TMPDIR") == "" && writable(onDisk) {
		return onDisk
	}
	return f.environment.Temporary()
}

// CacheDir is where builds and unpacked packages are kept.
func (w *Workspace) CacheDir() (string, error) { return w.folders.cache() }

// CacheWritable tells whether anything can be kept there.
func (w *Workspace) CacheWritable() bool {
	dir, err := w.folders.cache()
	return err == nil && writable(dir)
}

// Companion is a folder in which the processes of a person agree who of them hears the browser's extension.
func (w *Workspace) Companion() (string, error) {
	const name = "companion"
	if dir, err := w.folders.data(); err == nil && writable(filepath.Join(dir, name)) {
		return filepath.Join(dir, name), nil
	}
	dir, err := w.folders.temporary()
	return filepath.Join(dir, name), err
}

// Hub is the folder of a hub that this person runs.
func (w *Workspace) Hub() (string, error) {
	dir, err := w.folders.data()
	return filepath.Join(dir, "hub"), err
}

// TemporaryRoot is the folder below which scratch folders are made.
func (w *Workspace) TemporaryRoot() string { return w.folders.temporaryRoot() }
