package namespaces

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/fsutil"
)

// Locks belong to a file, whichever mount it is reached through. Programs in several boxes, and other processes of
// the machine, would meet at the locks of files that all of them can open. So a box gets overlay file systems of its
// own, without an upper layer: their files have the content, modes and cached pages of those below them, but locks of
// their own.

// overlay creates mounts of the host's directories.
type overlay struct {
	host int // descriptor of the host's tree
	none int // an empty directory: without an upper layer, an overlay file system needs two lower ones
	// mounts are the mount points in the host's tree, relative to it.
	mounts []string
}

// newOverlay creates the empty directory in a tmpfs. The host's tree is mounted at a path.
func newOverlay(dir, path string, host int) (overlay, error) {
	o := overlay{host: host}
	none := filepath.Join(dir, "none")
	err := os.Mkdir(none, 0o755)
	if err == nil {
		o.none, err = openFolder(none)
	}
	if err != nil {
		return o, err
	}
	mountinfo, err := os.ReadFile("/proc/self/mountinfo")
	o.mounts = mountsBelow(string(mountinfo), path)
	return o, err
}

// mountsBelow lists the mount points below a directory, relative to it (proc_pid_mountinfo(5)).
func mountsBelow(mountinfo, dir string) []string {
	var list []string
	for line := range strings.Lines(mountinfo) {
		if fields := strings.Fields(line); len(fields) > 4 {
			if below, ok := strings.CutPrefix(unescapeMount(fields[4]), dir+"/"); ok {
				list = append(list, below)
			}
		}
	}
	return list
}

// mount returns a mount of a directory that is not attached anywhere yet. It is the directory itself if an overlay
// file system is impossible: the kernel has none, the directory's file system does not support it, or something is
// mounted in the directory, which an overlay would hide.
func (o overlay) mount(folder int) (int, error) {
	if !o.holdsMounts(folder) {
		if tree, err := o.cover(folder); err == nil {
			return tree, nil
		}
	}
	return cloneTree(folder)
}

// cover mounts an overlay file system over a directory.
func (o overlay) cover(folder int) (int, error) {
	fsys, err := unix.Fsopen("overlay", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer unix.Close(fsys)
	for key, value := range map[string]string{
		"lowerdir": fmt.Sprintf("/proc/self/fd/%d:/proc/self/fd/%d", folder, o.none),
		// Otherwise directories would be numbered in the order in which programs first reach them, which later runs
		// would see.
		"xino": "on",
	} {
		if err := unix.FsconfigSetString(fsys, key, value); err != nil {
			return -1, err
		}
	}
	if err := unix.FsconfigCreate(fsys); err != nil {
		return -1, err
	}
	return unix.Fsmount(fsys, unix.FSMOUNT_CLOEXEC, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// cloneTree mounts a directory itself, with everything mounted in it.
func cloneTree(folder int) (int, error) {
	tree, err := unix.OpenTree(folder, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH|unix.AT_RECURSIVE)
	return tree, os.NewSyscallError("open_tree", err)
}

// holdsMounts reports whether something is, or may be, mounted in a directory of the host's tree.
func (o overlay) holdsMounts(folder int) bool {
	path, err := os.Readlink(fdPath(folder))
	host, err2 := os.Readlink(fdPath(o.host))
	below, ok := strings.CutPrefix(path, host+"/")
	return err != nil || err2 != nil || !ok ||
		slices.ContainsFunc(o.mounts, func(at string) bool { return strings.HasPrefix(at, below+"/") })
}

// fdPath returns a path to what a descriptor of this process refers to.
func fdPath(fd int) string { return fmt.Sprintf("/proc/self/fd/%d", fd) }

func openFolder(path string) (int, error) {
	return unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
}

// snapshot is the state of a host directory when an overlay was made of it. The overlay goes on showing a file that
// it has shown once, even if another one has replaced it.
type snapshot struct {
	folder  int           // descriptor; -1 for a directory that is shown live
	changed unix.Timespec // the time of the last change before it was shown
	// settled reports that another change would have another time.
	settled bool
}

// newSnapshot must be called before the directory is shown.
func newSnapshot(folder int) (snapshot, error) {
	var stat unix.Stat_t
	if err := unix.Fstat(folder, &stat); err != nil {
		return snapshot{-1, stat.Ctim, true}, err
	}
	kept, err := unix.FcntlInt(uintptr(folder), unix.F_DUPFD_CLOEXEC, 0)
	return snapshot{kept, stat.Ctim, time.Since(time.Unix(stat.Ctim.Unix())) > fsutil.ClockTick}, err
}

// outdated reports whether files may have been replaced.
func (s snapshot) outdated() bool {
	if s.folder < 0 {
		return false
	}
	var stat unix.Stat_t
	return !s.settled || unix.Fstat(s.folder, &stat) != nil || stat.Ctim != s.changed
}

func (s snapshot) close() {
	if s.folder >= 0 {
		unix.Close(s.folder)
	}
}
