package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/store/workspace"
)

// Journal is a file that names the jobs that a server knows. If the server is killed, the next one says what became of them.
// A nil journal keeps nothing.
type Journal struct {
	path string

	// syncing is held while entries are made durable: one call does so for all that were added meanwhile.
	syncing sync.Mutex

	mu     sync.Mutex // guards what follows
	file   *os.File   // locked
	size   int64
	lines  int
	live   map[string]entry // of jobs that are not forgotten, by ID
	added  uint64
	synced uint64
}

// entry is a line of a journal.
type entry struct {
	ID      string    `json:"id"`
	Client  string    `json:"client,omitempty"`
	Created time.Time `json:"created,omitzero"`
	// Judge0 reports that the job is a submission to Judge0.
	Judge0 bool `json:"judge0,omitempty"`
	// State is queued for a job that has not ended, and "" for one that was forgotten.
	State state `json:"state,omitempty"`
}

// spareLines is how many lines a journal has beyond twice its jobs before it is written anew, and maxEntry bounds a line.
const (
	spareLines = 4096
	maxEntry   = 4 << 10
)

// OpenJournal opens a journal that no other server uses, and makes it if there is none. The caller must close it.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{path: path, live: map[string]entry{}}
	err := j.open()
	if err == nil {
		j.read()
		err = j.compact()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), j.Close())
	}
	return j, nil
}

// open opens and locks the file.
func (j *Journal) open() (err error) {
	if j.file, err = workspace.OpenPrivate(j.path); err == nil {
		err = fsutil.Lock(j.file)
	}
	if err == nil {
		err = isStill(j.file, j.path)
	}
	return err
}

// isStill returns an error if a name is no longer that of a file: another server has written its journal anew.
func isStill(file *os.File, path string) error {
	named, err := os.Stat(path)
	if err != nil {
		return err
	}
	opened, err := file.Stat()
	if err == nil && !os.SameFile(named, opened) {
		err = fsutil.ErrLocked
	}
	return err
}

// read reads the entries. The server was killed while it wrote a line that is damaged.
func (j *Journal) read() {
	lines := bufio.NewScanner(j.file)
	lines.Buffer(nil, maxEntry)
	for lines.Scan() {
		var e entry
		if json.Unmarshal(lines.Bytes(), &e) == nil && e.ID != "" {
			j.note(e)
		}
	}
}

// note notes what an entry says of its job.
func (j *Journal) note(e entry) {
	known, found := j.live[e.ID]
	switch {
	case e.State == "":
		delete(j.live, e.ID)
	case found:
		known.State = e.State
		j.live[e.ID] = known
	case e.Client != "":
		j.live[e.ID] = e
	}
}

// entries returns those of all jobs, the oldest first.
func (j *Journal) entries() []entry {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.SortedFunc(maps.Values(j.live), func(a, b entry) int { return a.Created.Compare(b.Created) })
}

// add adds an entry, which sync makes durable.
func (j *Journal) add(e entry) (number uint64, err error) {
	if j == nil {
		return 0, nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return 0, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.note(e)
	if _, err := j.file.WriteAt(append(line, '\n'), j.size); err != nil {
		return 0, fmt.Errorf("note the job: %w", err) // the next entry takes the place of what was written
	}
	j.size += int64(len(line)) + 1
	j.lines++
	j.added++
	return j.added, nil
}

// sync makes an entry, and all before it, durable.
func (j *Journal) sync(number uint64) error {
	if j == nil {
		return nil
	}
	j.syncing.Lock()
	defer j.syncing.Unlock()
	j.mu.Lock()
	if j.synced >= number {
		j.mu.Unlock()
		return nil
	}
	if j.lines > 2*len(j.live)+spareLines {
		defer j.mu.Unlock()
		return j.compact()
	}
	last := j.added
	j.mu.Unlock()
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("note the job: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.synced = last
	return nil
}

// compact writes the journal anew, with an entry for each job. The caller holds the locks.
func (j *Journal) compact() error {
	var text bytes.Buffer
	for _, e := range j.live {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	_ = j.file.Close() // an open file cannot be replaced in every system
	err := fsutil.Replace(j.path, 0o600, func(to io.Writer) error {
		_, err := to.Write(text.Bytes())
		if file, ok := to.(*os.File); ok {
			err = errors.Join(err, file.Sync())
		}
		return err
	})
	if err == nil {
		err = j.open()
	}
	if err == nil {
		j.size, j.lines, j.synced = int64(text.Len()), len(j.live), j.added
	}
	return err
}

// Close closes the file.
func (j *Journal) Close() error {
	if j == nil || j.file == nil {
		return nil
	}
	return j.file.Close()
}
