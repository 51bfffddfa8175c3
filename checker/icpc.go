package checker

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// icpc is the output validator of the ICPC package format: "input answer feedback/ [args]", the output at standard
// input, exit code 42 or 43, everything else in files of the feedback directory.
var icpc = protocol{
	noun:       "output validator",
	arguments:  icpcArguments,
	interactor: icpcArguments,
	stdin:      true,
	feedback:   true,
	args:       true,
	interpret:  interpretICPC,
}

// The files that a validator may leave in its feedback directory.
const (
	judgeMessage    = "judgemessage.txt"
	teamMessage     = "teammessage.txt"
	scoreFile       = "score.txt"
	scoreMultiplier = "score_multiplier.txt"
)

// The format requires that the directory ends in a slash, so that validators may append a file name.
func icpcArguments(f files) []string { return []string{f.input, f.answer, f.feedback + "/"} }

// The exit codes (section "Reporting a judgement").
const (
	validatorAccepts = 42
	validatorRejects = 43
)

func interpretICPC(r report) (Verdict, error) {
	outcome, err := r.word()
	if err != nil {
		return Verdict{}, err
	}
	if outcome.Score, err = r.number(scoreFile); err != nil {
		return Verdict{}, err
	}
	if outcome.Multiplier, err = r.number(scoreMultiplier); err != nil {
		return Verdict{}, err
	}
	switch {
	case outcome.Score != nil && outcome.Multiplier != nil:
		return Verdict{}, r.fault("wrote both %s and %s", scoreFile, scoreMultiplier)
	case !outcome.Accepted && outcome.Score != nil:
		return Verdict{}, r.fault("rejected the output but wrote %s", scoreFile)
	case !outcome.Accepted && outcome.Multiplier != nil:
		return Verdict{}, r.fault("rejected the output but wrote %s", scoreMultiplier)
	case outcome.Multiplier != nil && (*outcome.Multiplier < 0 || *outcome.Multiplier > 1):
		return Verdict{}, r.fault("wrote %v to %s (want 0 to 1)", *outcome.Multiplier, scoreMultiplier)
	}
	outcome.Partial = outcome.Multiplier != nil && *outcome.Multiplier < 1
	return outcome, nil
}

// word returns the result of a validator, from its exit code and its messages.
func (r report) word() (outcome Verdict, err error) {
	if r.exit != validatorAccepts && r.exit != validatorRejects {
		return Verdict{}, r.fault("exited with %d (want %d or %d)", r.exit, validatorAccepts, validatorRejects)
	}
	outcome.Accepted = r.exit == validatorAccepts
	if outcome.Message, err = feedbackText(r.feedback, judgeMessage); err != nil {
		return Verdict{}, err
	}
	outcome.TeamMessage, err = feedbackText(r.feedback, teamMessage)
	return outcome, err
}

// number reads a file of the feedback directory that holds one number. It returns nil if the file does not exist.
func (r report) number(name string) (*float64, error) {
	raw, err := feedbackFile(r.feedback, name)
	if raw == nil || err != nil {
		return nil, err
	}
	word := text(raw)
	value, ok := finite(word)
	if !ok {
		return nil, r.fault("wrote %.40q to %s (want a decimal number)", word, name)
	}
	return &value, nil
}

// feedbackText reads a message of the feedback directory, or returns "".
func feedbackText(dir, name string) (string, error) {
	raw, err := feedbackFile(dir, name)
	return text(raw), err
}

// feedbackFile reads the beginning of a file of the feedback directory, or returns nil. A program could write to the
// directory, so links out of it and special files are not followed.
func feedbackFile(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open feedback directory: %w", err)
	}
	defer root.Close()
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read feedback: %w", err)
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read feedback: %w", err)
	}
	defer file.Close()
	raw, err := io.ReadAll(io.LimitReader(file, textLimit+1))
	if err != nil {
		return nil, fmt.Errorf("read feedback: %w", err)
	}
	return raw, nil
}
