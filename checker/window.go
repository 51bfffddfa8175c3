package checker

import (
	"bytes"
	"time"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// window is the displayed part of one side: the line of the difference and some lines around it.
type window struct {
	before, after []*line
	focus         *line // nil if the file has no such line
	complete      bool  // the file ends with the window
}

// line is a line of a window, split into words and the white space between them.
type line struct {
	number      int
	pieces      []*piece
	left, right bool // something was cut there
	// tail is the white space at the end, line end included. tailChanged marks it as the difference.
	tail        string
	tailStart   int64
	tailChanged bool
}

// piece is a word or a gap.
type piece struct {
	start   int64 // offset in the file
	text    string
	word    bool
	changed bool
}

func (p *piece) end() int64 { return p.start + int64(len(p.text)) }

// window reads the lines around an offset, given its line.
func (e excerpt) window(offset int64, number int, lineStart int64) (window, error) {
	var w window
	headStart := max(lineStart-windowSize, 0)
	head, err := e.read(headStart, lineStart)
	if err != nil {
		return w, err
	}
	lines := bytes.SplitAfter(head, []byte{'\n'})
	lines = lines[:len(lines)-1] // nothing follows the last line end
	at, cut := headStart, headStart > 0
	for i, raw := range lines {
		if left := len(lines) - i; left <= linesAround {
			w.before = append(w.before, newLine(number-left, at, raw, cut && i == 0, false))
		}
		at += int64(len(raw))
	}

	start := max(lineStart, offset-lineWidth/2)
	rest, err := e.read(start, offset+windowSize)
	if err != nil {
		return w, err
	}
	ended := int64(len(rest)) < offset+windowSize-start
	lines = bytes.SplitAfter(rest, []byte{'\n'})
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	w.complete = ended && len(lines) <= 1+linesAround
	for i, raw := range lines[:min(len(lines), 1+linesAround)] {
		torn := !ended && i == len(lines)-1 && raw[len(raw)-1] != '\n'
		shown := newLine(number+i, start, raw, i == 0 && start > lineStart, torn)
		if i == 0 {
			w.focus = shown
		} else {
			w.after = append(w.after, shown)
		}
		w.complete = w.complete && !shown.right
		start += int64(len(raw))
	}
	return w, nil
}

// newLine splits a line, at most lineWidth bytes of it.
func newLine(number int, start int64, raw []byte, left, right bool) *line {
	l := &line{number: number, left: left, right: right}
	if len(raw) > lineWidth {
		raw, l.right = raw[:lineWidth], true
	}
	words := bytes.TrimRight(raw, " \t\n\v\f\r")
	if l.right {
		words = raw
	}
	l.tail = string(raw[len(words):])
	for len(words) > 0 {
		n := 1
		for n < len(words) && isSpace(words[n]) == isSpace(words[0]) {
			n++
		}
		l.pieces = append(l.pieces, &piece{start: start, text: string(words[:n]), word: !isSpace(words[0])})
		words, start = words[n:], start+int64(n)
	}
	l.tailStart = start
	return l
}

// key returns what lines are aligned by.
func (l *line) key(fold bool) string {
	var b bytes.Buffer
	for _, p := range l.pieces {
		if p.word {
			b.WriteString(wordKey(p.text, fold))
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func wordKey(word string, fold bool) string {
	if !fold {
		return word
	}
	key := []byte(word)
	for i, c := range key {
		key[i] = lower(c)
	}
	return string(key)
}

// side returns the line as a row of a Difference shows it, beside another line or nil.
func (l *line) side(beside *line) *Side {
	side := &Side{Line: l.number}
	show := func(text string, changed bool) {
		if n := len(side.Spans); n > 0 && side.Spans[n-1].Changed == changed {
			side.Spans[n-1].Text += text
		} else if text != "" {
			side.Spans = append(side.Spans, Span{Text: text, Changed: changed})
		}
	}
	for i, p := range l.pieces {
		show(clipped([]byte(p.text), l.left && i == 0, l.right && i == len(l.pieces)-1), p.changed)
	}
	// White space at the end is shown if it distinguishes the sides.
	if l.tailChanged || beside != nil && beside.tail != l.tail {
		show(l.tail, l.tailChanged)
	}
	return side
}

func row(want, got *line) Row {
	var r Row
	if want != nil {
		r.Expected = want.side(got)
	}
	if got != nil {
		r.Got = got.side(want)
	}
	return r
}

// align pairs equal lines, and between them the others in order.
func align(want, got []*line, fold bool) []Row {
	keys := func(lines []*line) []string {
		keys := make([]string, len(lines))
		for i, l := range lines {
			keys[i] = l.key(fold)
		}
		return keys
	}
	var rows []Row
	for _, change := range edits(keys(want), keys(got)) {
		for i := range max(change.want, change.got) {
			var w, g *line
			if i < change.want {
				w = want[i]
			}
			if i < change.got {
				g = got[i]
			}
			rows = append(rows, row(w, g))
		}
		want, got = want[change.want:], got[change.got:]
	}
	return rows
}

// edit says that so many items of each side are opposite each other.
type edit struct {
	want, got int
	equal     bool
}

// edits returns a shortest edit from one list of keys to the other.
func edits(want, got []string) []edit {
	classes := map[string]rune{}
	runes := func(keys []string) []rune {
		runes := make([]rune, len(keys))
		for i, key := range keys {
			if classes[key] == 0 {
				classes[key] = rune(len(classes) + 1)
			}
			runes[i] = classes[key]
		}
		return runes
	}
	differ := diffmatchpatch.New()
	differ.DiffTimeout = 50 * time.Millisecond
	var list []edit
	for _, d := range differ.DiffMainRunes(runes(want), runes(got), false) {
		n := len([]rune(d.Text))
		if d.Type == diffmatchpatch.DiffEqual {
			list = append(list, edit{n, n, true})
			continue
		}
		if len(list) == 0 || list[len(list)-1].equal {
			list = append(list, edit{})
		}
		if last := &list[len(list)-1]; d.Type == diffmatchpatch.DiffDelete {
			last.want += n
		} else {
			last.got += n
		}
	}
	return list
}
