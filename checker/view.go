package checker

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// View shows files of the host to one run of a program in a box. Files of one directory share a mount, so that the
// set of mounts stays the same from case to case and the box can keep it.
type View struct {
	Box sandbox.Box
	// Scratch is an existing directory for this view's runs alone. Files that the program could not read, because it
	// runs as another user, are copied to the directory "shown" in it.
	Scratch string
	// Within is the directory of a package, or "". Links that lead out of it are not followed.
	Within string

	mounts []sandbox.Mount
}

// Mounts returns the mounts for Spec.Mounts.
func (v *View) Mounts() []sandbox.Mount { return v.mounts }

// File shows a file and returns its path for the program. name is used for a new mount or copy if the file needs one.
// The path "" stands for an empty file.
func (v *View) File(name, path string) (string, error) { return v.file(name, path, false) }

// Output is like File, for a file that a program has just written, in a directory of the judge's own.
func (v *View) Output(name, path string) (string, error) { return v.file(name, path, true) }

func (v *View) file(name, path string, own bool) (string, error) {
	if path == "" {
		shown, err := v.copy(name, nil)
		if err != nil {
			return "", fmt.Errorf("show an empty %s: %w", name, err)
		}
		return v.show(sandbox.Mount{Name: name, Own: true}, shown), nil
	}
	// A mount holds one directory, so a symbolic link would lead nowhere in the box.
	target, err := v.resolve(path)
	if err != nil {
		return "", fmt.Errorf("show %s: %w", name, err)
	}
	if readable, err := worldReadable(target); err != nil {
		return "", fmt.Errorf("show %s: %w", name, err)
	} else if readable {
		return v.show(sandbox.Mount{Name: name, Direct: true, Own: own}, target), nil
	}
	source, err := fsutil.OpenWithin(v.Within, path)
	if err != nil {
		return "", fmt.Errorf("show %s: %w", name, err)
	}
	defer source.Close()
	shown, err := v.copy(name, source)
	if err != nil {
		return "", fmt.Errorf("show %s: %w", name, err)
	}
	return v.show(sandbox.Mount{Name: name, Own: true}, shown), nil
}

// Folder shows a directory that the program may write to, and returns its path for the program.
func (v *View) Folder(name, path string) string {
	mount := sandbox.Mount{Name: name, Host: path, Writable: true}
	v.mounts = append(v.mounts, mount)
	return v.Box.Path(mount)
}

// resolve follows the links of a path. For a file of the package they may not lead out of it.
func (v *View) resolve(path string) (string, error) {
	if v.Within == "" || !fsutil.IsBelow(v.Within, path) {
		return filepath.EvalSymlinks(path)
	}
	dir, below, err := fsutil.ResolveWithin(v.Within, path)
	return filepath.Join(dir, below), err
}

// show shows the directory of a file, by completing the given mount.
func (v *View) show(mount sandbox.Mount, path string) string {
	dir, base := filepath.Split(path)
	mount.Host = filepath.Clean(dir)
	for _, other := range v.mounts {
		if other.Host == mount.Host && !other.Writable {
			return v.Box.Path(other, base)
		}
	}
	v.mounts = append(v.mounts, mount)
	return v.Box.Path(mount, base)
}

// worldReadable reports whether any user can read a file, given that its directory is reached through a mount.
func worldReadable(path string) (bool, error) {
	file, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return false, err
	}
	return file.Mode()&0o004 != 0 && folder.Mode()&0o001 != 0, nil
}

// copy writes the content of source, or nothing for nil, to a file that all users can read.
func (v *View) copy(name string, source io.Reader) (string, error) {
	dir := filepath.Join(v.Scratch, "shown")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	target, err := os.Create(path)
	if err != nil {
		return "", err
	}
	if source != nil {
		_, err = io.Copy(target, source)
	}
	// The umask may have removed bits from the directory and the file.
	return path, errors.Join(err, target.Close(), os.Chmod(path, 0o644), os.Chmod(dir, 0o755))
}
