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

	"grundy/internal/base/hint"
)

// fileName is that of the database in its folder.
const fileName = "history.db"

// DefaultKeep is how many judgements are kept where nobody says otherwise.
const DefaultKeep = 5000

// Config says where a history lies and how long it may become.
type Config struct {
	// Dir is the folder of the database, "" for none, which keeps nothing.
	Dir string
	// Earlier are folders in which what was solved and what failed was kept as plain files. It is taken over once.
	Earlier []string
	// Keep is how many judgements are kept in full; 0 keeps no new ones.
	Keep int
	Now  func() time.Time
	Log  *slog.Logger
}

// Store is a history. The database is opened when it is first needed, and made when something is to be written. Its methods may be
// called concurrently.
type Store struct {
	config Config

	mutex  sync.Mutex
	db     *sql.DB     // nil until it is opened
	seen   os.FileInfo // what lay under its name when it was opened last, nil for nothing
	warned bool
}

// New returns a history, which must be closed.
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

// Path is the file of the database, "" when there is no place for it.
func (s *Store) Path() string {
	if s.config.Dir == "" {
		return ""
	}
	return filepath.Join(s.config.Dir, fileName)
}

// busy is how long a judge waits for another one that writes, in milliseconds. What takes longer is no judge.
const busy = 1000

// writing opens the database, which it makes where there is none and where there is a damaged one.
func (s *Store) writing() (*sql.DB, error) {
	db, opened, err := s.opened()
	if opened {
		s.takeIn()
	}
	return db, err
}

// opened opens the database unless it is open.
func (s *Store) opened() (db *sql.DB, now bool, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.db != nil {
		return s.db, false, nil
	}
	if s.config.Dir == "" {
		return nil, false, hint.Errorf("set HOME or XDG_DATA_HOME", "there is no folder for the history")
	}
	db, err = s.open()
	if s.isDamaged(err) && s.putAside(err) == nil {
		db, err = s.open()
	}
	if err != nil {
		return nil, false, hint.With(remedyFor(err), fmt.Errorf("open the history %s: %w", s.Path(), err))
	}
	s.db = db
	return db, true, nil
}

// renew puts the database aside, which turned out to be damaged while it was open.
func (s *Store) renew(cause error) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.putAside(cause)
}

// open opens the database for writing, and makes it where there is none.
func (s *Store) open() (*sql.DB, error) {
	if err := os.MkdirAll(s.config.Dir, 0o700); err != nil {
		return nil, err
	}
	defer func() { s.seen, _ = os.Stat(s.Path()) }()
	// Sources are nobody else's business; the files that SQLite lays beside the database get its mode.
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

// reading opens the database, nil where there is none and nothing to take over. Where it cannot be written it is read as it is.
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
	// Without write access no other process can be seen at work, so the file is taken for one that nobody changes.
	if db, err = connect(s.Path(), "mode=ro&immutable=1"); err != nil {
		return nil, writeErr
	}
	if version, err := versionOf(context.Background(), db); err != nil || version != len(migrations) {
		return nil, errors.Join(writeErr, db.Close())
	}
	s.db = db
	return db, nil
}

// connect opens a file. All work goes through one connection, whose settings stay.
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

// prepare sets how the database is written, and brings its tables to what this version knows.
func (s *Store) prepare(db *sql.DB) error {
	ctx := context.Background()
	journal := "WAL"
	if !sharesMemory(s.config.Dir) {
		journal = "DELETE"
	}
	// Where there is no shared memory after all, SQLite stays with the journal that it has.
	for _, setting := range []string{"journal_mode=" + journal, "synchronous=NORMAL"} {
		if _, err := db.ExecContext(ctx, "PRAGMA "+setting); err != nil {
			return err
		}
	}
	return s.migrate(ctx, db)
}

// laterError tells of a database that a later version has written.
type laterError struct{ version int }

func (e *laterError) Error() string {
	return fmt.Sprintf("its tables are of version %d, and this grundy knows those up to %d", e.version, len(migrations))
}

// Hint is what to do about it.
func (e *laterError) Hint() string { return "use the newer grundy" }

func versionOf(ctx context.Context, db querier) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// migrate brings the tables to this version. Of several judges that begin at once one does it.
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

// within does something in a transaction.
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

// warn says once what keeps the history from its work.
func (s *Store) warn(what string, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.warned {
		s.warned = true
		s.config.Log.Warn(what, "reason", err, "remedy", remedyFor(err))
	}
}

// remedyFor is what to do about an error: what it knows itself, else what helps in general.
func remedyFor(err error) string {
	if isLocked(err) {
		return "end the program that keeps it locked, or wait until it has ended"
	}
	return cmp.Or(hint.Of(err), "make its folder one that can be written, with room on its disk, or set history.keep: 0 in config.yaml")
}
