package cache

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// manifest lists the files of an entry with their sizes. A crash of the machine can leave files empty or short under
// their final names; comparing sizes finds that out without reading them.
type manifest map[string]int64

// seal makes an entry's folders and files readable for whoever a sandbox runs as, whatever the umask was, and lists
// the files. Entries hold only folders and regular files.
func seal(dir string) (manifest, error) {
	files := manifest{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		switch {
		case info.IsDir():
			return os.Chmod(path, 0o755)
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is neither a file nor a folder", path)
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o111 != 0 {
			mode = 0o755
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)] = info.Size()
		return os.Chmod(path, mode)
	})
	return files, err
}

// holds tells whether all files are there in their full size.
func (m manifest) holds(dir string) bool {
	for name, size := range m {
		info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || !info.Mode().IsRegular() || info.Size() != size {
			return false
		}
	}
	return true
}

func (m manifest) size() int64 {
	var sum int64
	for _, size := range m {
		sum += size
	}
	return sum
}

func (m manifest) write(path string) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func readManifest(path string) (manifest, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errors.New("the manifest is empty")
	}
	return m, nil
}
