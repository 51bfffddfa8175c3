package namespaces

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// A program must not change its input, lock it, or learn its name from /proc/self/fd/0. So it does not get the file
// itself, but a copy, which up to some size is cheaper than a mount, or else a mount that consists of this one file.
// Both are read-only, which protects modes, times and attributes even if the program owns the file.

// maxCopied is the size up to which a copy is cheaper than a mount, which costs some 80 µs.
const maxCopied = 256 * bytesize.KiB

// input is standard input on its way to the init: a regular file, the reading end of a pipe, or nothing.
type input struct {
	file, pipe *os.File
	offset     int64  // in the file
	path       string // of a file that is too large to be copied
	opened     []*os.File
}

// close closes what was opened for the run.
func (in *input) close() {
	for _, file := range in.opened {
		file.Close()
	}
}

// openInput prepares standard input. The caller must close it even if this fails.
func openInput(from sandbox.Input) (in input, err error) {
	file := from.File()
	if path := from.Path(); path != "" {
		// A named pipe would block until it has a writer.
		if file, err = os.OpenFile(path, os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0); err != nil {
			return in, err
		}
		in.opened = append(in.opened, file)
	}
	if file == nil {
		in.pipe = from.Pipe()
		return in, nil
	}
	fd := int(file.Fd())
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return in, fmt.Errorf("input %s: %w", file.Name(), err)
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFREG {
		if from.Path() != "" {
			return in, fmt.Errorf("input %s is not a regular file", file.Name())
		}
		return in, in.relay(file)
	}
	if in.offset, err = unix.Seek(fd, 0, io.SeekCurrent); err != nil {
		return in, fmt.Errorf("input %s: %w", file.Name(), err)
	}
	if stat.Size-in.offset > int64(maxCopied) {
		if in.path = pathOf(fd); in.path == "" {
			return in, in.relay(file)
		}
	}
	in.file = file
	return in, nil
}

// pathOf returns the path of an open file, or "" if it no longer has one.
func pathOf(fd int) string {
	path, err := os.Readlink(fdPath(fd))
	if err != nil {
		return ""
	}
	named, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer unix.Close(named)
	if !sameFile(fd, named) {
		return ""
	}
	return path
}

// sameFile reports whether two descriptors refer to the same file.
func sameFile(a, b int) bool {
	var one, other unix.Stat_t
	return unix.Fstat(a, &one) == nil && unix.Fstat(b, &other) == nil && one.Dev == other.Dev && one.Ino == other.Ino
}

// relay makes the input a pipe into which the file is copied until the run is over. The copying goroutine may then
// still wait for a terminal or a pipe, as long as the judge lives.
func (in *input) relay(file *os.File) error {
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	in.pipe, in.opened = reader, append(in.opened, reader)
	go func() {
		// A read error, or a reader that has gone, ends the input.
		_, _ = io.Copy(writer, file)
		writer.Close()
	}()
	return nil
}

// inputFile holds the file through which programs get copied inputs: a file in a tmpfs outside their root. No program can
// change it in a way that the next one sees, so it is reused.
type inputFile struct {
	folder int // its directory, read-only
	file   int // writable
	buffer []byte
}

// inputName is the name of the input as programs see it.
const inputName = "stdin"

// newInputFile creates the file in a tmpfs.
func newInputFile(dir string) (inputFile, error) {
	file, err := unix.Open(filepath.Join(dir, inputName), unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_CLOEXEC, 0o444)
	if err != nil {
		return inputFile{}, err
	}
	folder, err := unix.OpenTree(unix.AT_FDCWD, dir, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
	if err != nil {
		return inputFile{}, err
	}
	readOnly := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	return inputFile{folder, file, nil}, unix.MountSetattr(folder, "", unix.AT_EMPTY_PATH, &readOnly)
}

// lay opens a copy of a file, from an offset on.
func (d *inputFile) lay(file int, offset int64) (int, error) {
	if d.buffer == nil {
		d.buffer = make([]byte, maxCopied+1)
	}
	size := 0
	for {
		n, err := unix.Pread(file, d.buffer[size:], offset+int64(size))
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return -1, fmt.Errorf("read the input: %w", err)
		}
		if size += n; n == 0 {
			break
		}
		if size == len(d.buffer) {
			return -1, errors.New("the input grew while it was read")
		}
	}
	if err := unix.Ftruncate(d.file, int64(size)); err != nil {
		return -1, fmt.Errorf("copy the input: %w", os.NewSyscallError("ftruncate", err))
	}
	if n, err := unix.Pwrite(d.file, d.buffer[:size], 0); err != nil || n != size {
		return -1, fmt.Errorf("copy the input: %d of %d bytes, %w", n, size, err)
	}
	return unix.Openat(d.folder, inputName, unix.O_RDONLY|unix.O_CLOEXEC, 0)
}

// openInput opens a file anew for a program, from an offset on. path is given for a file that is too large to be
// copied.
func (r *root) openInput(file int, offset int64, path string) (int, error) {
	if path == "" {
		return r.desk.lay(file, offset)
	}
	opened := -1
	err := r.keeper.do(func() (err error) {
		opened, err = r.mountInput(file, path)
		return err
	})
	if err == nil {
		_, err = unix.Seek(opened, offset, io.SeekStart)
	}
	return opened, err
}

// mountInput opens a file of the host through a mount of its own, which only the descriptor keeps alive.
func (r *root) mountInput(file int, path string) (int, error) {
	folder, err := openBeneath(r.host, filepath.Dir(path), unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return -1, err
	}
	defer unix.Close(folder)
	if err := r.inputs.show(r.overlay, folder); err != nil {
		return -1, fmt.Errorf("show the directory of the input: %w", err)
	}
	source, err := openResolved(r.inputs.tree, filepath.Base(path), unix.O_PATH, unix.RESOLVE_BENEATH|unix.RESOLVE_NO_SYMLINKS)
	if err != nil {
		return -1, err
	}
	defer unix.Close(source)
	var shown, wanted unix.Stat_t
	if err := errors.Join(unix.Fstat(source, &shown), unix.Fstat(file, &wanted)); err != nil {
		return -1, err
	}
	if !sameNumber(shown.Ino, wanted.Ino) { // an overlay has another number for the device
		return -1, fmt.Errorf("input %s was replaced while it was opened", path)
	}
	mounted, err := unix.OpenTree(source, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH)
	if err != nil {
		return -1, fmt.Errorf("mount the input: %w", err)
	}
	defer unix.Close(mounted)
	return openAt(unix.AT_FDCWD, fdPath(mounted), unix.O_RDONLY)
}

// sameNumber reports whether an overlay file system shows the inode number of a file below it. It puts the layer into
// the highest bits if the number leaves them free ("Inode properties" in the kernel's documentation of overlayfs).
func sameNumber(shown, below uint64) bool {
	const layerBits = 8
	return shown == below || shown<<layerBits == below<<layerBits
}

// inputs is the mount of the last large input's directory, out of the programs' reach. Only an attached mount can be
// mounted once more.
type inputs struct {
	place int // descriptor of the directory below the mount
	tree  int // descriptor of the mount; -1 before the first one
	snapshot
}

// newInputs creates the mount point in a tmpfs.
func newInputs(dir string) (inputs, error) {
	path := filepath.Join(dir, "inputs")
	if err := os.Mkdir(path, 0o755); err != nil {
		return inputs{}, err
	}
	place, err := openFolder(path)
	return inputs{place: place, tree: -1, snapshot: snapshot{folder: -1}}, err
}

// show mounts a directory of the host, unless it is already mounted.
func (in *inputs) show(o overlay, folder int) error {
	if in.tree >= 0 && sameFile(in.folder, folder) && !in.outdated() {
		return nil
	}
	if err := in.hide(); err != nil {
		return err
	}
	var err error
	if in.snapshot, err = newSnapshot(folder); err != nil {
		return err
	}
	if in.tree, err = o.mount(folder); err != nil {
		return err
	}
	return unix.MoveMount(in.tree, "", in.place, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
}

func (in *inputs) hide() error {
	if in.tree < 0 {
		return nil
	}
	if err := unix.Unmount(fdPath(in.tree), unix.MNT_DETACH); err != nil {
		return err
	}
	in.close()
	unix.Close(in.tree)
	in.tree = -1
	return nil
}
