package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// copyIn copies files of the host into the working directory.
func copyIn(copies []sandbox.Copy, work string) error {
	for _, c := range copies {
		if !filepath.IsLocal(filepath.FromSlash(c.To)) {
			return fmt.Errorf("copy %s: %q leads out of the working directory", c.Host, c.To)
		}
		target := filepath.Join(work, filepath.FromSlash(c.To))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := copyTree(c.Host, target, c.Mode); err != nil {
			return err
		}
	}
	return nil
}

// copyTree copies a file or directory. It follows links: the caller must trust them.
func copyTree(from, to string, mode os.FileMode) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	switch {
	case info.IsDir():
		entries, err := os.ReadDir(from)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(to, 0o755); err != nil {
			return err
		}
		for _, entry := range entries {
			if err := copyTree(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name()), mode); err != nil {
				return err
			}
		}
		return nil
	case info.Mode().IsRegular():
		if mode == 0 {
			mode = info.Mode().Perm() | 0o600
		}
		return errors.Join(fsutil.Copy(from, to, os.O_TRUNC, mode), os.Chtimes(to, info.ModTime(), info.ModTime()))
	default:
		return fmt.Errorf("copy %s: neither a file nor a directory", from)
	}
}

// Bounds on what a run may export.
const (
	maxExported = 100_000 // files and directories
	maxDepth    = 64      // of directories, so that paths stay usable
)

// exporter copies a directory out.
type exporter struct {
	most    int           // files and directories
	limit   bytesize.Size // of the sum; 0 means no limit
	bytes   bytesize.Size
	entries int
}

// errExportLimit blames the program for the size of its files.
var errExportLimit = errors.New("the results are too large")

// export copies regular files and directories. It leaves out links, devices and what the program made unreadable.
func (e *exporter) export(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrPermission) {
			return nil
		}
		if errors.Is(err, syscall.ENAMETOOLONG) {
			return errExportLimit
		}
		if err != nil || path == from {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		e.entries++
		if e.entries > e.most || strings.Count(name, string(filepath.Separator)) > maxDepth {
			return errExportLimit
		}
		target := filepath.Join(to, name)
		switch {
		case entry.IsDir():
			return os.Mkdir(target, 0o755)
		case entry.Type().IsRegular():
			return e.exportFile(path, target, entry)
		}
		return nil
	})
}

func (e *exporter) exportFile(from, to string, entry fs.DirEntry) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	if e.bytes += bytesize.Size(info.Size()); e.limit > 0 && e.bytes > e.limit {
		return errExportLimit
	}
	if info.Mode()&0o400 == 0 {
		_ = os.Chmod(from, 0o600|info.Mode().Perm()) // if this fails, so will the copy, with the reason
	}
	mode := os.FileMode(0o644)
	if info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	return fsutil.Copy(from, to, os.O_EXCL, mode)
}
