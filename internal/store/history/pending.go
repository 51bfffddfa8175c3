package history

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
)

// pendingDir is the directory, beside the database, of judgements that ended while another program had locked the
// database. Each is a file of events whose name begins with its time. The next writer imports them.
const pendingDir = "pending"

func (s *Store) pending() string { return filepath.Join(s.config.Dir, pendingDir) }

// postpone stores a finished judgement for later. It stores no stream if that was too long.
func (r *Recorder) postpone(a event.Attempt, at time.Time) error {
	stream := r.run.events()
	if stream == nil {
		return errors.New("it has too many events to be stored for later")
	}
	zip, err := gzip.NewReader(bytes.NewReader(stream))
	if err != nil {
		return err
	}
	dir := r.store.pending()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	name := filepath.Join(dir, fmt.Sprintf("%d-%d-%d.jsonl", at.UnixMilli(), os.Getpid(), at.Nanosecond()))
	return fsutil.Create(name, 0o600, func(w io.Writer) error {
		if _, err := io.Copy(w, zip); err != nil {
			return err
		}
		return event.NewEncoder(w).Encode(a)
	})
}

// takeIn writes the postponed judgements into the database. What cannot be written now waits for the next time.
func (s *Store) takeIn() {
	files, err := filepath.Glob(filepath.Join(s.pending(), "*.jsonl"))
	if err != nil || len(files) == 0 {
		return
	}
	lock, err := os.OpenFile(filepath.Join(s.pending(), "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	defer lock.Close()
	if fsutil.Lock(lock) != nil {
		return // another process imports them
	}
	for _, file := range files {
		err := s.takeInFile(file)
		switch {
		case err == nil:
			_ = os.Remove(file)
		case errors.Is(err, fs.ErrNotExist):
		case errors.Is(err, errNoJudgement):
			_ = os.Rename(file, file+".damaged")
		default:
			return
		}
	}
}

// errNoJudgement reports that a file contains no complete judgement.
var errNoJudgement = errors.New("no judgement")

func (s *Store) takeInFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	begun, _, _ := strings.Cut(filepath.Base(path), "-")
	at, err := strconv.ParseInt(begun, 10, 64)
	if err != nil {
		return errNoJudgement
	}
	r := s.Recorder()
	events := event.NewDecoder(file)
	for {
		e, err := events.Decode()
		if err != nil {
			return errNoJudgement
		}
		if a, over := e.(event.Attempt); over && r.run != nil {
			return r.write(a, time.UnixMilli(at))
		}
		r.Event(e)
	}
}
