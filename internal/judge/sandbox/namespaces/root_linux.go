package namespaces

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// The file system of an init:
//
//	/host     the host's, read-only, out of the programs' reach: the source of mounts, copies and large inputs
//	/etc      the host's settings, of which programs see some
//	/inputs   the directory of a large input
//	/none     an empty directory, see overlay
//	/stdin    a file for the input of a run, see desk
//	/box      the root of programs, read-only
//	/box/box  a tmpfs with work/, shared/, tmp/ and shm/, fresh for every run
//
// The init's own thread changes its root to /box, and programs inherit that. It keeps a descriptor of /host.

// Paths as programs see them.
const (
	scratchDir  = "/box"
	workDir     = sandbox.WorkDir
	sharedDir   = "/box/shared"
	readOnlyDir = "/box-ro"
	mountDir    = "/mnt"
)

// systemDirs are shown as a whole. On merged-/usr systems most are symbolic links.
var systemDirs = []string{"bin", "lib", "lib32", "lib64", "libx32", "sbin", "usr", "nix/store", "gnu"}

// systemConfig are patterns of what programs may see of /etc: what toolchains need, but no data about people.
var systemConfig = []string{
	"alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "java*", "mono", "ghc", "python*", "perl",
	"php*", "ruby*", "R", "julia", "fpc*.cfg", "lisp-config.lisp", "common-lisp", "swi-prolog", "racket", "erlang",
	"gnucobol*", "nim", "ldc2.conf", "dmd.conf", "dotnet", "octave*", "ocamlfind.conf", "groovy",
}

// devices are visible in /dev.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// unmappable replaces devices where no cgroup counts memory: shared mappings of /dev/zero are memory that belongs to
// no file and no process. /dev/full also yields zeros, and cannot be mapped.
var unmappable = map[string]string{"zero": "full"}

// etcFiles are written so that a program finds a user without seeing the host's.
var etcFiles = map[string]string{
	"passwd": "root:x:0:0:root:/:/usr/sbin/nologin\ngrundy:x:%[1]d:%[1]d:grundy:/box/work:/bin/sh\n",
	"group":  "root:x:0:\ngrundy:x:%[1]d:\n",
	"hosts":  "127.0.0.1 localhost\n::1 localhost\n",
}

// root is the file system of a box.
type root struct {
	runFiles
	overlay overlay
	desk    inputFile
	inputs  inputs
	binds   map[string]shown // by path in the box
	// inScratch are the paths of binds that lie within the tmpfs and vanish with it: /tmp leads there.
	inScratch []string
	uncounted bool          // no cgroup counts memory
	clean     scratchState  // state of the tmpfs when nothing was left in it
	laid      []copiedFile  // the files that are part of that state
	inode     uint64        // of the last file that the init created in it
	size      bytesize.Size // bound of the tmpfs; 0 for the kernel's default
	keeper    *helperThread
}

// newRoot builds the file system and moves the calling thread into it. The thread must be locked.
func newRoot(box setup, k *helperThread) (*root, error) {
	var r *root
	err := k.do(func() (err error) {
		if r, err = buildRoot(box); err != nil {
			return err
		}
		return enterRoot()
	})
	if err != nil {
		return nil, err
	}
	r.keeper = k
	return r, errors.Join(leaveMounts(), enterRoot())
}

// buildRoot builds the file system. The outer root, which holds the host's tree and the box, becomes that of all
// threads.
func buildRoot(setup setup) (*root, error) {
	anchor := setup.Anchor
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return nil, fmt.Errorf(makePrivate+": %w", err)
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
	outputs, err := unix.OpenTree(unix.AT_FDCWD, filepath.Dir(anchor), unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("clone the judge's scratch directory: %w", err)
	}
	if err := mountTmpfs(anchor, "size=1m,mode=755"); err != nil {
		return nil, err
	}
	desk, err := newInputFile(anchor)
	if err != nil {
		return nil, fmt.Errorf("make a place for inputs: %w", err)
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
	r := &root{
		runFiles: runFiles{dir: scratchDir, name: "work", owner: setup.DropTo, outputs: outputs},
		desk:     desk, binds: map[string]shown{}, uncounted: setup.Cgroup == noCgroup,
	}
	if r.host, err = openFolder(host); err != nil {
		return nil, err
	}
	if r.overlay, err = newOverlay(anchor, host, r.host); err != nil {
		return nil, fmt.Errorf("prepare to show directories: %w", err)
	}
	if r.inputs, err = newInputs(anchor); err != nil {
		return nil, fmt.Errorf("make a place for inputs: %w", err)
	}
	if err := r.populate(anchor, host, box); err != nil {
		return nil, err
	}
	// The usual trick: the old root ends up stacked below the new one and is detached.
	if err := unix.Chdir(anchor); err != nil {
		return nil, os.NewSyscallError("chdir", err)
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return nil, fmt.Errorf("change the root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return nil, fmt.Errorf("detach the old root: %w", err)
	}
	return r, nil
}

// leaveMounts gives the calling thread, and so programs, an empty mount namespace, while its directories stay those
// of the keeper's. Paths still work, but /proc/self/mountinfo, which lists the mounts in the namespace of a process,
// does not reveal where on the host they lead.
func leaveMounts() error {
	kept, err := unix.Open("/", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(kept)
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("make a mount namespace for programs: %w", err)
	}
	for _, copied := range []string{"/host", "/etc", "/box"} {
		if err := unix.Unmount(copied, unix.MNT_DETACH); err != nil {
			return fmt.Errorf("empty the mount namespace of programs: unmount %s: %w", copied, err)
		}
	}
	if err := unix.Fchdir(kept); err != nil {
		return os.NewSyscallError("fchdir", err)
	}
	return os.NewSyscallError("chroot", unix.Chroot("."))
}

// enterRoot makes the box the root directory of the calling thread alone.
func enterRoot() error {
	if err := unix.Unshare(unix.CLONE_FS); err != nil {
		return os.NewSyscallError("unshare", err)
	}
	if err := unix.Chroot("/box"); err != nil {
		return os.NewSyscallError("chroot", err)
	}
	return os.NewSyscallError("chdir", unix.Chdir("/"))
}

// populate fills the root of programs while it still lies at box, the host's tree at host, and both in the directory
// outer.
func (r *root) populate(outer, host, box string) error {
	for _, dir := range []string{"etc", "dev", "proc", "mnt", scratchDir, readOnlyDir} {
		if err := os.MkdirAll(filepath.Join(box, dir), 0o755); err != nil {
			return err
		}
	}
	for _, dir := range systemDirs {
		if err := showSystem(filepath.Join(host, dir), filepath.Join(box, dir), r.mountFolder); err != nil {
			return err
		}
	}
	// An overlay cannot consist of a single file.
	settings := filepath.Join(outer, "etc")
	if err := showSystem(filepath.Join(host, "etc"), settings, r.mountFolder); err != nil {
		return err
	}
	shown, err := listConfig(settings)
	if err != nil {
		return err
	}
	for _, name := range shown {
		if err := showSystem(filepath.Join(settings, name), filepath.Join(box, "etc", name), bindPath); err != nil {
			return err
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
	if err := r.makeDevices(filepath.Join(box, "dev")); err != nil {
		return err
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
	// Programs see only their own processes, and nothing about the kernel.
	proc := filepath.Join(box, "proc")
	flags := uintptr(unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC)
	if err := unix.Mount("proc", proc, "proc", flags, "hidepid=invisible,subset=pid"); err != nil {
		return fmt.Errorf(mountProc+": %w", err)
	}
	if err := r.mountScratch(filepath.Join(box, scratchDir), filepath.Join(box, readOnlyDir)); err != nil {
		return err
	}
	return errors.Join(setReadOnly(filepath.Join(box, "dev"), true), setReadOnly(box, true))
}

// listConfig lists what matches systemConfig in a directory. It reads the directory once, where a glob for each pattern would
// read it each time.
func listConfig(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		matches := func(pattern string) bool {
			ok, _ := filepath.Match(pattern, entry.Name())
			return ok
		}
		if slices.ContainsFunc(systemConfig, matches) {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

// makeDevices creates nodes in a tmpfs of their own, so that the box has its own locks. Users who may not create
// nodes get the host's.
func (r *root) makeDevices(dir string) error {
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NOEXEC, "size=64k,mode=755"); err != nil {
		return fmt.Errorf("mount a tmpfs on /dev: %w", err)
	}
	for _, device := range devices {
		source, target := filepath.Join("/dev", device), filepath.Join(dir, device)
		if r.uncounted {
			source = filepath.Join("/dev", cmp.Or(unmappable[device], device))
		}
		var stat unix.Stat_t
		if err := unix.Stat(source, &stat); err != nil {
			return fmt.Errorf("show /dev/%s: %w", device, err)
		}
		if unix.Mknod(target, unix.S_IFCHR|0o666, int(stat.Rdev)) == nil {
			if err := os.Chmod(target, 0o666); err != nil {
				return err
			}
			continue
		}
		if err := touch(target); err != nil {
			return err
		}
		// The host's tree denies devices, so these come from the original.
		if err := unix.Mount(source, target, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("show /dev/%s: %w", device, err)
		}
		// Read-only devices can still be written to, but their times and modes, which all users see, stay unchanged.
		if err := setReadOnly(target, true); err != nil {
			return err
		}
	}
	return nil
}

// showSystem shows a path of the host's tree: links as links, directories and files through mounts. It leaves out
// missing and special files, and the targets of links, which may lead out of the tree.
func showSystem(from, to string, mount func(from, to string) error) error {
	if parent, err := os.Lstat(filepath.Dir(from)); err != nil || !parent.IsDir() {
		return nil
	}
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
		// A link out of the shown directories (localtime on some systems) dangles, which is harmless.
		return os.Symlink(target, to)
	case info.IsDir():
		if err := os.MkdirAll(to, 0o755); err != nil {
			return err
		}
	case info.Mode().IsRegular():
		if err := touch(to); err != nil {
			return err
		}
	default:
		return nil
	}
	if err := mount(from, to); err != nil {
		return fmt.Errorf("show %s: %w", to, err)
	}
	return nil
}

func bindPath(from, to string) error { return unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, "") }

// mountFolder mounts a directory of the host's tree, with locks of the box's own.
func (r *root) mountFolder(from, to string) error {
	source, err := openFolder(from)
	if err != nil {
		return err
	}
	defer unix.Close(source)
	tree, err := r.overlay.mount(source)
	if err != nil {
		return err
	}
	defer unix.Close(tree)
	return attach(tree, to)
}

// attach attaches a mount to a path.
func attach(tree int, path string) error {
	return os.NewSyscallError("move_mount", unix.MoveMount(tree, "", unix.AT_FDCWD, path, unix.MOVE_MOUNT_F_EMPTY_PATH))
}

// shown is a directory of the host in the box.
type shown struct {
	bind
	snapshot
}

// arrange makes the box show exactly the wanted directories. Consecutive runs mostly want the same ones.
func (r *root) arrange(wanted []bind) error {
	stale := map[string]shown{}
	for path, s := range r.binds {
		if !slices.Contains(wanted, s.bind) || s.outdated() {
			stale[path] = s
		}
	}
	missing := slices.DeleteFunc(slices.Clone(wanted), func(b bind) bool {
		_, gone := stale[b.Path]
		return !gone && r.binds[b.Path].bind == b
	})
	if len(stale)+len(missing) == 0 {
		return nil
	}
	return r.keeper.do(func() error { return r.rearrange(stale, missing) })
}

func (r *root) rearrange(stale map[string]shown, missing []bind) error {
	for path := range stale {
		if err := unix.Unmount(path, unix.MNT_DETACH); err != nil {
			return fmt.Errorf("hide %s: %w", path, err)
		}
		r.forget(path)
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
	}
	return nil
}

// forget records that a directory is no longer shown, if it was.
func (r *root) forget(path string) {
	if s, found := r.binds[path]; found {
		s.close()
		delete(r.binds, path)
	}
}

// show mounts one directory of the host's tree.
func (r *root) show(b bind) error {
	resolve := uint64(unix.RESOLVE_IN_ROOT)
	if b.Direct {
		resolve |= unix.RESOLVE_NO_SYMLINKS
	}
	source, err := openResolved(r.host, b.Host, unix.O_PATH|unix.O_DIRECTORY, resolve)
	if err != nil {
		return err
	}
	defer unix.Close(source)
	mount, now := cloneTree, snapshot{folder: -1}
	if !b.Own {
		mount = r.overlay.mount
		if now, err = newSnapshot(source); err != nil {
			return err
		}
	}
	if err := r.place(source, b.Path, mount); err != nil {
		now.close()
		return err
	}
	r.binds[b.Path] = shown{b, now}
	return nil
}

// place mounts a directory at a path of the box.
func (r *root) place(folder int, path string, mount func(int) (int, error)) error {
	tree, err := mount(folder)
	if err != nil {
		return err
	}
	defer unix.Close(tree)
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	if strings.HasPrefix(resolved, scratchDir+"/") {
		r.inScratch = append(r.inScratch, path)
	}
	return attach(tree, path)
}

// boxPath returns where programs see a mount.
func boxPath(mount sandbox.Mount) string {
	switch {
	case mount.Writable:
		return sharedDir
	case mount.SamePath:
		return mount.Host
	}
	return filepath.Join(mountDir, mount.Name)
}

// start returns the directory in which programs start.
func (r *root) start(readOnly bool) string {
	if readOnly {
		return readOnlyDir
	}
	return r.work()
}

func (r *root) environment(env []string) []string { return env }

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

const tmpfsFlags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOATIME

func mountTmpfs(path, options string) error {
	if err := unix.Mount("tmpfs", path, "tmpfs", tmpfsFlags, options); err != nil {
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
