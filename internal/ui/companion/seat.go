package companion

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/fsutil"
)

// Owner is the process that hears the extension.
type Owner struct {
	Process int    `json:"process"`
	Command string `json:"command"` // "grundy listen"
	Port    int    `json:"port"`
	Folder  string `json:"folder"` // into which problems go
}

// Seat is the right to hear the extension. The extension sends a problem to all ports, so that each of several listeners would
// make a folder of it: one process of a person hears, and the others wait.
type Seat struct {
	lock *os.File
	told string
}

// The files of a seat. What is locked cannot be read everywhere, so who has it stands in the other.
const (
	lockFile  = "listen.lock"
	ownerFile = "listener.json"
)

// patience is how long it takes between two tries, and unknown how long an owner may take to say who it is.
const (
	patience = 200 * time.Millisecond
	unknown  = 2 * time.Second
)

// Take waits for the seat, which lies in a folder of the person's. Occupied is told once by whom it is taken meanwhile; the zero
// value is somebody who does not say. The error is the context's, or that of the folder.
func Take(ctx context.Context, dir string, occupied func(Owner)) (*Seat, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	seat := &Seat{lock, filepath.Join(dir, ownerFile)}
	begun, told := time.Now(), false
	for {
		err := fsutil.Lock(lock)
		if err == nil {
			_ = os.Remove(seat.told) // what an owner left that was killed
			return seat, nil
		}
		if !errors.Is(err, fsutil.ErrLocked) {
			return nil, errors.Join(err, lock.Close())
		}
		if owner := seat.owner(); !told && (owner != Owner{} || time.Since(begun) > unknown) {
			told = true
			occupied(owner)
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), lock.Close())
		case <-time.After(patience):
		}
	}
}

// owner reads who has the seat, the zero value where that is not known.
func (s *Seat) owner() (o Owner) {
	if text, err := os.ReadFile(s.told); err != nil || json.Unmarshal(text, &o) != nil {
		return Owner{}
	}
	return o
}

// Tell lets others know who has the seat.
func (s *Seat) Tell(o Owner) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return fsutil.Replace(s.told, 0o600, fsutil.Text(text))
}

// Leave lets the next one have the seat.
func (s *Seat) Leave() error {
	_ = os.Remove(s.told)
	return s.lock.Close()
}
