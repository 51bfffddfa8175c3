package workspace

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"grundy/internal/base/fsutil"
)

// Failure is a case on which a solution failed.
type Failure struct {
	// Problem is the problem that the solution was run against: the directory or archive of a package, or the name of a
	// problem of the library.
	Problem string `json:"problem"`
	// Solution is the path of the solution that failed with Verdict.
	Solution string `json:"solution"`
	Verdict  string `json:"verdict"`
	// Command is the generator's command as it was written, and Seed its seed. Command is "" for an input that the user
	// named and for one that was shrunk.
	Command string `json:"command,omitempty"`
	Seed    uint64 `json:"seed,omitempty"`
	// Input and Answer are files. Answer is "" if there is none.
	Input  string `json:"input"`
	Answer string `json:"answer,omitempty"`
}

// The files of the last failing case, beside those of failed tests.
const (
	failureFile   = "failure.json"
	failureInput  = "failure.in"
	failureAnswer = "failure.ans"
)

// KeepFailure stores a failing case with this input; it copies the answer. The result names only the files that could
// be written.
func (h *History) KeepFailure(failed Failure, input []byte) (kept Failure) {
	if h.dir == "" || os.MkdirAll(h.dir, 0o700) != nil {
		return Failure{}
	}
	kept = failed
	kept.Input, kept.Answer = filepath.Join(h.dir, failureInput), ""
	// A concurrent reader finds nothing instead of an answer to another input.
	if err := os.Remove(filepath.Join(h.dir, failureFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return Failure{}
	}
	if h.replace(failureInput, fsutil.Text(input)) != nil {
		return Failure{}
	}
	if failed.Answer != "" {
		if h.replace(failureAnswer, fsutil.Content(failed.Problem, failed.Answer)) != nil {
			return Failure{}
		}
		kept.Answer = filepath.Join(h.dir, failureAnswer)
	}
	data, err := json.Marshal(kept)
	if err != nil || h.replace(failureFile, fsutil.Text(data)) != nil {
		return Failure{}
	}
	return kept
}

// LastFailure returns the failing case that was found most recently.
func (h *History) LastFailure() (last Failure, found bool) {
	data, err := os.ReadFile(filepath.Join(h.dir, failureFile))
	if err != nil {
		return last, false
	}
	return last, json.Unmarshal(data, &last) == nil && last.Input != ""
}

// replace writes a file of the history.
func (h *History) replace(name string, fill func(io.Writer) error) error {
	return fsutil.Replace(filepath.Join(h.dir, name), 0o600, fill)
}
