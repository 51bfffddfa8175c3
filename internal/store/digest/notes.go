package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"grundy/internal/base/fsutil"
)

// The digests of a directory are stored as text: a first line that names the format and the directory, then for each
// file a line
//
//	SIZE MODIFIED CHANGED INODE DEVICE SHA256 NAME
//
// and a last line that shows that the file is complete.
const (
	notesBegin = "grundy digests 1 "
	notesEnd   = "end\n"
)

// notes returns the file that stores the digests of a directory.
func (s *Store) notes(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:16]))
}

// read returns the stored digests of a directory, or nothing if the file is damaged.
func (s *Store) read(dir string) map[string]known {
	files := map[string]known{}
	if s.dir == "" {
		return files
	}
	data, err := os.ReadFile(s.notes(dir))
	if err != nil {
		return files
	}
	text, begun := strings.CutPrefix(string(data), notesBegin+strconv.Quote(dir)+"\n")
	text, ended := strings.CutSuffix(text, notesEnd)
	if !begun || !ended {
		return files
	}
	for line := range strings.Lines(text) {
		name, entry, ok := parseNote(strings.TrimSuffix(line, "\n"))
		if !ok {
			return map[string]known{}
		}
		files[name] = entry
	}
	return files
}

func parseNote(line string) (name string, entry known, ok bool) {
	next := func() string {
		var word string
		word, line, _ = strings.Cut(line, " ")
		return word
	}
	var errs [5]error
	entry.stamp.size, errs[0] = strconv.ParseInt(next(), 10, 64)
	entry.stamp.modified, errs[1] = strconv.ParseInt(next(), 10, 64)
	entry.stamp.changed, errs[2] = strconv.ParseInt(next(), 10, 64)
	entry.stamp.inode, errs[3] = strconv.ParseUint(next(), 10, 64)
	entry.stamp.device, errs[4] = strconv.ParseUint(next(), 10, 64)
	entry.sum = next()
	return line, entry, errors.Join(errs[:]...) == nil && len(entry.sum) == hex.EncodedLen(sha256.Size) && line != ""
}

// write stores the digests of a directory.
func (s *Store) write(dir string, files map[string]known) error {
	var text bytes.Buffer
	text.WriteString(notesBegin + strconv.Quote(dir) + "\n")
	for name, entry := range files {
		if strings.Contains(name, "\n") {
			continue // few files have such a name, and they are read again
		}
		line := text.AvailableBuffer()
		for _, number := range []int64{entry.stamp.size, entry.stamp.modified, entry.stamp.changed} {
			line = append(strconv.AppendInt(line, number, 10), ' ')
		}
		for _, number := range []uint64{entry.stamp.inode, entry.stamp.device} {
			line = append(strconv.AppendUint(line, number, 10), ' ')
		}
		line = append(append(append(line, entry.sum...), ' '), name...)
		text.Write(append(line, '\n'))
	}
	text.WriteString(notesEnd)
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	return fsutil.Replace(s.notes(dir), 0o600, fsutil.Text(text.Bytes()))
}
