package workspace

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// minKey is the minimal length of a key of the pages, in bytes.
const minKey = 20

// PagesKey returns the user's secret that opens the pages. It is stored, so that their address outlives the server;
// renew makes a new one. The error says why it cannot be stored: another user who can write there could plant a key.
func (w *Workspace) PagesKey(renew bool) ([]byte, error) {
	dir, err := w.private("serve")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "key")
	key, err := readKey(path)
	if err == nil && !renew {
		return key, nil
	}
	fresh := []byte(rand.Text())
	if errors.Is(err, fs.ErrNotExist) {
		if err = fsutil.Create(path, 0o600, fsutil.Text(fresh)); errors.Is(err, fs.ErrExist) {
			return readKey(path) // another server was first
		}
		return fresh, err
	}
	if err != nil {
		w.log.Warn("the pages have a new address; earlier bookmarks no longer work", "reason", err, "remedy", hint.Of(err))
	}
	return fresh, fsutil.Replace(path, 0o600, fsutil.Text(fresh))
}

// newAddress is the hint when a key is rejected.
const newAddress = "open the address that grundy serve prints"

// readKey reads a key that no other user can have read or written.
func readKey(path string) ([]byte, error) {
	if err := ownFile(path); err != nil {
		return nil, hint.With(newAddress, err)
	}
	key, err := os.ReadFile(path)
	if err == nil && len(key) < minKey {
		err = hint.Errorf(newAddress, "%s is truncated", path)
	}
	return key, err
}
