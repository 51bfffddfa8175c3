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

// checkAge is how long we trust stamps that look unchanged: a failing disk changes no times.
const checkAge = 24 * time.Hour

// manifest records what the files of an entry contain. A crash of the machine can leave files empty or truncated under
// their final names, and any other writer changes their stamps. So only files whose stamps changed are read again.
type manifest struct {
	// Checked is when all files were last read.
	Checked time.Time
	// Files maps names to the stamp and the digest, separated by a space.
	Files map[string]string
}

// seal makes an entry's directories and files readable for the user that a sandbox runs as, whatever the umask was, and
// lists the files. Entries contain only directories and regular files.
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
			return fmt.Errorf("%s is neither a file nor a directory", path)
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

// note reads a file and records its stamp and digest.
func (m *manifest) note(name, path string) error {
	stamp, err := digest.Stamp(path)
	if err != nil {
		return err
	}
	sum, err := digest.Of(path)
	m.Files[name] = stamp + " " + sum
	return err
}

// holds reports whether all files are there as they were made. fresh reports whether stamps of unchanged files differ,
// so that the manifest should be written again.
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

// sizeIn returns the size at the start of a note or a stamp.
func sizeIn(note string) int64 {
	text, _, _ := strings.Cut(note, " ")
	size, _ := strconv.ParseInt(text, 10, 64)
	return size
}

// digestIn returns the digest at the end of a note.
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
