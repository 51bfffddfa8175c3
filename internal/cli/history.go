package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"

	"grundy/runner"
)

// history remembers which tests of a solution failed the last time, for --failed. It is a convenience: what cannot be
// written is forgotten.
type history struct{ dir string }

func (s *streams) history() *history {
	dir, err := cacheDir()
	if err != nil {
		return &history{}
	}
	return &history{dir: filepath.Join(dir, "history")}
}

func (h *history) file(t target) string {
	sum := sha256.Sum256([]byte(t.path + "\x00" + t.key))
	return filepath.Join(h.dir, hex.EncodeToString(sum[:12])+".json")
}

// failed gives the tests that failed.
func (h *history) failed(t target) (tests []string, found bool) {
	data, err := os.ReadFile(h.file(t))
	if err != nil {
		return nil, false
	}
	return tests, json.Unmarshal(data, &tests) == nil
}

// remember keeps the outcome of a judgement. One that was interrupted before anything failed tells nothing.
func (h *history) remember(t target, failed []string, done runner.Done) {
	if h.dir == "" || done.Skipped || done.Passed+done.Failed == 0 || done.Interrupted && len(failed) == 0 {
		return
	}
	data, err := json.Marshal(failed)
	if err != nil || os.MkdirAll(h.dir, 0o700) != nil {
		return
	}
	_ = h.replace(filepath.Base(h.file(t)), bytes.NewReader(data))
}
