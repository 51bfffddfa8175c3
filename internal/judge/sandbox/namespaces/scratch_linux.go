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

// scratchInodes bounds the files that a program can create. An inode takes about inodeSize of the kernel's memory.
const (
	scratchInodes = 1 << 18
	inodeSize     = bytesize.KiB
)

// scratchSubdirs are the directories that programs can write to.
var scratchSubdirs = [...]string{"work", "shared", "tmp", "shm"}

// scratchState distinguishes an untouched tmpfs from one that a program wrote to. Every name takes an inode,
// including a further name of a file. As long as the directories and the files laid in them exist, the number of free
// inodes is unchanged. Times alone do not suffice: before Linux 6.13 they stand still for a tick of some
// milliseconds.
type scratchState struct {
	freeInodes uint64
	folders    [1 + len(scratchSubdirs)]folderState // the tmpfs itself first
}

// folderState is what a program can change of a directory. Reading does not change it, since access times are not
// kept.
type folderState struct {
	inode                       uint64
	mode                        uint32
	changed, modified, accessed unix.Timespec
}

// copiedFile is a file that the present program was given in its working directory.
type copiedFile struct {
	path  string
	inode uint64
}

// mountScratch mounts a fresh tmpfs at dir, and its working directory, read-only, at readOnly.
func (r *root) mountScratch(dir, readOnly string) error {
	if err := mountTmpfs(dir, fmt.Sprintf("nr_inodes=%d,mode=755", scratchInodes)); err != nil {
		return err
	}
	for _, name := range scratchSubdirs {
		sub := filepath.Join(dir, name)
		if err := os.Mkdir(sub, 0o755); err != nil {
			return err
		}
		if err := os.Chmod(sub, 0o777|fs.ModeSticky); err != nil {
			return err
		}
	}
	if err := unix.Mount(filepath.Join(dir, "work"), readOnly, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("show the working directory read-only: %w", err)
	}
	if err := setReadOnly(readOnly, true); err != nil {
		return err
	}
	var err error
	if r.inode, err = newInode(dir); err != nil {
		return err
	}
	r.clean, err = readScratch(dir)
	return err
}

// newInode creates a file without a name in the tmpfs at dir, and returns its inode number. Numbers go up by one for
// each file ever created.
func newInode(dir string) (uint64, error) {
	file, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return 0, err
	}
	defer unix.Close(file)
	var stat unix.Stat_t
	err = unix.Fstat(file, &stat)
	return stat.Ino, err
}

// untouched reports whether the previous run left nothing: no files, and no trace in later inode numbers of files
// that it created without a name (O_TMPFILE), which change nothing else.
func (r *root) untouched() bool {
	state, err := readScratch(scratchDir)
	if err != nil || state != r.clean || !r.removeCopied() {
		return false
	}
	inode, err := newInode(scratchDir)
	expected := r.inode + 1
	r.inode = inode
	return err == nil && inode == expected
}

// readScratch reads the present state.
func readScratch(dir string) (scratchState, error) {
	var (
		state scratchState
		fsys  unix.Statfs_t
	)
	if err := unix.Statfs(dir, &fsys); err != nil {
		return state, os.NewSyscallError("statfs", err)
	}
	state.freeInodes = fsys.Ffree
	for i := range state.folders {
		path := dir
		if i > 0 {
			path += "/" + scratchSubdirs[i-1]
		}
		var stat unix.Stat_t
		if err := unix.Lstat(path, &stat); err != nil {
			return state, err
		}
		state.folders[i] = folderState{stat.Ino, stat.Mode, stat.Ctim, stat.Mtim, stat.Atim}
	}
	return state, nil
}

// refresh replaces the tmpfs if something was left in it. Unmounting frees any number of files at any depth, but has
// to wait for all processors, some milliseconds if they compute.
func (r *root) refresh() error {
	if r.untouched() {
		return nil
	}
	r.laid = nil
	for _, path := range r.inScratch {
		r.forget(path)
	}
	r.inScratch, r.size = nil, 0
	return r.keeper.do(func() error {
		for _, dir := range []string{readOnlyDir, scratchDir} {
			if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
				return fmt.Errorf("unmount %s: %w", dir, err)
			}
		}
		return r.mountScratch(scratchDir, readOnlyDir)
	})
}

// resize bounds the size of files, and their number where inodes would take more than that. 0 keeps the kernel's
// default, half of the machine's memory.
func (r *root) resize(size bytesize.Size) error {
	if size == r.size {
		return nil
	}
	options := fmt.Sprintf("size=50%%,nr_inodes=%d", scratchInodes)
	if size > 0 {
		options = fmt.Sprintf("size=%d,nr_inodes=%d", size, min(scratchInodes, max(size/inodeSize, 1024)))
	}
	err := r.keeper.do(func() error {
		return unix.Mount("", scratchDir, "", unix.MS_REMOUNT|tmpfsFlags, options)
	})
	if err != nil {
		return fmt.Errorf("resize the working directory: %w", err)
	}
	r.size = size
	r.clean, err = readScratch(scratchDir) // the number of free inodes has changed
	return err
}

// usedScratch returns the memory that files take, including the kernel's memory for each.
func usedScratch() bytesize.Size {
	var fsys unix.Statfs_t
	if unix.Statfs(scratchDir, &fsys) != nil {
		return 0
	}
	inodes := max(0, int64(fsys.Files-fsys.Ffree)-int64(1+len(scratchSubdirs))) // their owner may have removed these
	return bytesize.Size((fsys.Blocks-fsys.Bfree)*uint64(fsys.Bsize)) + bytesize.Size(inodes)*inodeSize
}

// scratchFull reports whether there is no room for another file, or for more in one.
func scratchFull() bool {
	var fsys unix.Statfs_t
	return unix.Statfs(scratchDir, &fsys) == nil && (fsys.Bfree == 0 || fsys.Ffree == 0)
}

// copyIn copies files of the host into the working directory.
func (r *root) copyIn(copies []sandbox.Copy) error {
	for _, c := range copies {
		if !filepath.IsLocal(c.To) {
			return fmt.Errorf("copy %s: %q leads out of the working directory", c.Host, c.To)
		}
		target := filepath.Join(workDir, c.To)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		if err := r.copyFrom(c, target); err != nil {
			return err
		}
	}
	if len(copies) == 0 {
		return nil
	}
	if err := r.own(workDir); err != nil {
		return err
	}
	return r.noteCopied()
}

// noteCopied makes the files of the working directory part of a clean state if takeAway can remove them: files outside
// of any subdirectory.
func (r *root) noteCopied() error {
	entries, err := os.ReadDir(workDir)
	if err != nil {
		return err
	}
	var files []copiedFile
	for _, entry := range entries {
		path := filepath.Join(workDir, entry.Name())
		var stat unix.Stat_t
		if err := unix.Lstat(path, &stat); err != nil {
			return err
		}
		if stat.Mode&unix.S_IFMT != unix.S_IFREG {
			return nil
		}
		files = append(files, copiedFile{path, stat.Ino})
		r.inode = max(r.inode, stat.Ino)
	}
	r.laid = files
	r.clean, err = readScratch(scratchDir)
	return err
}

// removeCopied removes the laid files, whatever they hold now. It reports whether all were there, so that nothing else
// is.
func (r *root) removeCopied() bool {
	if len(r.laid) == 0 {
		return true
	}
	for _, file := range r.laid {
		var stat unix.Stat_t
		if unix.Lstat(file.path, &stat) != nil || stat.Ino != file.inode || unix.Unlink(file.path) != nil {
			return false
		}
	}
	r.laid = nil
	var err error
	r.clean, err = readScratch(scratchDir)
	return err == nil
}

// own gives everything in a directory to the programs.
func (r *root) own(dir string) error {
	if r.owner == 0 {
		return nil
	}
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		return os.Lchown(name, r.owner, r.owner)
	})
}

// lend copies a directory of the host to where programs may change it.
func (r *root) lend(host string) error {
	if err := r.copyFrom(sandbox.Copy{Host: host}, sharedDir); err != nil {
		return err
	}
	return r.own(sharedDir)
}

// giveBack replaces the content of the host's directory by what programs left of the lent copy. That may no longer be
// a directory.
func giveBack(host int, limit bytesize.Size) error {
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
	if info, err := os.Lstat(sharedDir); err != nil || !info.IsDir() {
		return nil
	}
	e := exporter{most: sandbox.MaxReturned, limit: limit}
	return e.export(sharedDir, host, 0)
}

// source is where files are copied from, and how links there are resolved.
type source struct {
	dir     int
	resolve uint64
}

// copyFrom copies what c names. It follows links within c's directory, or within the host's tree, for which the
// caller is responsible.
func (r *root) copyFrom(c sandbox.Copy, to string) error {
	from := c.Host
	s := source{r.host, unix.RESOLVE_IN_ROOT}
	if c.Within != "" {
		below, err := filepath.Rel(c.Within, c.Host)
		if err != nil {
			return err
		}
		if s.dir, err = openBeneath(r.host, c.Within, unix.O_PATH|unix.O_DIRECTORY); err != nil {
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
	folder, err := os.Open(dir)
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

func (e *exporter) exportFile(name string, entry fs.DirEntry, target int) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	if e.bytes += bytesize.Size(info.Size()); e.limit > 0 && e.bytes > e.limit {
		return errExportLimit
	}
	source, err := os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW, 0)
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
