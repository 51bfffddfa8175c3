package workspace

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

// History remembers which tests of a solution failed the last time and which problems were tried and solved. It is a
// convenience: what cannot be written is forgotten.
type History struct{ dir string }

func (h *History) file(s *Solution) string {
	sum := sha256.Sum256([]byte(s.Path + "\x00" + s.Key))
	return filepath.Join(h.dir, hex.EncodeToString(sum[:12])+".json")
}

// Failed gives the tests of a solution that failed.
func (h *History) Failed(s *Solution) (tests []string, found bool) {
	data, err := os.ReadFile(h.file(s))
	if err != nil {
		return nil, false
	}
	return tests, json.Unmarshal(data, &tests) == nil
}

// Remember keeps the outcome of a judgement. One that was interrupted before anything failed tells nothing.
func (h *History) Remember(s *Solution, failed []string, done event.Done) {
	if h.dir == "" || done.Skipped || done.Passed+done.Failed == 0 || done.Interrupted && len(failed) == 0 {
		return
	}
	data, err := json.Marshal(failed)
	if err != nil || os.MkdirAll(h.dir, 0o700) != nil {
		return
	}
	_ = h.replace(filepath.Base(h.file(s)), bytes.NewReader(data))
}

// Progress is how far a person got with a problem.
type Progress string

// The steps, from none to the last.
const (
	Untouched Progress = "new"
	Tried     Progress = "tried"
	Solved    Progress = "solved"
)

// progressFile is where the progress with a problem is kept: a copy of a package is the same problem.
func progressFile(p *problem.Problem) string {
	sum := sha256.Sum256([]byte(cmp.Or(p.UUID, p.Dir)))
	return "progress-" + hex.EncodeToString(sum[:12])
}

// Progress tells how far the person got.
func (h *History) Progress(p *problem.Problem) Progress {
	text, err := os.ReadFile(filepath.Join(h.dir, progressFile(p)))
	if err != nil || Progress(text) != Tried && Progress(text) != Solved {
		return Untouched
	}
	return Progress(text)
}

// Advance notes that a solution was judged, on all tests or on some. What was solved stays solved.
func (h *History) Advance(p *problem.Problem, done event.Done, all bool) {
	reached := Tried
	if all && done.Verdict == verdict.AC && done.NotRun == 0 {
		reached = Solved
	}
	if now := h.Progress(p); h.dir == "" || done.Skipped || done.Passed+done.Failed == 0 || now == reached || now == Solved {
		return
	}
	if os.MkdirAll(h.dir, 0o700) == nil {
		_ = h.replace(progressFile(p), strings.NewReader(string(reached)))
	}
}
