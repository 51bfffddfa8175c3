package namespaces

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
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

// clear leaves that to refresh, as the room is memory, which may not be needed before.
func (r *root) clear() error { return nil }

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

// used returns the memory that files take, including the kernel's memory for each.
func (r *root) used([]process) bytesize.Size {
	var fsys unix.Statfs_t
	if unix.Statfs(scratchDir, &fsys) != nil {
		return 0
	}
	inodes := max(0, int64(fsys.Files-fsys.Ffree)-int64(1+len(scratchSubdirs))) // their owner may have removed these
	return bytesize.Size((fsys.Blocks-fsys.Bfree)*uint64(fsys.Bsize)) + bytesize.Size(inodes)*inodeSize
}

// full reports whether there is no room for another file, or for more in one.
func (r *root) full() bool {
	var fsys unix.Statfs_t
	return unix.Statfs(scratchDir, &fsys) == nil && (fsys.Bfree == 0 || fsys.Ffree == 0)
}

// copyIn copies files of the host into the working directory.
func (r *root) copyIn(copies []sandbox.Copy) error {
	if err := r.runFiles.copyIn(copies); err != nil || len(copies) == 0 {
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
