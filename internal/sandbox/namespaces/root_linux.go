package namespaces

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

// The file system of an init:
//
//	/host     the host's, read-only, out of the programs' reach: where mounts, copies and inputs are taken from
//	/box      the root of programs, read-only
//	/box/box  a tmpfs with work/, tmp/ and shm/, fresh for every run
//
// The init's own thread changes its root to /box, and programs inherit that; it keeps a descriptor of /host.

// Paths as programs see them.
const (
	scratchDir  = "/box"
	workDir     = "/box/work"
	readOnlyDir = "/box-ro"
	mountDir    = "/mnt"
)

// systemDirs are shown whole. On merged-/usr systems most are symbolic links.
var systemDirs = []string{"bin", "lib", "lib32", "lib64", "libx32", "sbin", "usr", "nix", "gnu"}

// systemConfig are patterns of what programs may see of /etc: what toolchains need, nothing about people.
var systemConfig = []string{
	"alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "java*", "mono", "ghc", "python*", "perl",
	"php*", "ruby*", "R", "julia", "fpc*.cfg", "lisp-config.lisp", "common-lisp", "swi-prolog", "racket", "erlang",
}

// devices are shown in /dev.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// etcFiles are written, so that a program finds a user without seeing the host's.
var etcFiles = map[string]string{
	"passwd": "root:x:0:0:root:/:/usr/sbin/nologin\ngrundy:x:%[1]d:%[1]d:grundy:/box/work:/bin/sh\n",
	"group":  "root:x:0:\ngrundy:x:%[1]d:\n",
	"hosts":  "127.0.0.1 localhost\n::1 localhost\n",
}

// root is the file system of a box.
type root struct {
	host  int             // descriptor of /host
	binds map[string]bind // by path in the box
	// inScratch are the paths of those binds that lie within the tmpfs and vanish with it: /tmp leads there.
	inScratch []string
	owner     int           // user of programs, 0 when it is the init's own
	clean     scratchState  // what the tmpfs looks like when nothing was left in it
	size      bytesize.Size // bound of the tmpfs, 0 for the kernel's own
	keeper    *keeper
}

// newRoot makes the file system and moves the calling thread into it. The thread must be locked.
func newRoot(anchor string, owner int) (*root, error) {
	k := newKeeper()
	var r *root
	err := k.do(func() (err error) {
		if r, err = buildRoot(anchor, owner); err != nil {
			return err
		}
		return enterRoot()
	})
	if err != nil {
		return nil, err
	}
	r.keeper = k
	return r, enterRoot()
}

// buildRoot makes the file system. The outer root, which holds the host's tree and the box, becomes that of all threads.
func buildRoot(anchor string, owner int) (*root, error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return nil, fmt.Errorf("make mounts private: %w", err)
	}
	hostTree, err := unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return nil, fmt.Errorf("clone the host's file system: %w", err)
	}
	defer unix.Close(hostTree)
	readOnly := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
	if err := unix.MountSetattr(hostTree, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &readOnly); err != nil {
		return nil, fmt.Errorf("make the host's file system read-only: %w", err)
	}
	if err := mountTmpfs(anchor, "size=1m,mode=755"); err != nil {
		return nil, err
	}
	host, box := filepath.Join(anchor, "host"), filepath.Join(anchor, "box")
	for _, dir := range []string{host, box} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
	}
	if err := unix.MoveMount(hostTree, "", unix.AT_FDCWD, host, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return nil, fmt.Errorf("mount the host's file system: %w", err)
	}
	if err := mountTmpfs(box, "size=4m,mode=755"); err != nil {
		return nil, err
	}
	r := &root{binds: map[string]bind{}, owner: owner}
	if r.host, err = unix.Open(host, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
		return nil, err
	}
	if err := r.populate(host, box); err != nil {
		return nil, err
	}
	// The classical dance: the old root ends up stacked below the new one and is detached.
	if err := unix.Chdir(anchor); err != nil {
		return nil, err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return nil, fmt.Errorf("change the root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return nil, fmt.Errorf("detach the old root: %w", err)
	}
	return r, nil
}

// enterRoot makes the box the root folder of the calling thread, and of it alone.
func enterRoot() error {
	if err := unix.Unshare(unix.CLONE_FS); err != nil {
		return err
	}
	if err := unix.Chroot("/box"); err != nil {
		return err
	}
	return unix.Chdir("/")
}

// keeper is the thread that mounts and unmounts, which the serving thread may not.
type keeper struct {
	jobs chan func()
}

func newKeeper() *keeper {
	k := &keeper{jobs: make(chan func())}
	go func() {
		runtime.LockOSThread()
		for job := range k.jobs {
			job()
		}
	}()
	return k
}

// do runs a function on the keeper's thread.
func (k *keeper) do(f func() error) error {
	done := make(chan error)
	k.jobs <- func() { done <- f() }
	return <-done
}

// populate fills the root of programs, while it still lies at box and the host's tree at host.
func (r *root) populate(host, box string) error {
	for _, dir := range []string{"etc", "dev", "proc", "mnt", scratchDir, readOnlyDir} {
		if err := os.MkdirAll(filepath.Join(box, dir), 0o755); err != nil {
			return err
		}
	}
	for _, dir := range systemDirs {
		if err := showSystem(filepath.Join(host, dir), filepath.Join(box, dir)); err != nil {
			return err
		}
	}
	for _, pattern := range systemConfig {
		matches, err := filepath.Glob(filepath.Join(host, "etc", pattern))
		if err != nil {
			return err
		}
		for _, match := range matches {
			if err := showSystem(match, filepath.Join(box, "etc", filepath.Base(match))); err != nil {
				return err
			}
		}
	}
	user := r.owner
	if user == 0 {
		user = os.Getuid()
	}
	for name, content := range etcFiles {
		if strings.Contains(content, "%") {
			content = fmt.Sprintf(content, user)
		}
		if err := os.WriteFile(filepath.Join(box, "etc", name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	for _, device := range devices {
		target := filepath.Join(box, "dev", device)
		if err := touch(target); err != nil {
			return err
		}
		// The host's tree denies devices, so these come from the original.
		if err := unix.Mount(filepath.Join("/dev", device), target, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("show /dev/%s: %w", device, err)
		}
	}
	for link, target := range map[string]string{
		"dev/fd": "/proc/self/fd", "dev/stdin": "/proc/self/fd/0", "dev/stdout": "/proc/self/fd/1",
		"dev/stderr": "/proc/self/fd/2", "dev/shm": scratchDir + "/shm", "tmp": scratchDir + "/tmp",
		"var/tmp": scratchDir + "/tmp",
	} {
		path := filepath.Join(box, link)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.Symlink(target, path); err != nil {
			return err
		}
	}
	// Programs see their own processes only, and nothing about the kernel.
	proc := filepath.Join(box, "proc")
	flags := uintptr(unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC)
	if err := unix.Mount("proc", proc, "proc", flags, "hidepid=invisible,subset=pid"); err != nil {
		return fmt.Errorf("mount /proc: %w", err)
	}
	if err := r.mountScratch(filepath.Join(box, scratchDir), filepath.Join(box, readOnlyDir)); err != nil {
		return err
	}
	return setReadOnly(box, true)
}

// showSystem shows a path of the host's tree: links as links, folders and files through mounts. What does not exist, or
// is no folder, file or link, is left out.
func showSystem(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return nil
	}
	switch {
	case info.Mode().Type() == fs.ModeSymlink:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		// A link out of the shown folders (localtime on some systems) would dangle; it does no harm.
		return os.Symlink(target, to)
	case info.IsDir():
		if err := os.Mkdir(to, 0o755); err != nil {
			return err
		}
	case info.Mode().IsRegular():
		if err := touch(to); err != nil {
			return err
		}
	default:
		return nil
	}
	if err := unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("show %s: %w", to, err)
	}
	return nil
}

// arrange makes the box show exactly the wanted folders. Consecutive runs mostly want the same ones.
func (r *root) arrange(wanted []bind) error {
	stale := map[string]bind{}
	for path, b := range r.binds {
		if !slices.Contains(wanted, b) {
			stale[path] = b
		}
	}
	missing := slices.DeleteFunc(slices.Clone(wanted), func(b bind) bool { return r.binds[b.Path] == b })
	if len(stale)+len(missing) == 0 {
		return nil
	}
	return r.keeper.do(func() error { return r.rearrange(stale, missing) })
}

func (r *root) rearrange(stale map[string]bind, missing []bind) error {
	for path := range stale {
		if err := unix.Unmount(path, unix.MNT_DETACH); err != nil {
			return fmt.Errorf("hide %s: %w", path, err)
		}
		delete(r.binds, path)
	}
	if len(missing) == 0 {
		return nil
	}
	if err := setReadOnly("/", false); err != nil {
		return err
	}
	return errors.Join(r.showAll(missing), setReadOnly("/", true))
}

func (r *root) showAll(missing []bind) error {
	for _, b := range missing {
		if err := r.show(b); err != nil {
			return fmt.Errorf("show %s as %s: %w", b.Host, b.Path, err)
		}
		r.binds[b.Path] = b
	}
	return nil
}

// show mounts one folder of the host's tree.
func (r *root) show(b bind) error {
	source, err := openBeneath(r.host, b.Host, unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return err
	}
	defer unix.Close(source)
	tree, err := unix.OpenTree(source, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH|unix.AT_RECURSIVE)
	if err != nil {
		return err
	}
	defer unix.Close(tree)
	if b.Writable {
		writable := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
		if err := unix.MountSetattr(tree, "", unix.AT_EMPTY_PATH, &writable); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(b.Path, 0o755); err != nil {
		return err
	}
	path, err := filepath.EvalSymlinks(b.Path)
	if err != nil {
		return err
	}
	if strings.HasPrefix(path, scratchDir+"/") {
		r.inScratch = append(r.inScratch, b.Path)
	}
	return unix.MoveMount(tree, "", unix.AT_FDCWD, b.Path, unix.MOVE_MOUNT_F_EMPTY_PATH)
}

// openInput opens a file of the host for reading. The descriptor belongs to a read-only mount, so that reopening it
// through /proc/self/fd cannot write either, whoever owns the file.
func (r *root) openInput(path string) (int, error) {
	// A named pipe would block the init until somebody writes.
	fd, err := openBeneath(r.host, path, unix.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK)
	if err != nil {
		return -1, err
	}
	var stat unix.Stat_t
	err = unix.Fstat(fd, &stat)
	if err == nil && stat.Mode&unix.S_IFMT != unix.S_IFREG {
		err = fmt.Errorf("input %s is not a regular file", path)
	}
	if err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// boxPath is where a mount appears to programs.
func boxPath(mount sandbox.Mount) string {
	if mount.SamePath {
		return mount.Host
	}
	return filepath.Join(mountDir, mount.Name)
}

func setReadOnly(path string, readOnly bool) error {
	attr := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
	if readOnly {
		attr = unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, path, 0, &attr); err != nil {
		return fmt.Errorf("change the mount of %s: %w", path, err)
	}
	return nil
}

func mountTmpfs(path, options string) error {
	if err := unix.Mount("tmpfs", path, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return fmt.Errorf("mount a tmpfs on %s: %w", path, err)
	}
	return nil
}

func touch(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return file.Close()
}
