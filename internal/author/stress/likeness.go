package stress

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"time"

	"grundy/internal/event"
	"grundy/internal/verdict"
	"grundy/runner"
)

// likeness is what inputs have in common. Where a problem has no input validator it stands in for one: an input that is
// made smaller must look like one that somebody made. It is careful rather than right, and learns from more inputs.
type likeness struct {
	tokens int // the fewest
	// first are the numbers at the beginning, which mostly are counts, each for itself; rest are all others.
	first [4]span
	rest  span
	// signs are the bytes of the tokens that are no numbers.
	signs [256]bool
	// prompt tells that the trusted solution reads what it needs and no more, so that more of it changes nothing.
	prompt bool
}

// span is a range of numbers, of none at first.
type span struct {
	seen     bool
	min, max int64
}

func (s *span) learn(x int64) {
	if !s.seen {
		*s = span{true, x, x}
	}
	s.min, s.max = min(s.min, x), max(s.max, x)
}

func (s *span) holds(x int64) bool { return s.seen && s.min <= x && x <= s.max }

func (l *likeness) span(index int) *span {
	if index < len(l.first) {
		return &l.first[index]
	}
	return &l.rest
}

// learn takes an input in.
func (l *likeness) learn(input []byte) {
	fields := bytes.Fields(input)
	if l.tokens == 0 || len(fields) < l.tokens {
		l.tokens = len(fields)
	}
	for i, field := range fields {
		if x, err := strconv.ParseInt(string(field), 10, 64); err == nil {
			l.span(i).learn(x)
			// Short inputs have in front what longer ones have further behind.
			l.rest.learn(x)
			continue
		}
		for _, c := range field {
			l.signs[c] = true
		}
	}
}

// allows tells whether an input looks like those that were learned.
func (l *likeness) allows(input []byte) bool {
	fields := bytes.Fields(input)
	if len(fields) < l.tokens {
		return false
	}
	for i, field := range fields {
		if x, err := strconv.ParseInt(string(field), 10, 64); err == nil {
			if !l.span(i).holds(x) {
				return false
			}
			continue
		}
		for _, c := range field {
			if !l.signs[c] {
				return false
			}
		}
	}
	return true
}

// A likeness is learned from so many generated inputs, or those that are made in the time.
const (
	learnedInputs = 60
	learningTime  = 2 * time.Second
)

// learn makes the likeness that stands in for input validators, nil where there are some.
func (d *desk) learn(ctx context.Context, found *event.Finding) (*likeness, error) {
	if len(d.trial.validators) > 0 {
		return nil, nil
	}
	l := &likeness{}
	l.learn(found.Input)
	started := time.Now()
	for i := range int64(learnedInputs) {
		if len(d.trial.setup.Generators) == 0 || time.Since(started) > learningTime {
			break
		}
		o, generator := d.trial.origin(0, plus(event.Seed(1), i))
		if err := d.generate(ctx, o, generator); err != nil {
			return nil, err
		}
		input, err := os.ReadFile(d.input.Name())
		if err != nil {
			return nil, err
		}
		l.learn(input)
	}
	if d.trial.decision != event.ByAnswer {
		return l, nil
	}
	if err := d.put(found.Input); err != nil {
		return nil, err
	}
	if _, err := d.answerTo(ctx, d.present(found.Test.Test)); err != nil {
		return nil, err
	}
	same, err := d.complete(ctx, found)
	l.prompt = same
	return l, err
}

// suffixes are put behind an input that may lack something: a program that reads on finds them.
var suffixes = []string{"\n7 7 7 7 7 7 7 7\n7\n", "\n1 2 1 3 1 2 1 3\n1\n", "\n-5 -4 -9 -4 -5 -9 -9\n-5\n"}

// complete tells whether the trusted solution gives the same answer to the present input, whatever follows it: then it
// lacks nothing. The answer must be there; the input and the answer stay as they are.
func (d *desk) complete(ctx context.Context, found *event.Finding) (bool, error) {
	input, err := os.ReadFile(d.input.Name())
	if err != nil {
		return false, err
	}
	answer, err := os.ReadFile(d.answer.Name())
	if err != nil {
		return false, err
	}
	same := true
	for _, suffix := range suffixes {
		if err := d.put(append(bytes.Clone(input), suffix...)); err != nil {
			return false, err
		}
		test, err := d.answerTo(ctx, d.present(found.Test.Test))
		if err != nil {
			return false, err
		}
		further, err := os.ReadFile(d.answer.Name())
		if err != nil {
			return false, err
		}
		same = same && test.Verdict == verdict.AC && bytes.Equal(answer, further)
	}
	if err := runner.Empty(d.answer); err != nil {
		return false, err
	}
	if _, err := d.answer.Write(answer); err != nil {
		return false, err
	}
	return same, d.put(input)
}
