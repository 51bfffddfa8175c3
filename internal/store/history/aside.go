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

// isDamaged reports whether an error says that the file is not a database, is damaged, or cannot be read at all.
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

// isLocked reports whether an error says that another program has locked the database.
func isLocked(err error) bool {
	code := codeOf(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

// codeOf returns the primary code of an SQLite error, or 0 for another error.
func codeOf(err error) int {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		return failed.Code() & 0xff
	}
	return 0
}

// putAside renames a damaged database and SQLite's files beside it, so that a new one can be made. Nothing is lost. The
// caller holds the mutex.
func (s *Store) putAside(cause error) error {
	if s.db != nil {
		_ = s.db.Close()
		s.db = nil
	}
	if now, err := os.Stat(s.Path()); err != nil || s.seen == nil || !os.SameFile(now, s.seen) {
		return nil // another process has put it aside
	}
	aside := fmt.Sprintf("%s.damaged-%s", s.Path(), s.config.Now().UTC().Format("20060102-150405.000"))
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		err := os.Rename(s.Path()+suffix, aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	s.config.Log.Warn("the history was damaged; grundy starts a new one", "reason", cause, "put aside", aside,
		"remedy", fmt.Sprintf("sqlite3 %s .recover may recover its content", filepath.Base(aside)))
	return nil
}
