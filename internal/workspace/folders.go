package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"grundy/internal/environment"
)

// folders finds where a person's things lie: where the configuration says, else where the environment does.
type folders struct {
	Folders
	environment   environment.Variables
	temporaryRoot func() string
}

func newFolders(config Config) *folders {
	f := &folders{Folders: config.Folders, environment: config.Environment}
	f.temporaryRoot = sync.OnceValue(f.findTemporary)
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

// cache is where this person's cache lies. Who has no home folder has it among the temporary files.
func (f *folders) cache() (string, error) {
	if f.Cache != "" {
		return filepath.Abs(f.Cache)
	}
	if dir := f.environment.Get("GRUNDY_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	if dir, err := f.environment.Caches(); err == nil {
		return filepath.Join(dir, "grundy"), nil
	}
	dir, err := f.temporary()
	return filepath.Join(dir, "cache"), err
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
	dir, err := f.cache()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, name)
	if writable(dir) {
		return dir, nil
	}
	dir, err = f.temporary()
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

// temporary is this person's folder among the temporary files. Nobody else can write into it.
func (f *folders) temporary() (string, error) {
	name := "grundy"
	if runtime.GOOS != "windows" {
		name = fmt.Sprintf("grundy-%d", os.Getuid()) // the folder above is everybody's
	}
	dir := filepath.Join(f.temporaryRoot(), name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", &placeError{fmt.Errorf("make scratch folder: %w", err)}
	}
	if err := ownPrivate(dir); err != nil {
		return "", &placeError{err}
	}
	return dir, nil
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
