package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"grundy/internal/event"
	"grundy/internal/problem"
)

// failure is the last failing case that was found, for grundy add --last.
type failure struct {
	// Problem is what the solution was tried for: a package's folder or archive, or the name of a problem of the library.
	Problem string `json:"problem"`
	// Solution is the path of what failed, with Verdict.
	Solution string `json:"solution"`
	Verdict  string `json:"verdict"`
	// Command is the generator's command as it was written, Seed what it was given; "" for an input that a person named
	// and for one that was made smaller.
	Command string     `json:"command,omitempty"`
	Seed    event.Seed `json:"seed,omitempty"`
	// Input and Answer are files. Answer is "" where nobody gave one.
	Input  string `json:"input"`
	Answer string `json:"answer,omitempty"`
}

// The files of the last failing case, beside those of failed tests.
const (
	failureFile   = "failure.json"
	failureInput  = "failure.in"
	failureAnswer = "failure.ans"
)

// keepFailure remembers a failing case. What cannot be written is forgotten, as in remember; the files of the result are
// those that were written.
func (h *history) keepFailure(t target, p *problem.Problem, found *event.Finding) event.Kept {
	if h.dir == "" || os.MkdirAll(h.dir, 0o700) != nil {
		return event.Kept{}
	}
	kept := failure{
		Problem: p.Dir, Solution: t.path, Verdict: found.Test.Verdict.String(), Command: found.Generator,
		Input: filepath.Join(h.dir, failureInput),
	}
	if kept.Command != "" {
		kept.Seed = found.Seed
	}
	// Whoever reads in between finds nothing rather than an answer to another input.
	if err := os.Remove(filepath.Join(h.dir, failureFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return event.Kept{}
	}
	if h.replace(failureInput, bytes.NewReader(found.Input)) != nil {
		return event.Kept{}
	}
	if found.Test.Answer != "" {
		answer, err := os.Open(found.Test.Answer)
		if err != nil {
			return event.Kept{}
		}
		defer answer.Close()
		if h.replace(failureAnswer, answer) != nil {
			return event.Kept{}
		}
		kept.Answer = filepath.Join(h.dir, failureAnswer)
	}
	data, err := json.Marshal(kept)
	if err != nil || h.replace(failureFile, bytes.NewReader(data)) != nil {
		return event.Kept{}
	}
	return event.Kept{Input: kept.Input, Answer: kept.Answer}
}

// keepFailedTest remembers the case of a failed test.
func (h *history) keepFailedTest(t target, p *problem.Problem, test event.Test) {
	if input, err := os.ReadFile(test.Input); err == nil {
		h.keepFailure(t, p, &event.Finding{Test: test, Input: input})
	}
}

// lastFailure gives the failing case that was found last.
func (h *history) lastFailure() (last failure, found bool) {
	data, err := os.ReadFile(filepath.Join(h.dir, failureFile))
	if err != nil {
		return last, false
	}
	return last, json.Unmarshal(data, &last) == nil && last.Input != ""
}

// replace writes a file of the history.
func (h *history) replace(name string, content io.Reader) error {
	temporary, err := os.CreateTemp(h.dir, "new-")
	if err != nil {
		return err
	}
	_, err = io.Copy(temporary, content)
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), filepath.Join(h.dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
