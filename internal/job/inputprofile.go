package job

import (
	"bytes"
	"strconv"
)

// InputProfile is what inputs have in common. It replaces a missing input validator: a shrunk input must look like
// one that the author could have made. It is cautious rather than exact, and learns from more inputs.
type InputProfile struct {
	Tokens int // the fewest
	// First are the leading numbers, which mostly are counts, one by one; Rest are all others.
	First [4]Span
	Rest  Span
	// Signs are the bytes of the tokens that are not numbers.
	Signs [256]bool
	// Prompt reports that the reference solution reads only what it needs, so that further input changes nothing.
	Prompt bool
}

// Span is a range of numbers, initially empty.
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

// Learn adds an input to the profile.
func (l *InputProfile) Learn(input []byte) {
	fields := bytes.Fields(input)
	if l.Tokens == 0 || len(fields) < l.Tokens {
		l.Tokens = len(fields)
	}
	for i, field := range fields {
		if x, err := strconv.ParseInt(string(field), 10, 64); err == nil {
			l.span(i).learn(x)
			// The leading numbers of short inputs may occur later in longer ones.
			l.Rest.learn(x)
			continue
		}
		for _, c := range field {
			l.Signs[c] = true
		}
	}
}

// Allows reports whether an input fits the profile.
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
