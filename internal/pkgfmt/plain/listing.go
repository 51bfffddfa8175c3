package plain

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
)

// tree is a directory tree, each of its directories read once.
type tree struct {
	root     string // absolute
	resolved string // root without symbolic links
	dirs     map[string]map[string]fs.DirEntry
	links    map[string]fs.FileMode
	faults   problem.Diagnostics
}

func openTree(dir string) *tree {
	t := &tree{dirs: map[string]map[string]fs.DirEntry{}, links: map[string]fs.FileMode{}}
	root, err := filepath.Abs(dir)
	if err == nil {
		t.root = root
		t.resolved, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		t.fault("", fmt.Sprintf("cannot read the directory: %v", problem.Reason(err)), "give an existing directory of inputs and answers")
	}
	return t
}

// list returns the files of a directory below the root by name; none if it does not exist.
func (t *tree) list(dir string) map[string]fs.DirEntry {
	if files, done := t.dirs[dir]; done {
		return files
	}
	files := map[string]fs.DirEntry{}
	t.dirs[dir] = files
	if t.resolved == "" || dir != "" && !t.isDir(dir) {
		return files
	}
	entries, err := os.ReadDir(t.path(dir))
	if err != nil {
		t.fault(dir, fmt.Sprintf("cannot read the directory: %v", problem.Reason(err)), "make it readable")
	}
	for _, entry := range entries {
		if fsutil.IsDevice(entry.Name()) {
			t.fault(path.Join(dir, entry.Name()), "this file cannot be read", fsutil.DeviceHelp)
			continue
		}
		files[entry.Name()] = entry
	}
	return files
}

// isDir reports whether a name below the root is a directory, possibly through a link.
func (t *tree) isDir(name string) bool {
	parent, base := path.Split(name)
	entry, found := t.list(strings.TrimSuffix(parent, "/"))[base]
	if !found || entry.Type()&fs.ModeSymlink == 0 {
		return found && entry.IsDir()
	}
	return t.follow(name).IsDir()
}

// isFile reports whether a directory entry is a regular file, possibly through a link. A link that leaves the tree is a
// fault.
func (t *tree) isFile(dir string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	return t.follow(path.Join(dir, entry.Name())).IsRegular()
}

// follow returns the type of the target of a symbolic link. A target outside the tree would make the data depend on the
// machine, and could show a program any file of the user.
func (t *tree) follow(name string) fs.FileMode {
	if mode, done := t.links[name]; done {
		return mode
	}
	t.links[name] = fs.ModeIrregular
	target, err := filepath.EvalSymlinks(t.path(name))
	if err != nil {
		t.fault(name, fmt.Sprintf("broken symbolic link: %v", problem.Reason(err)), "repair or remove it")
		return fs.ModeIrregular
	}
	if !fsutil.IsBelow(t.resolved, target) {
		t.fault(name, "symbolic link that leads out of the directory", "copy the file into the directory")
		return fs.ModeIrregular
	}
	if info, err := os.Stat(target); err == nil {
		t.links[name] = info.Mode().Type()
	}
	return t.links[name]
}

// path is the absolute path of a slash-separated name below the root.
func (t *tree) path(name string) string { return filepath.Join(t.root, filepath.FromSlash(name)) }

func (t *tree) fault(file, message, help string) {
	t.faults = append(t.faults, problem.Diagnostic{Level: problem.Error, File: file, Message: message, Help: help})
}
