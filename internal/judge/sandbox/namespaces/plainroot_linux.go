package namespaces

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// plainRoot is the file system of a box without namespaces: the host's, of which Landlock lets programs open the system's
// directories, what the run shows, and directories of the box's own:
//
//	box/grundy-work-run  the working directory
//	box/shared, box/tmp
//	stdin                the copied input of a run
//
// The last is below no directory that programs may write to.
type plainRoot struct {
	runFiles
	input  *os.File    // stdin, open for writing
	system []permitted // open in each run
	shown  []permitted // in this run
	limit  bytesize.Size
	count  fileCount
	hiding hiding
}

// permitted is a file or directory that programs may use.
type permitted struct {
	fd     int
	rights uint64
}

// plainSubdirs are the directories that programs can write to.
var plainSubdirs = [...]string{plainWork, "shared", "tmp"}

const plainWork = sandbox.WorkPrefix + "run"

// boxDir returns the directory with those of programs.
func boxDir(anchor string) string { return filepath.Join(anchor, "box") }

func newPlainRoot(box setup) (*plainRoot, error) {
	r := &plainRoot{runFiles: runFiles{dir: boxDir(box.Anchor), name: plainWork}}
	var err error
	if r.host, err = openFolder("/"); err != nil {
		return nil, err
	}
	if r.outputs, err = openFolder(filepath.Dir(box.Anchor)); err != nil {
		return nil, err
	}
	if r.input, err = os.OpenFile(filepath.Join(box.Anchor, inputName), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600); err != nil {
		return nil, err
	}
	settings, err := listConfig("/etc")
	if err != nil {
		return nil, err
	}
	for _, name := range append(settings, openssl) {
		r.permit(filepath.Join("/etc", name), useRights)
	}
	for _, dir := range systemDirs {
		r.permit(filepath.Join("/", dir), useRights)
	}
	for _, device := range devices {
		if unmappable[device] == "" {
			r.permit(filepath.Join("/dev", device), fileRights|unix.LANDLOCK_ACCESS_FS_READ_FILE)
		}
	}
	// The init changes modes for programs that ask for it, so it must be allowed to.
	return r, errors.Join(r.clear(), os.Chmod(r.dir, 0o700))
}

// openssl is a setting that Node does without if it does not exist, but not if it cannot be read.
const openssl = "ssl/openssl.cnf"

// permit permits a path of the system, if it exists.
func (r *plainRoot) permit(path string, rights uint64) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	var stat unix.Stat_t
	if err != nil || unix.Fstat(fd, &stat) != nil {
		return
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= onFiles
	}
	r.system = append(r.system, permitted{fd, rights})
}

func (r *plainRoot) start(bool) string { return r.work() }

// environment redirects variables that lead to /tmp, which all users share.
func (r *plainRoot) environment(env []string) []string {
	return sandbox.OwnTemporary(env, filepath.Join(r.dir, "tmp"))
}

// refresh has nothing to do, since clear comes after each run.
func (r *plainRoot) refresh() error { return nil }

func (r *plainRoot) clear() error {
	if err := r.input.Truncate(0); err != nil {
		return err
	}
	if err := fsutil.RemoveAll(r.dir); err != nil {
		return err
	}
	for _, name := range append([]string{""}, plainSubdirs[:]...) {
		if err := os.Mkdir(filepath.Join(r.dir, name), 0o700); err != nil {
			return err
		}
	}
	return nil
}

func (r *plainRoot) arrange(wanted []bind) error {
	for _, old := range r.shown {
		unix.Close(old.fd)
	}
	r.shown = nil
	for _, b := range wanted {
		resolve := uint64(unix.RESOLVE_IN_ROOT)
		if b.Direct {
			resolve |= unix.RESOLVE_NO_SYMLINKS
		}
		fd, err := openResolved(r.host, b.Host, unix.O_PATH|unix.O_DIRECTORY, resolve)
		if err != nil {
			return fmt.Errorf("show %s: %w", b.Host, err)
		}
		r.shown = append(r.shown, permitted{fd, useRights})
	}
	return nil
}

func (r *plainRoot) resize(size bytesize.Size) error {
	r.limit, r.count, r.hiding = size, fileCount{}, hiding{}
	return nil
}

func (r *plainRoot) grant(rules ruleset, req *request, stdio streams) error {
	errs := []error{rules.allowStream(stdio.fds[0], unix.LANDLOCK_ACCESS_FS_READ_FILE)}
	for _, list := range [][]permitted{r.system, r.shown} {
		for _, p := range list {
			errs = append(errs, rules.allow(p.fd, p.rights))
		}
	}
	for _, name := range plainSubdirs {
		rights := uint64(folderRights | useRights)
		if name == plainWork && req.ReadOnlyWork {
			rights = useRights
		}
		errs = append(errs, rules.allowBelow(filepath.Join(r.dir, name), rights))
	}
	return errors.Join(errs...)
}

// openInput copies the file, whatever its size: its own name would reveal which test it is, and its owner could change
// its mode.
func (r *plainRoot) openInput(file int, offset int64, _ string) (int, error) {
	if _, err := r.input.Seek(0, io.SeekStart); err != nil {
		return -1, err
	}
	if _, err := io.Copy(r.input, io.NewSectionReader(descriptor(file), offset, math.MaxInt64-offset)); err != nil {
		return -1, fmt.Errorf("copy the input: %w", err)
	}
	return openAt(unix.AT_FDCWD, r.input.Name(), unix.O_RDONLY)
}

// descriptor is an open file that belongs to others.
type descriptor int

func (d descriptor) ReadAt(buffer []byte, offset int64) (n int, err error) {
	err = uninterrupted(func() error { n, err = unix.Pread(int(d), buffer, offset); return err })
	if err == nil && n == 0 {
		err = io.EOF
	}
	return max(n, 0), err
}

// full returns false: the limit counts, not the room on the disk.
func (r *plainRoot) full() bool { return false }

// used counts files as memory, as boxes in memory do. At the end of a run there are no processes.
func (r *plainRoot) used(all []process) bytesize.Size {
	deleted, hides := deletedFiles(all, r.dir)
	if r.hiding.observe(hides) {
		return hidden
	}
	return r.count.weigh(r.dir, r.limit, len(all) == 0) + deleted
}

// fileCount counts the files in the directories of a run.
type fileCount struct {
	sum, limit bytesize.Size
	due        time.Time // when they are counted again
}

// filesShare is how many times longer than a counting the pause between two countings is.
const filesShare = 4

// hidden is the size of what cannot be counted, which only a program that hides it brings about.
const hidden = math.MaxInt64 / 4

// weigh sums what files take and an inodeSize for each. It stops counting above a limit.
func (c *fileCount) weigh(dir string, limit bytesize.Size, now bool) bytesize.Size {
	begun := time.Now()
	if !now && begun.Before(c.due) {
		return c.sum
	}
	c.sum, c.limit = 0, limit
	for _, name := range plainSubdirs {
		c.walk(unix.AT_FDCWD, filepath.Join(dir, name), 0)
	}
	end := time.Now()
	c.due = end.Add(filesShare * end.Sub(begun))
	return c.sum
}

// deepest bounds the depth of directories, each of which takes a descriptor.
const deepest = 8000

// walk adds what is in a directory, which no program can hide from its owner.
func (c *fileCount) walk(parent int, name string, depth int) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW
	fd, err := openAt(parent, name, flags)
	if errors.Is(err, unix.EACCES) && unix.Fchmodat(parent, name, 0o700, 0) == nil {
		fd, err = openAt(parent, name, flags)
	}
	if errors.Is(err, unix.EMFILE) || depth > deepest {
		c.sum = hidden
	}
	if err != nil {
		return // it is gone
	}
	defer unix.Close(fd)
	for _, name := range c.add(fd) {
		if c.limit > 0 && c.sum > c.limit {
			return
		}
		c.walk(fd, name, depth+1)
	}
}

// add adds the entries of a directory, and returns the names of directories among them.
func (c *fileCount) add(folder int) (folders []string) {
	var buffer [8192]byte
	for {
		n, err := unix.ReadDirent(folder, buffer[:])
		if n <= 0 || err != nil {
			return folders
		}
		_, _, names := unix.ParseDirent(buffer[:n], -1, nil)
		for _, name := range names {
			var stat unix.Stat_t
			if unix.Fstatat(folder, name, &stat, unix.AT_SYMLINK_NOFOLLOW) != nil {
				continue // it is gone
			}
			// All names of a file are here, since Landlock allows no link to others.
			c.sum += bytesize.Size(stat.Blocks*blockSize)/bytesize.Size(max(1, stat.Nlink)) + inodeSize
			if stat.Mode&unix.S_IFMT == unix.S_IFDIR {
				folders = append(folders, name)
			}
		}
		if c.limit > 0 && c.sum > c.limit {
			return nil
		}
	}
}

// deletedFiles sums the files of a directory that have no name any more and are open. It reports whether a process keeps
// its descriptors from the init.
func deletedFiles(all []process, dir string) (sum bytesize.Size, hides bool) {
	seen := map[uint64]bool{}
	for _, p := range all {
		names, err := os.ReadDir(p.dir + "/fd")
		if errors.Is(err, fs.ErrPermission) && p.resident > 0 {
			hides = true
		}
		for _, name := range names {
			path := p.dir + "/fd/" + name.Name()
			target, err := os.Readlink(path)
			if err != nil || !strings.HasPrefix(target, dir+"/") || !strings.HasSuffix(target, " (deleted)") {
				continue
			}
			var stat unix.Stat_t
			if unix.Stat(path, &stat) == nil && stat.Nlink == 0 && !seen[stat.Ino] {
				seen[stat.Ino] = true
				sum += bytesize.Size(stat.Blocks*blockSize) + inodeSize
			}
		}
	}
	return sum, hides
}

// hiding is how long processes of a run have kept their descriptors from the init. Each does for a moment, while it
// executes its program; one that executes a file which it may not read does so for good.
type hiding struct {
	last time.Time // when one was seen, if it was at the last look
	sum  time.Duration
}

// mostHiding is how long processes may hide together.
const mostHiding = time.Second

func (h *hiding) observe(hides bool) (tooLong bool) {
	now := time.Now()
	if !hides {
		h.last = time.Time{}
		return h.sum > mostHiding
	}
	if !h.last.IsZero() {
		h.sum += now.Sub(h.last)
	}
	h.last = now
	return h.sum > mostHiding
}
