package yamldoc

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Editor changes a file by its lines, counted from 1. It keeps everything else: comments, order, line endings.
type Editor struct {
	mark  string // a byte-order mark
	lines []line
	// end is the line ending of new lines.
	end string
}

// line is a line with its ending, which the last line of a file may lack.
type line struct{ text, end string }

// Span is a range of lines: First, counted from 1, and Count of them.
type Span struct{ First, Count int }

// Edit makes an Editor.
func Edit(text []byte) *Editor {
	rest, marked := strings.CutPrefix(string(text), byteOrderMark)
	e := &Editor{end: "\n"}
	if marked {
		e.mark = byteOrderMark
	}
	if strings.Contains(rest, "\r\n") {
		e.end = "\r\n"
	}
	for rest != "" {
		length := strings.IndexAny(rest, "\r\n") // a carriage return alone ends a line, too (YAML 1.2, 5.4)
		end := "\r\n"
		switch {
		case length < 0:
			length, end = len(rest), ""
		case !strings.HasPrefix(rest[length:], end):
			end = rest[length : length+1]
		}
		e.lines = append(e.lines, line{rest[:length], end})
		rest = rest[length+len(end):]
	}
	return e
}

// Bytes returns the current text. If its last line was changed, or lines follow it, it gets a line
// ending.
func (e *Editor) Bytes() []byte {
	var b strings.Builder
	b.WriteString(e.mark)
	for i, l := range e.lines {
		b.WriteString(l.text)
		if l.end == "" && i < len(e.lines)-1 {
			l.end = e.end
		}
		b.WriteString(l.end)
	}
	return []byte(b.String())
}

// Len is the number of lines.
func (e *Editor) Len() int { return len(e.lines) }

// Line returns a line without its ending.
func (e *Editor) Line(number int) string { return e.lines[number-1].text }

// SetLine changes a line.
func (e *Editor) SetLine(number int, text string) { e.lines[number-1].text = text }

// Insert adds lines after the given one, or at the beginning after 0.
func (e *Editor) Insert(after int, texts ...string) {
	added := make([]line, len(texts))
	for i, text := range texts {
		added[i] = line{text, e.end}
	}
	e.lines = slices.Insert(e.lines, after, added...)
}

// Cut removes lines and returns them.
func (e *Editor) Cut(span Span) []string {
	cut := make([]string, span.Count)
	for i := range cut {
		cut[i] = e.lines[span.First-1+i].text
	}
	e.lines = slices.Delete(e.lines, span.First-1, span.First-1+span.Count)
	return cut
}

// Trim removes blank lines at the end.
func (e *Editor) Trim() {
	for len(e.lines) > 0 && strings.TrimSpace(e.lines[len(e.lines)-1].text) == "" {
		e.lines = e.lines[:len(e.lines)-1]
	}
}

// Entry returns the lines of a key or of an item that begins in a line with an indentation: the following lines
// with more indentation. Blank lines at the end are excluded.
func (e *Editor) Entry(first, indent int) Span {
	return e.while(first, func(text string) bool { return Indentation(text) > indent })
}

// MapEnd is the last line of a map whose first key is in a line with an indentation.
func (e *Editor) MapEnd(first, indent int) int {
	return e.while(first, func(text string) bool {
		return Indentation(text) >= indent && !strings.HasPrefix(text, "...")
	}).last()
}

// ListEnd is the last line of a list whose first item begins in a line with an indentation. A line with the items'
// indentation that is not an item ends it: the next key.
func (e *Editor) ListEnd(first, indent int) int {
	return e.while(first, func(text string) bool {
		return Indentation(text) > indent || Indentation(text) == indent && strings.HasPrefix(text[indent:], "-")
	}).last()
}

func (s Span) last() int { return s.First + s.Count - 1 }

// while returns the lines from the given one on as long as goesOn holds for those that are not blank.
func (e *Editor) while(first int, goesOn func(text string) bool) Span {
	last := first
	for number := first + 1; number <= len(e.lines); number++ {
		text := e.Line(number)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if !goesOn(text) {
			break
		}
		last = number
	}
	return Span{first, last - first + 1}
}

// AroundKey returns the text of a key's line before the key and after it, with the colon.
func (e *Editor) AroundKey(key Value) (before, behind string, err error) {
	before, rest, err := e.split(key, "")
	if err != nil || rest == "" {
		return "", "", errShape
	}
	length := len(strings.TrimRight(rest[:max(0, strings.Index(rest+" ", ": "))], " "))
	if quote := rest[:1]; quote == `"` || quote == "'" {
		length = strings.Index(rest[1:], quote) + 2
	}
	if length < 1 {
		return "", "", errShape
	}
	return before, rest[length:], nil
}

// RenameKeys renames keys, and returns the text. Each key is the Name of a field.
func (e *Editor) RenameKeys(names map[Value]string) ([]byte, error) {
	// Change the last key of a line first, so that the positions of the others stay valid.
	keys := slices.SortedFunc(maps.Keys(names), func(a, b Value) int { return cmp.Compare(b.Column(), a.Column()) })
	for _, key := range keys {
		before, behind, err := e.AroundKey(key)
		if err != nil {
			return nil, err
		}
		e.SetLine(key.Line(), before+Scalar(names[key])+behind)
	}
	text := e.Bytes()
	_, err := Open(text)
	return text, err
}

// Indentation is the number of blanks at the start of a line.
func Indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
