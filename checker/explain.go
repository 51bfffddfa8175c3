package checker

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Explain describes a mismatch that Compare found between these files under these options. It reads the files up to
// the mismatch to count lines, but examines only a few KiB around it.
func Explain(output, answer io.ReaderAt, mismatch *Mismatch, options Options) (*Difference, error) {
	want, got, err := look(excerpt{output}, excerpt{answer}, mismatch)
	if err != nil {
		return nil, err
	}
	want.mark(mismatch.Kind)
	got.mark(mismatch.Kind)
	markWords(want, got, options)

	fold := !options.CaseSensitive
	rows := align(want.window.before, got.window.before, fold)
	rows = append(rows, row(want.window.focus, got.window.focus))
	rows = append(rows, align(want.window.after, got.window.after, fold)...)
	return &Difference{
		OutputLine: got.line, OutputToken: got.token,
		AnswerLine: want.line, AnswerToken: want.token, AnswerColumn: want.column,
		Expected: want.text, Got: got.text,
		Reason: reason(want, got, mismatch.Kind, options),
		Rows:   rows,
	}, nil
}

// mismatchPosition is the position of a mismatch on one side.
type mismatchPosition struct {
	offset int64 // where the sides differ
	// text is the token there, bounded, or the white space. It is "" on a side that has ended.
	text        string
	line, token int
	column      int // of the token in its line, in bytes from 1
	window      window
	ended       bool
	blank       bool // ended without any token
}

// look determines the position of the mismatch on both sides.
func look(output, answer excerpt, mismatch *Mismatch) (want, got *mismatchPosition, err error) {
	find := excerpt.tokenSight
	if mismatch.Kind == SpaceDiffers {
		find = excerpt.spaceSight
	}
	if mismatch.Kind != OutputGoesOn {
		if want, err = find(answer, mismatch.Answer); err != nil {
			return nil, nil, fmt.Errorf("read answer: %w", err)
		}
	}
	if mismatch.Kind == OutputEnds {
		got, err = output.endSight(mismatch.Output, want)
	} else {
		got, err = find(output, mismatch.Output)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read output: %w", err)
	}
	if mismatch.Kind == OutputGoesOn {
		if want, err = answer.endSight(mismatch.Answer, got); err != nil {
			return nil, nil, fmt.Errorf("read answer: %w", err)
		}
	}
	return want, got, nil
}

// tokenSight examines the token that contains or ends at an offset.
func (e excerpt) tokenSight(offset int64) (*mismatchPosition, error) {
	start, err := e.back(offset, false)
	if err != nil {
		return nil, err
	}
	s := &mismatchPosition{offset: offset}
	if s.text, err = e.token(start, offset); err != nil {
		return nil, err
	}
	return s, s.place(e, start, offset)
}

// spaceSight examines the white space around an offset.
func (e excerpt) spaceSight(offset int64) (*mismatchPosition, error) {
	text, err := e.run(offset)
	if err != nil {
		return nil, err
	}
	s := &mismatchPosition{offset: offset, text: text}
	return s, s.place(e, offset, offset)
}

// endSight examines the end of a file, to show beside what the other side continues with.
func (e excerpt) endSight(offset int64, beside *mismatchPosition) (*mismatchPosition, error) {
	lastToken, err := e.back(offset, true)
	if err != nil {
		return nil, err
	}
	s := &mismatchPosition{offset: offset, ended: true, blank: lastToken == 0}
	at := offset
	if beside.token > 1 {
		// Missing text belongs to the line of the last token.
		at = lastToken
	}
	return s, s.place(e, at, at)
}

// place sets the line and token of one offset, and the window around another in the same line.
func (s *mismatchPosition) place(e excerpt, start, center int64) error {
	line, token, lineStart, err := e.position(start)
	if err != nil {
		return err
	}
	s.line, s.token, s.column = line, token, int(start-lineStart)+1
	s.window, err = e.window(center, line, lineStart)
	return err
}

// mark marks the difference itself in its line.
func (s *mismatchPosition) mark(kind MismatchKind) {
	if s.ended || s.window.focus == nil {
		return
	}
	space := kind == SpaceDiffers
	for _, p := range s.window.focus.pieces {
		if p.word != space && p.start <= s.offset && s.offset <= p.end() {
			p.changed = true
			return
		}
	}
	if tail := s.window.focus.tailStart; space && tail <= s.offset && s.offset <= tail+int64(len(s.window.focus.tail)) {
		s.window.focus.tailChanged = true
	}
}

// rest returns the words after the difference.
func (s *mismatchPosition) rest() []*piece {
	var words []*piece
	lines := s.window.after
	if s.window.focus != nil {
		lines = append([]*line{s.window.focus}, lines...)
	}
	for _, l := range lines {
		for _, p := range l.pieces {
			if p.word && !p.changed && p.start >= s.offset {
				words = append(words, p)
			}
		}
	}
	return words
}

// markWords marks further differences after the first one.
func markWords(want, got *mismatchPosition, options Options) {
	keys := func(words []*piece) []string {
		keys := make([]string, len(words))
		for i, p := range words {
			keys[i] = wordKey(p.text, !options.CaseSensitive)
		}
		return keys
	}
	wants, gots := want.rest(), got.rest()
	changes := edits(keys(wants), keys(gots))
	for i, change := range changes {
		w, g := wants[:change.want], gots[:change.got]
		wants, gots = wants[change.want:], gots[change.got:]
		// What only one side has at the end may lie beyond the other's window.
		beyond := i == len(changes)-1 && (len(w) == 0 && !want.window.complete || len(g) == 0 && !got.window.complete)
		if change.equal || beyond {
			continue
		}
		for j, p := range w {
			p.changed = len(w) != len(g) || !sameWord(g[j].text, p.text, options)
		}
		for j, p := range g {
			p.changed = len(w) != len(g) || w[j].changed
		}
	}
}

// sameWord reports whether two words are equal to the comparison, though not letter by letter.
func sameWord(got, want string, options Options) bool {
	mismatch, err := Compare(strings.NewReader(got), strings.NewReader(want), options)
	return err == nil && mismatch == nil
}

// reason describes the difference.
func reason(want, got *mismatchPosition, kind MismatchKind, options Options) string {
	expected, received := Visible(want.text), Visible(got.text)
	plain := "expected " + expected + ", got " + received
	switch kind {
	case OutputEnds:
		if got.blank {
			return "output is empty: expected " + expected
		}
		return "output ends early: expected " + expected
	case OutputGoesOn:
		return "extra output after the end: " + received
	case SpaceDiffers:
		return "expected " + spaceWords(want.text) + ", got " + spaceWords(got.text)
	case NumberDiffers:
		return plain + numberWords(want.text, got.text, options)
	}
	if tolerance, _ := options.tolerance(); tolerance.absolute != nil || tolerance.relative != nil {
		if parseNumber(want.text).valid() {
			return plain + ", which is not a decimal number"
		}
	}
	if options.CaseSensitive && wordKey(want.text, true) == wordKey(got.text, true) {
		return plain + ": upper and lower case matter"
	}
	return plain
}

// spaceWords describes a run of white space: "2 spaces", "1 newline", or its characters if they are mixed.
func spaceWords(run string) string {
	if run == "" {
		return "no white space"
	}
	name, known := map[byte]string{' ': "space", '\n': "newline", '\t': "tab", '\r': "carriage return"}[run[0]]
	switch {
	case !known || strings.Trim(run, run[:1]) != "":
		if len(run) > tokenWidth {
			return Visible(run[:tokenWidth]) + ellipsis
		}
		return Visible(run)
	case len(run) == 1:
		return "1 " + name
	case len(run) >= windowSize:
		return "a lot of " + name + "s"
	}
	return strconv.Itoa(len(run)) + " " + name + "s"
}

// numberWords returns the errors of a number and the tolerance, or "" if they do not fit into doubles.
func numberWords(want, got string, options Options) string {
	w, g := parseNumber(want), parseNumber(got)
	expected, wOK := w.float()
	_, gOK := g.float()
	if !w.valid() || !g.valid() || !wOK || !gOK {
		return ""
	}
	// Compute the exact difference: that of the doubles would show their rounding.
	exact := g.decimal().add(w.decimal().neg()).abs()
	difference, err := strconv.ParseFloat(fmt.Sprintf("%de%d", exact.int, exact.exp), 64)
	if err != nil {
		return ""
	}
	words := ": absolute error " + errorWords(difference, options.FloatAbsolute)
	if expected != 0 {
		words += ", relative error " + errorWords(difference/max(expected, -expected), options.FloatRelative)
	}
	return words
}

func errorWords(value float64, allowed string) string {
	words := strconv.FormatFloat(value, 'g', 3, 64)
	if allowed != "" {
		words += " (at most " + allowed + ")"
	}
	return words
}
