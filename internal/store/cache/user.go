package cache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"grundy/internal/base/fsutil"
)

// user tells other processes which entries this one uses, so that they do not prune them. It is a draft that contains
// their keys.
type user struct {
	sync.Mutex
	draft *fsutil.Draft
	keys  *os.File
	known map[Key]bool
}

// maxUses is how many entries a process that uses more of them protects at least, and earlierUses ends the name of the file of
// those that it used before the last ones.
const (
	maxUses     = 1 << 14
	earlierUses = "-earlier"
)

// use records that an entry is in use from now on, whether or not it exists yet. Nothing is pruned until the caller
// calls looked. If nothing can be written, nothing is recorded.
func (c *Cache) use(key Key) (looked func()) {
	looked = func() {}
	if c.dir == "" {
		return looked
	}
	users := filepath.Join(c.dir, usersDir)
	if lock, err := lockFolder(users, false); err == nil {
		looked = func() { lock.Close() }
	}
	u := &c.user
	u.Lock()
	defer u.Unlock()
	if !u.known[key] && u.open(users) == nil && u.turn() == nil {
		if _, err := u.keys.WriteString(string(key) + "\n"); err == nil {
			u.known[key] = true
		}
	}
	return looked
}

// open makes the draft unless it exists.
func (u *user) open(users string) error {
	if u.draft != nil {
		return nil
	}
	if err := os.MkdirAll(users, 0o700); err != nil {
		return err
	}
	draft, err := fsutil.NewDraft(users, "")
	if err != nil {
		return err
	}
	keys, err := os.OpenFile(filepath.Join(draft.Dir, keysName), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return errors.Join(err, draft.Remove())
	}
	u.draft, u.keys, u.known = draft, keys, map[Key]bool{}
	return nil
}

// turn makes room for a use: a process that uses very many entries, one after the other, protects the last ones.
func (u *user) turn() error {
	if len(u.known) < maxUses {
		return nil
	}
	name := u.keys.Name()
	if err := errors.Join(u.keys.Close(), os.Rename(name, name+earlierUses)); err != nil {
		return err
	}
	keys, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	u.keys, u.known = keys, map[Key]bool{}
	return nil
}

func (u *user) close() error {
	u.Lock()
	defer u.Unlock()
	if u.draft == nil {
		return nil
	}
	err := errors.Join(u.keys.Close(), u.draft.Remove())
	u.draft, u.known = nil, nil
	return err
}

// used reads the keys of all entries that living processes use.
func used(base string) map[Key]bool {
	users := filepath.Join(base, usersDir)
	fsutil.SweepDrafts(users, "")
	keys := map[Key]bool{}
	files, _ := filepath.Glob(filepath.Join(users, "*", keysName+"*"))
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			continue // the process has ended and uses nothing
		}
		if filepath.Base(file) == keysName && time.Since(info.ModTime()) > DefaultAge { // without locks, we cannot see that a process was killed
			_ = os.RemoveAll(filepath.Dir(file))
			continue
		}
		text, _ := os.ReadFile(file)
		for line := range strings.Lines(string(text)) {
			keys[Key(strings.TrimSpace(line))] = true
		}
	}
	return keys
}
