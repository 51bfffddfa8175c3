package cache

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/store/digest"
)

// checkAge is how long files that look unchanged are not read: a disk that loses bits changes no times.
const checkAge = 24 * time.Hour

// manifest tells what the files of an entry hold. A crash of the machine can leave them empty or short under their final names,
// and whatever else writes to them changes their stamps: only those that look changed are read.
type manifest struct {
	// Checked is when all files were last read.
	Checked time.Time
	// Files are the stamps and the digests, with a space between the two, by name.
	Files map[string]string
}

// seal makes an entry's folders and files readable for whoever a sandbox runs as, whatever the umask was, and lists
// the files. Entries hold only folders and regular files.
func seal(dir string) (manifest, error) {
	m := manifest{time.Now(), map[string]string{}}
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
		if err := os.Chmod(path, mode); err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return m.note(filepath.ToSlash(name), path)
	})
	return m, err
}

// note reads a file.
func (m *manifest) note(name, path string) error {
	stamp, err := digest.Stamp(path)
	if err != nil {
		return err
	}
	sum, err := digest.Of(path)
	m.Files[name] = stamp + " " + sum
	return err
}

// holds tells whether all files are there as they were made. Fresh are other stamps of the same files, which should be kept.
func (m *manifest) holds(dir string, now time.Time) (whole, fresh bool) {
	due := now.Sub(m.Checked) >= checkAge || now.Before(m.Checked)
	for name, known := range m.Files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		stamp, err := digest.Stamp(path)
		if err != nil || sizeIn(stamp) != sizeIn(known) {
			return false, false
		}
		if !due && strings.HasPrefix(known, stamp+" ") {
			continue
		}
		if err := m.note(name, path); err != nil || digestIn(m.Files[name]) != digestIn(known) {
			return false, false
		}
		fresh = true
	}
	if due {
		m.Checked = now
	}
	return true, fresh || due
}

// sizeIn is the size that a note or a stamp begins with.
func sizeIn(note string) int64 {
	text, _, _ := strings.Cut(note, " ")
	size, _ := strconv.ParseInt(text, 10, 64)
	return size
}

// digestIn is the digest that a note ends with.
func digestIn(note string) string { return note[strings.LastIndexByte(note, ' ')+1:] }

func (m *manifest) size() int64 {
	var sum int64
	for _, note := range m.Files {
		sum += sizeIn(note)
	}
	return sum
}

func (m *manifest) write(path string) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return fsutil.Replace(path, 0o644, fsutil.Text(text))
}

func readManifest(path string) (manifest, error) {
	var m manifest
	text, err := os.ReadFile(path)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, err
	}
	if m.Files == nil {
		return m, errors.New("the manifest is empty")
	}
	return m, nil
}
