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

// View shows files of the host to one run of a program in a box. Files of one folder share a mount, so that the set of
// mounts stays the same from case to case and the box can keep it.
type View struct {
	Box sandbox.Box
	// Scratch is an existing folder that this view's runs have for themselves. Files that the program could not
	// read, because it runs under another user, are copied to the folder "shown" in it.
	Scratch string
	// Within is the folder of a package, or "". Links in it that lead out of it are not followed.
	Within string

	mounts []sandbox.Mount
}

// Mounts returns what the program must be given in Spec.Mounts.
func (v *View) Mounts() []sandbox.Mount { return v.mounts }

// File shows a file and returns where the program finds it. The name is that of the mount, should it need a new one,
// and of the copy, should it need one. The path "" stands for an empty file.
func (v *View) File(name, path string) (string, error) { return v.file(name, path, false) }

// Output shows, as File does, a file that some program has just printed to, in a folder of the judge's own.
func (v *View) Output(name, path string) (string, error) { return v.file(name, path, true) }

func (v *View) file(name, path string, own bool) (string, error) {
	if path == "" {
		shown, err := v.copy(name, nil)
		if err != nil {
			return "", fmt.Errorf("show an empty %s: %w", name, err)
		}
		return v.show(sandbox.Mount{Name: name, Own: true}, shown), nil
	}
	// A mount holds one folder, so a symbolic link would lead nowhere in the box.
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

// Folder shows a folder that the program may write to, and returns where the program finds it.
func (v *View) Folder(name, path string) string {
	mount := sandbox.Mount{Name: name, Host: path, Writable: true}
	v.mounts = append(v.mounts, mount)
	return v.Box.Path(mount)
}

// resolve follows the links of a path, which may not lead out of the package if it is one of its files.
func (v *View) resolve(path string) (string, error) {
	if relative, err := filepath.Rel(v.Within, path); v.Within == "" || err != nil || !filepath.IsLocal(relative) {
		return filepath.EvalSymlinks(path)
	}
	dir, below, err := fsutil.ResolveWithin(v.Within, path)
	return filepath.Join(dir, below), err
}

// show shows the folder of a file, with a mount that lacks but that folder.
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

// worldReadable tells whether any user can read a file, given that its folder is reached through a mount.
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

// copy writes what source holds, nothing for nil, to a file that everyone can read.
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
	// The umask may have taken bits from the folder and the file.
	return path, errors.Join(err, target.Close(), os.Chmod(path, 0o644), os.Chmod(dir, 0o755))
}
