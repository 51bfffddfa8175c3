package shrink

import (
	"bytes"
	"strconv"
)

// edit is a change of a document that keeps the white space around the remaining tokens.
type edit struct {
	doc         *document
	deadLines   []bool
	deadTokens  []bool
	words       map[int][]byte // changed words by token
	numbers     []int64        // changed numbers by token
	numbered    []bool
	touched     []bool // lines whose tokens changed
	dropEmptied bool   // whether lines that lose all their tokens go too
}

func (d *document) edit() *edit {
	return &edit{doc: d}
}

func (e *edit) removeLine(line int) {
	if e.deadLines == nil {
		e.deadLines = make([]bool, len(e.doc.lines))
	}
	e.deadLines[line] = true
}

func (e *edit) removeToken(t int) {
	if e.deadTokens == nil {
		e.deadTokens = make([]bool, len(e.doc.tokens))
	}
	e.deadTokens[t] = true
	e.touch(t)
}

func (e *edit) setNumber(t int, n int64) {
	if e.numbers == nil {
		e.numbers = make([]int64, len(e.doc.tokens))
		e.numbered = make([]bool, len(e.doc.tokens))
	}
	e.numbers[t], e.numbered[t] = n, true
	e.touch(t)
}

// setWord replaces a token. An empty token goes, with its gap.
func (e *edit) setWord(t int, word []byte) {
	if len(word) == 0 {
		e.removeToken(t)
		return
	}
	if e.words == nil {
		e.words = map[int][]byte{}
	}
	e.words[t] = word
	e.touch(t)
}

// letters returns a copy of the token's text to change in place.
func (e *edit) letters(t int) []byte {
	if w, ok := e.words[t]; ok {
		return w
	}
	e.setWord(t, []byte(e.doc.word(t)))
	return e.words[t]
}

func (e *edit) touch(t int) {
	if e.touched == nil {
		e.touched = make([]bool, len(e.doc.lines))
	}
	e.touched[e.doc.tokens[t].line] = true
}

// bytes returns the changed text.
func (e *edit) bytes() []byte {
	out := make([]byte, 0, len(e.doc.text))
	for i, l := range e.doc.lines {
		switch {
		case e.deadLines != nil && e.deadLines[i]:
		case e.touched != nil && e.touched[i]:
			out = e.appendLine(out, l)
		default:
			out = append(out, e.doc.text[l.start:l.end]...)
		}
	}
	// If the last line had no newline, the new last line has none either.
	if last := len(e.doc.lines) - 1; last >= 0 && e.deadLines != nil && e.deadLines[last] && !bytes.HasSuffix(e.doc.text, []byte("\n")) {
		out = bytes.TrimSuffix(bytes.TrimSuffix(out, []byte("\n")), []byte("\r"))
	}
	return out
}

// appendLine writes a line with changed tokens: its indentation, each remaining token after its old gap, and what
// followed the last one.
func (e *edit) appendLine(out []byte, l line) []byte {
	text, tokens := e.doc.text, e.doc.tokens[l.first:l.last]
	begin := len(out)
	out = append(out, text[l.start:tokens[0].start]...)
	empty := true
	for i, t := range tokens {
		if e.deadTokens != nil && e.deadTokens[l.first+i] {
			continue
		}
		if !empty {
			out = append(out, text[tokens[i-1].end:t.start]...)
		}
		empty = false
		out = e.appendToken(out, l.first+i)
	}
	if empty && e.dropEmptied {
		return out[:begin]
	}
	return append(out, text[tokens[len(tokens)-1].end:l.end]...)
}

func (e *edit) appendToken(out []byte, t int) []byte {
	if e.numbered != nil && e.numbered[t] {
		return strconv.AppendInt(out, e.numbers[t], 10)
	}
	if w, ok := e.words[t]; ok {
		return append(out, w...)
	}
	return append(out, e.doc.text[e.doc.tokens[t].start:e.doc.tokens[t].end]...)
}
