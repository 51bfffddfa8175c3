package history

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// isDamaged reports whether an error says that the file is no database, or a broken one, or cannot be read at all.
func (s *Store) isDamaged(err error) bool {
	if err == nil {
		return false
	}
	if code := codeOf(err); code == sqlite3.SQLITE_NOTADB || code == sqlite3.SQLITE_CORRUPT {
		return true
	}
	info, statErr := os.Stat(s.Path())
	if statErr != nil {
		return false
	}
	if info.IsDir() {
		return true
	}
	file, err := os.Open(s.Path())
	if err != nil {
		return errors.Is(err, fs.ErrPermission)
	}
	file.Close()
	return false
}

// isLocked reports whether an error says that another program keeps the database locked.
func isLocked(err error) bool {
	code := codeOf(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

// codeOf is the primary code of an error of SQLite, 0 for another error.
func codeOf(err error) int {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		return failed.Code() & 0xff
	}
	return 0
}

// putAside gives a damaged database, and the files that SQLite lays beside it, another name, so that a new one can be made. Nothing of
// it is lost. The caller holds the mutex.
func (s *Store) putAside(cause error) error {
	if s.db != nil {
		_ = s.db.Close()
		s.db = nil
	}
	if now, err := os.Stat(s.Path()); err != nil || s.seen == nil || !os.SameFile(now, s.seen) {
		return nil // another judge has done so
	}
	aside := fmt.Sprintf("%s.damaged-%s", s.Path(), s.config.Now().UTC().Format("20060102-150405.000"))
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		err := os.Rename(s.Path()+suffix, aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	s.config.Log.Warn("the history was damaged and a new one begins", "reason", cause, "put aside", aside,
		"remedy", fmt.Sprintf("sqlite3 %s .recover may find what it held", filepath.Base(aside)))
	return nil
}
