package cli

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// history remembers which tests of a solution failed the last time, for --failed, and which problems were tried and solved,
// for list. It is a convenience: what cannot be written is forgotten.
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
func (h *history) remember(t target, failed []string, done event.Done) {
	if h.dir == "" || done.Skipped || done.Passed+done.Failed == 0 || done.Interrupted && len(failed) == 0 {
		return
	}
	data, err := json.Marshal(failed)
	if err != nil || os.MkdirAll(h.dir, 0o700) != nil {
		return
	}
	_ = h.replace(filepath.Base(h.file(t)), bytes.NewReader(data))
}

// progress is how far a person got with a problem.
type progress string

const (
	untouched progress = "new"
	tried     progress = "tried"
	solved    progress = "solved"
)

// progressFile is where the progress with a problem is kept: a copy of a package is the same problem.
func progressFile(p *problem.Problem) string {
	sum := sha256.Sum256([]byte(cmp.Or(p.UUID, p.Dir)))
	return "progress-" + hex.EncodeToString(sum[:12])
}

// progress tells how far the person got.
func (h *history) progress(p *problem.Problem) progress {
	text, err := os.ReadFile(filepath.Join(h.dir, progressFile(p)))
	if err != nil || progress(text) != tried && progress(text) != solved {
		return untouched
	}
	return progress(text)
}

// advance notes that a solution was judged, on all tests or on some. What was solved stays solved.
func (h *history) advance(p *problem.Problem, done event.Done, all bool) {
	reached := tried
	if all && done.Verdict == verdict.AC && done.NotRun == 0 {
		reached = solved
	}
	if now := h.progress(p); h.dir == "" || done.Skipped || done.Passed+done.Failed == 0 || now == reached || now == solved {
		return
	}
	if os.MkdirAll(h.dir, 0o700) == nil {
		_ = h.replace(progressFile(p), strings.NewReader(string(reached)))
	}
}
