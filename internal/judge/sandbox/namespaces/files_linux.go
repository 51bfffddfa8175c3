package namespaces

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// fileSystem is what the programs of a box see of files.
type fileSystem interface {
	// refresh makes the directories of programs as they were before the first run.
	refresh() error
	// clear removes what a run left if it takes room on a disk.
	clear() error
	// arrange shows exactly these directories of the host.
	arrange(wanted []bind) error
	// resize bounds the files of the next run where no cgroup counts them as memory.
	resize(size bytesize.Size) error
	copyIn(copies []sandbox.Copy) error
	lend(host string) error
	giveBack(host int, limit bytesize.Size) error
	// openInput opens a file of the judge for a program, from an offset on. path is given for a large file.
	openInput(file int, offset int64, path string) (int, error)
	openOutput(file int, path string) (int, error)
	// grant says in a ruleset of Landlock what the program of a request may use.
	grant(rules ruleset, req *request, stdio streams) error
	// used returns the memory that files of the given processes take; full reports whether there is no room for more.
	used(all []process) bytesize.Size
	full() bool
	// work is the directory for a program's files, and start the one in which it starts.
	work() string
	start(readOnly bool) string
	// environment returns the variables for a program.
	environment(env []string) []string
}

// runFiles are the directories that programs can write to, and how files get into them and out.
type runFiles struct {
	dir     string // holds the working directory, shared/ and tmp/
	name    string // of the working directory
	host    int    // descriptor of the host's tree
	owner   int    // user of programs; 0 if it is the init's own
	outputs int    // descriptor of the judge's scratch directory
}

func (f runFiles) work() string { return filepath.Join(f.dir, f.name) }

func (f runFiles) shared() string { return filepath.Join(f.dir, "shared") }

// copyIn copies files of the host into the working directory.
func (f runFiles) copyIn(copies []sandbox.Copy) error {
	for _, c := range copies {
		if !filepath.IsLocal(c.To) {
			return fmt.Errorf("copy %s: %q leads out of the working directory", c.Host, c.To)
		}
		target := filepath.Join(f.work(), c.To)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		if err := f.copyFrom(c, target); err != nil {
			return err
		}
	}
	if len(copies) == 0 {
		return nil
	}
	return f.own(f.work())
}

// own gives everything in a directory to the programs.
func (f runFiles) own(dir string) error {
	if f.owner == 0 {
		return nil
	}
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		return os.Lchown(name, f.owner, f.owner)
	})
}

// lend copies a directory of the host to where programs may change it.
func (f runFiles) lend(host string) error {
	if err := f.copyFrom(sandbox.Copy{Host: host}, f.shared()); err != nil {
		return err
	}
	return f.own(f.shared())
}

// giveBack replaces the content of the host's directory by what programs left of the lent copy. That may no longer be
// a directory.
func (f runFiles) giveBack(host int, limit bytesize.Size) error {
	path := fdPath(host)
	before, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("copy a directory back: %w", err)
	}
	for _, entry := range before {
		if err := os.RemoveAll(filepath.Join(path, entry.Name())); err != nil {
			return fmt.Errorf("copy a directory back: %w", err)
		}
	}
	if info, err := os.Lstat(f.shared()); err != nil || !info.IsDir() {
		return nil
	}
	e := exporter{most: sandbox.MaxReturned, limit: limit}
	return e.export(f.shared(), host, 0)
}

// source is where files are copied from, and how links there are resolved.
type source struct {
	dir     int
	resolve uint64
}

// copyFrom copies what c names. It follows links within c's directory, or within the host's tree, for which the
// caller is responsible.
func (f runFiles) copyFrom(c sandbox.Copy, to string) error {
	from := c.Host
	s := source{f.host, unix.RESOLVE_IN_ROOT}
	if c.Within != "" {
		below, err := filepath.Rel(c.Within, c.Host)
		if err != nil {
			return err
		}
		if s.dir, err = openBeneath(f.host, c.Within, unix.O_PATH|unix.O_DIRECTORY); err != nil {
			return err
		}
		defer unix.Close(s.dir)
		from, s.resolve = below, unix.RESOLVE_BENEATH
	}
	return s.copyTree(from, to, c.Mode)
}

// copyTree copies a file or directory.
func (s source) copyTree(from, to string, mode os.FileMode) error {
	fd, err := openResolved(s.dir, from, unix.O_RDONLY|unix.O_NONBLOCK, s.resolve)
	if err != nil {
		return err
	}
	opened := os.NewFile(uintptr(fd), from)
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return err
	}
	switch {
	case info.IsDir():
		entries, err := opened.ReadDir(-1)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		for _, entry := range entries {
			if err := s.copyTree(path.Join(from, entry.Name()), filepath.Join(to, entry.Name()), mode); err != nil {
				return err
			}
		}
		return nil
	case info.Mode().IsRegular():
		if mode == 0 {
			mode = info.Mode().Perm() | 0o600
		}
		target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(target, opened)
		return errors.Join(err, target.Chmod(mode), target.Close(), os.Chtimes(to, info.ModTime(), info.ModTime()))
	default:
		return fmt.Errorf("copy %s: neither a file nor a directory", from)
	}
}

// Bounds on what a run may export.
const (
	maxExported = 100_000 // files and directories
	maxDepth    = 64      // of directories, each of which takes a descriptor here and trouble there
)

// exporter copies a directory out. No process of the run is left, so nothing changes meanwhile.
type exporter struct {
	most    int           // files and directories
	limit   bytesize.Size // of the sum; 0 means no limit
	bytes   bytesize.Size
	entries int
}

// errExportLimit blames the program for the size of its files.
var errExportLimit = errors.New("the results are too large")

// export copies regular files and directories from dir into the directory that the descriptor refers to.
func (e *exporter) export(dir string, target, depth int) error {
	entries, err := e.list(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if e.entries++; e.entries > e.most || depth > maxDepth {
			return errExportLimit
		}
		name := filepath.Join(dir, entry.Name())
		switch {
		case entry.IsDir():
			if err := unix.Mkdirat(target, entry.Name(), 0o755); err != nil {
				return fmt.Errorf("export %s: %w", name, err)
			}
			sub, err := unix.Openat(target, entry.Name(), unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
			if err != nil {
				return fmt.Errorf("export %s: %w", name, err)
			}
			err = e.export(name, sub, depth+1)
			unix.Close(sub)
			if err != nil {
				return err
			}
		case entry.Type().IsRegular():
			if err := e.exportFile(name, entry, target); err != nil {
				return err
			}
		}
	}
	return nil
}

// list reads at most one entry more than allowed.
func (e *exporter) list(dir string) ([]fs.DirEntry, error) {
	folder, err := openOwn(dir, os.O_RDONLY, 0o700)
	if errors.Is(err, unix.ENAMETOOLONG) {
		return nil, errExportLimit
	}
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(e.most - e.entries + 1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return entries, err
}

// openOwn opens what a program made, even if it took away the permissions that this requires.
func openOwn(path string, flags int, mode fs.FileMode) (*os.File, error) {
	file, err := os.OpenFile(path, flags, 0)
	if errors.Is(err, fs.ErrPermission) && os.Chmod(path, mode) == nil {
		return os.OpenFile(path, flags, 0)
	}
	return file, err
}

func (e *exporter) exportFile(name string, entry fs.DirEntry, target int) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	if e.bytes += bytesize.Size(info.Size()); e.limit > 0 && e.bytes > e.limit {
		return errExportLimit
	}
	source, err := openOwn(name, os.O_RDONLY|unix.O_NOFOLLOW, 0o600)
	if errors.Is(err, unix.ENAMETOOLONG) {
		return errExportLimit
	}
	if err != nil {
		return err
	}
	defer source.Close()
	mode := uint32(0o644)
	if info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	fd, err := unix.Openat(target, entry.Name(), unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC, mode)
	if err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	file := os.NewFile(uintptr(fd), entry.Name())
	// The mode given at creation was subject to the umask.
	if err := errors.Join(fsutil.CopySparse(file, source), file.Chmod(fs.FileMode(mode)), file.Close()); err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	return nil
}
