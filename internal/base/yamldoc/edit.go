package yamldoc

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Editor changes a file by its lines, which are counted from 1, and leaves the rest as it is: comments, order, line
// endings.
type Editor struct {
	mark  string // a byte-order mark
	lines []line
	// end is that of new lines.
	end string
}

// line is a line with what ends it, nothing at the end of a file.
type line struct{ text, end string }

// Span are lines of a text: First, counted from 1, and Count of them.
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

// Bytes is the text as it is now. Its last line is ended when it has been changed or lines follow it.
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

// Len is how many lines there are.
func (e *Editor) Len() int { return len(e.lines) }

// Line is a line without its end.
func (e *Editor) Line(number int) string { return e.lines[number-1].text }

// SetLine changes a line.
func (e *Editor) SetLine(number int, text string) { e.lines[number-1].text = text }

// Insert adds lines after one, or at the beginning after 0.
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

// Entry are the lines of a key or of an item that begins in a line with an indentation: those that follow as far as they
// are indented more. Blank lines at the end stay outside.
func (e *Editor) Entry(first, indent int) Span {
	return e.while(first, func(text string) bool { return Indentation(text) > indent })
}

// MapEnd is the last line of a map whose first key stands in a line with an indentation.
func (e *Editor) MapEnd(first, indent int) int {
	return e.while(first, func(text string) bool {
		return Indentation(text) >= indent && !strings.HasPrefix(text, "...")
	}).last()
}

// ListEnd is the last line of a list whose first item begins in a line with an indentation. A line that is indented like
// the items and is none ends it: the next key.
func (e *Editor) ListEnd(first, indent int) int {
	return e.while(first, func(text string) bool {
		return Indentation(text) > indent || Indentation(text) == indent && strings.HasPrefix(text[indent:], "-")
	}).last()
}

func (s Span) last() int { return s.First + s.Count - 1 }

// while are the lines from one on as far as those that are not blank go on.
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

// AroundKey is what stands in the line of a key before it and behind it, with the colon.
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

// RenameKeys gives keys other names, and returns the text. Each key is the Name of a field.
func (e *Editor) RenameKeys(names map[Value]string) ([]byte, error) {
	// From the last one of a line on, since the others stay where they are then.
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

// Indentation is how many blanks a line begins with.
func Indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
