package workspace

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"

	"grundy/internal/disk"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// History remembers which tests of a solution failed the last time and which problems were tried and solved. It is a
// convenience: what cannot be written is forgotten.
type History struct{ dir string }

// historyFolder is the name of the folder that holds it.
const historyFolder = "history"

// openHistory opens the history among the person's data. One that lies in the cache, where it used to be, is taken along.
func (w *Workspace) openHistory() *History {
	dir, err := w.folders.data()
	if err != nil {
		return &History{}
	}
	h := &History{dir: filepath.Join(dir, historyFolder)}
	if cached, err := w.folders.cache(); err == nil {
		if err := h.takeAlong(filepath.Join(cached, historyFolder)); err != nil {
			w.log.Warn("what was solved earlier is not known", "reason", err, "remedy", "move "+filepath.Join(cached, historyFolder)+" to "+h.dir)
		}
	}
	return h
}

// takeAlong moves a history to the place of this one, unless there is one.
func (h *History) takeAlong(earlier string) error {
	if exists(h.dir) || !exists(earlier) {
		return nil
	}
	parent := filepath.Dir(h.dir)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return err
	}
	err := os.Rename(earlier, h.dir)
	if err == nil || exists(h.dir) { // another process may have been first
		return nil
	}
	// The folders may lie on two file systems.
	part, err := os.MkdirTemp(parent, "."+historyFolder+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part)
	entries, err := os.ReadDir(earlier)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		if err := disk.Copy(filepath.Join(earlier, entry.Name()), filepath.Join(part, entry.Name()), os.O_EXCL, 0o600); err != nil {
			return err
		}
	}
	if err := os.Rename(part, h.dir); err != nil && !exists(h.dir) {
		return err
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Dir is the folder of the history, "" when there is no place for it.
func (h *History) Dir() string { return h.dir }

// Writable tells whether anything can be kept.
func (h *History) Writable() bool { return h.dir != "" && writable(h.dir) }

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
	_ = h.replace(filepath.Base(h.file(s)), disk.Text(data))
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

// Advance notes that a solution was judged, on all tests or on some. What was solved stays solved, and what others wrote is
// no progress.
func (h *History) Advance(p *problem.Problem, s *Solution, done event.Done, all bool) {
	reached := Tried
	if all && done.Verdict == verdict.AC && done.NotRun == 0 {
		reached = Solved
	}
	if now := h.Progress(p); h.dir == "" || done.Skipped || done.Passed+done.Failed == 0 || now == reached || now == Solved || !own(s, p) {
		return
	}
	if os.MkdirAll(h.dir, 0o700) == nil {
		_ = h.replace(progressFile(p), disk.Text([]byte(reached)))
	}
}
