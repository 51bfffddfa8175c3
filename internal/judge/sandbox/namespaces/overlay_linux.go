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

// Locks belong to a file, by whichever mount it is reached: programs in several boxes, and whoever else works on the machine,
// would meet at those of the files that all of them can open. So a box gets overlay file systems of its own, without an upper
// layer: their files have the content, modes and pages in memory of those below them, and locks of their own.

// overlay makes mounts of the host's folders.
type overlay struct {
	host int // descriptor of the host's tree
	none int // an empty folder: without an upper layer, an overlay file system wants two lower ones
	// mounts are the places in the host's tree where something is mounted, relative to it.
	mounts []string
}

// newOverlay makes the empty folder in a tmpfs. The host's tree is mounted at a path.
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

// mountsBelow lists the places below a folder where something is mounted, relative to it (proc_pid_mountinfo(5)).
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

// mount gives a mount of a folder, which is not yet attached anywhere. Where there can be no overlay file system it is the
// folder itself: if the kernel has none, if what the folder lies on cannot be below one, and if anything is mounted in the
// folder, which an overlay would hide.
func (o overlay) mount(folder int) (int, error) {
	if !o.holdsMounts(folder) {
		if tree, err := o.cover(folder); err == nil {
			return tree, nil
		}
	}
	return cloneTree(folder)
}

// cover mounts an overlay file system over a folder.
func (o overlay) cover(folder int) (int, error) {
	fsys, err := unix.Fsopen("overlay", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer unix.Close(fsys)
	for key, value := range map[string]string{
		"lowerdir": fmt.Sprintf("/proc/self/fd/%d:/proc/self/fd/%d", folder, o.none),
		// Or folders would be numbered in the order in which programs come upon them, which later runs would see.
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

// cloneTree mounts a folder itself, with what is mounted in it.
func cloneTree(folder int) (int, error) {
	tree, err := unix.OpenTree(folder, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH|unix.AT_RECURSIVE)
	return tree, os.NewSyscallError("open_tree", err)
}

// holdsMounts tells whether anything is mounted in a folder of the host's tree, or whether that is not known.
func (o overlay) holdsMounts(folder int) bool {
	path, err := os.Readlink(fdPath(folder))
	host, err2 := os.Readlink(fdPath(o.host))
	below, ok := strings.CutPrefix(path, host+"/")
	return err != nil || err2 != nil || !ok ||
		slices.ContainsFunc(o.mounts, func(at string) bool { return strings.HasPrefix(at, below+"/") })
}

// fdPath is a path to what a descriptor of this process stands for.
func fdPath(fd int) string { return fmt.Sprintf("/proc/self/fd/%d", fd) }

func openFolder(path string) (int, error) {
	return unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
}

// snapshot is a folder of the host as an overlay has it. That goes on showing a file which it has shown once, even when another
// one has taken its place.
type snapshot struct {
	folder  int           // descriptor, -1 for a folder that is shown as it is at any time
	changed unix.Timespec // the last time before it was shown
	// settled tells that another change would have another time.
	settled bool
}

// newSnapshot is made before the folder is shown.
func newSnapshot(folder int) (snapshot, error) {
	var stat unix.Stat_t
	if err := unix.Fstat(folder, &stat); err != nil {
		return snapshot{-1, stat.Ctim, true}, err
	}
	kept, err := unix.FcntlInt(uintptr(folder), unix.F_DUPFD_CLOEXEC, 0)
	return snapshot{kept, stat.Ctim, time.Since(time.Unix(stat.Ctim.Unix())) > fsutil.ClockTick}, err
}

// outdated tells whether files may have been replaced.
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
