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

// Owner is the process that listens for the extension.
type Owner struct {
	Process int    `json:"process"`
	Command string `json:"command"` // "grundy listen"
	Port    int    `json:"port"`
	Folder  string `json:"folder"` // into which problems go
}

// InboxLock is the right to listen for the extension. The extension sends a problem to all ports, so several listeners would
// each make a directory for it. Therefore only one process of a user listens, and the others wait.
type InboxLock struct {
	lock *os.File
	told string
}

// The files of a seat. A locked file cannot be read on all systems, so the other one contains the owner.
const (
	lockFile  = "listen.lock"
	ownerFile = "listener.json"
)

// patience is the time between two tries, and unknown how long an owner may take to write its name.
const (
	patience = 200 * time.Millisecond
	unknown  = 2 * time.Second
)

// Take waits for the seat, which is a file in a directory of the user's. It calls occupied once with the present owner;
// the zero value is an unknown one. The error is the context's, or that of the directory.
func Take(ctx context.Context, dir string, occupied func(Owner)) (*InboxLock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	seat := &InboxLock{lock, filepath.Join(dir, ownerFile)}
	begun, told := time.Now(), false
	for {
		err := fsutil.Lock(lock)
		if err == nil {
			_ = os.Remove(seat.told) // left by an owner that was killed
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

// owner returns the owner of the seat, or the zero value if unknown.
func (s *InboxLock) owner() (o Owner) {
	if text, err := os.ReadFile(s.told); err != nil || json.Unmarshal(text, &o) != nil {
		return Owner{}
	}
	return o
}

// Tell publishes the owner of the seat.
func (s *InboxLock) Tell(o Owner) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return fsutil.Replace(s.told, 0o600, fsutil.Text(text))
}

// Leave releases the seat for the next process.
func (s *InboxLock) Leave() error {
	_ = os.Remove(s.told)
	return s.lock.Close()
}
