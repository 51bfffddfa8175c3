package job

import (
	"bytes"
	"strconv"
)

// InputProfile is what inputs have in common. Where a problem has no input validator it stands in for one: an input that is
// made smaller must look like one that somebody made. It is careful rather than right, and learns from more inputs.
type InputProfile struct {
	Tokens int // the fewest
	// First are the numbers at the beginning, which mostly are counts, each for itself; Rest are all others.
	First [4]Span
	Rest  Span
	// Signs are the bytes of the tokens that are no numbers.
	Signs [256]bool
	// Prompt tells that the trusted solution reads what it needs and no more, so that more of it changes nothing.
	Prompt bool
}

// Span is a range of numbers, of none at first.
type Span struct {
	Seen     bool
	Min, Max int64
}

func (s *Span) learn(x int64) {
	if !s.Seen {
		*s = Span{true, x, x}
	}
	s.Min, s.Max = min(s.Min, x), max(s.Max, x)
}

func (s *Span) holds(x int64) bool { return s.Seen && s.Min <= x && x <= s.Max }

func (l *InputProfile) span(index int) *Span {
	if index < len(l.First) {
		return &l.First[index]
	}
	return &l.Rest
}

// Learn takes an input in.
func (l *InputProfile) Learn(input []byte) {
	fields := bytes.Fields(input)
	if l.Tokens == 0 || len(fields) < l.Tokens {
		l.Tokens = len(fields)
	}
	for i, field := range fields {
		if x, err := strconv.ParseInt(string(field), 10, 64); err == nil {
			l.span(i).learn(x)
			// Short inputs have in front what longer ones have further behind.
			l.Rest.learn(x)
			continue
		}
		for _, c := range field {
			l.Signs[c] = true
		}
	}
}

// Allows tells whether an input looks like those that were learned.
func (l *InputProfile) Allows(input []byte) bool {
	fields := bytes.Fields(input)
	if len(fields) < l.Tokens {
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
			if !l.Signs[c] {
				return false
			}
		}
	}
	return true
}
