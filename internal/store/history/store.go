package history

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// fileName is the name of the database in its directory.
const fileName = "history.db"

// DefaultKeep is how many judgements are kept by default.
const DefaultKeep = 5000

// Config is the location and the size of a history.
type Config struct {
	// Dir is the directory of the database; with "", the history stores nothing.
	Dir string
	// Earlier are directories of plain files from before there was a database. They are imported once.
	Earlier []string
	// Keep is how many judgements are kept in full; 0 stores no new ones.
	Keep int
	Now  func() time.Time
	Log  *slog.Logger
}

// Store is a history. It opens the database on first use, and creates it on the first write. Its methods may be called
// concurrently.
type Store struct {
	config Config

	mutex  sync.Mutex
	db     *sql.DB     // nil until it is opened
	seen   os.FileInfo // the file under its name when it was last opened; nil if there was none
	warned bool
}

// New returns a history. The caller must close it.
func New(config Config) *Store { return &Store{config: config} }

// Close closes the database.
func (s *Store) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.db == nil {
		return nil
	}
	err := s.db.Close()
	s.db = nil
	return err
}

// Path returns the file of the database, or "" if there is no place for it.
func (s *Store) Path() string {
	if s.config.Dir == "" {
		return ""
	}
	return filepath.Join(s.config.Dir, fileName)
}

// busy is how long a judge waits for another one that writes, in milliseconds. A judge never writes for longer.
const busy = 1000

// writing opens the database for writing. It creates it if it is missing or damaged.
func (s *Store) writing() (*sql.DB, error) {
	db, opened, err := s.opened()
	if opened {
		s.takeIn()
	}
	return db, err
}

const withoutLocks = "set XDG_DATA_HOME to a directory of a local disk, or history.keep: 0 in config.yaml"

// opened opens the database unless it is open.
func (s *Store) opened() (db *sql.DB, now bool, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.db != nil {
		return s.db, false, nil
	}
	if s.config.Dir == "" {
		return nil, false, hint.Errorf("set HOME or XDG_DATA_HOME", "there is no directory for the history")
	}
	db, err = s.open()
	if s.isDamaged(err) && s.putAside(err) == nil {
		db, err = s.open()
	}
	// SQLite says of a file system without locks what it says of a database that another program has locked.
	if err != nil && !fsutil.HasRangeLocks(s.config.Dir) {
		err = hint.Errorf(withoutLocks, "its file system has no locks")
	}
	if err != nil {
		return nil, false, hint.With(remedyFor(err), fmt.Errorf("open the history %s: %w", s.Path(), err))
	}
	s.db = db
	return db, true, nil
}

// renew puts the open database aside because it turned out to be damaged.
func (s *Store) renew(cause error) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.putAside(cause)
}

// open opens the database for writing and creates it if it is missing.
func (s *Store) open() (*sql.DB, error) {
	if err := os.MkdirAll(s.config.Dir, 0o700); err != nil {
		return nil, err
	}
	defer func() { s.seen, _ = os.Stat(s.Path()) }()
	// Other users must not read sources; SQLite gives its files beside the database the same mode.
	file, err := os.OpenFile(s.Path(), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	db, err := connect(s.Path(), "_txlock=immediate")
	if err != nil {
		return nil, err
	}
	if err := s.prepare(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// reading opens the database, or returns nil if there is none and nothing to import. It opens an unwritable database
// read-only.
func (s *Store) reading() (*sql.DB, error) {
	if s.config.Dir == "" {
		return nil, nil
	}
	_, err := os.Stat(s.Path())
	if errors.Is(err, fs.ErrNotExist) && !s.hasEarlier() {
		return nil, nil
	}
	db, writeErr := s.writing()
	if writeErr == nil {
		return db, nil
	}
	var later *laterError
	if err != nil || errors.As(writeErr, &later) {
		return nil, writeErr
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	// Without write access we cannot see other processes at work, so we assume that the file does not change.
	if db, err = connect(s.Path(), "mode=ro&immutable=1"); err != nil {
		return nil, writeErr
	}
	if version, err := versionOf(context.Background(), db); err != nil || version != len(migrations) {
		return nil, errors.Join(writeErr, db.Close())
	}
	s.db = db
	return db, nil
}

// connect opens a file. All work goes through one connection, so its settings stay.
func connect(path, parameters string) (*sql.DB, error) {
	name := filepath.ToSlash(path)
	if !strings.HasPrefix(name, "/") { // a drive
		name = "/" + name
	}
	address := url.URL{Scheme: "file", Path: name, RawQuery: fmt.Sprintf("_pragma=busy_timeout(%d)&%s", busy, parameters)}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// prepare sets how the database is written, and migrates its tables to this version.
func (s *Store) prepare(db *sql.DB) error {
	ctx := context.Background()
	journal := "WAL"
	if !sharesMemory(s.config.Dir) {
		journal = "DELETE"
	}
	// If there is no shared memory after all, SQLite keeps its current journal mode.
	for _, setting := range []string{"journal_mode=" + journal, "synchronous=NORMAL"} {
		if _, err := db.ExecContext(ctx, "PRAGMA "+setting); err != nil {
			return err
		}
	}
	return s.migrate(ctx, db)
}

// laterError reports a database written by a later version.
type laterError struct{ version int }

func (e *laterError) Error() string {
	return fmt.Sprintf("its tables have version %d; this grundy supports versions up to %d", e.version, len(migrations))
}

// Hint returns the remedy.
func (e *laterError) Hint() string { return "use the newer grundy" }

func versionOf(ctx context.Context, db querier) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// migrate brings the tables to this version. If several judges start at once, one of them migrates.
func (s *Store) migrate(ctx context.Context, db *sql.DB) error {
	version, err := versionOf(ctx, db)
	switch {
	case err != nil:
		return err
	case version > len(migrations):
		return &laterError{version}
	case version == len(migrations):
		return nil
	}
	return within(ctx, db, func(tx *sql.Tx) error {
		version, err := versionOf(ctx, tx)
		if err != nil {
			return err
		}
		for _, migration := range migrations[min(version, len(migrations)):] {
			if _, err := tx.ExecContext(ctx, migration); err != nil {
				return err
			}
		}
		if version == 0 {
			if err := s.takeOver(ctx, tx); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version=%d", len(migrations)))
		return err
	})
}

// within runs a function in a transaction.
func within(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// warn logs once what prevents the history from working.
func (s *Store) warn(what string, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.warned {
		s.warned = true
		s.config.Log.Warn(what, "reason", err, "remedy", remedyFor(err))
	}
}

// remedyFor returns the remedy for an error: its own, or else a general one.
func remedyFor(err error) string {
	if isLocked(err) {
		return "end the program that has locked it, or wait until it has ended"
	}
	return cmp.Or(hint.Of(err), "make its directory writable and free some disk space, or set history.keep: 0 in config.yaml")
}
