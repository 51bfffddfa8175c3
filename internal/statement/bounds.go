package statement

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Bounds of the source. Without them a small source could take hours: parsers look back from every line to all
// that encloses it, and from every bracket to the end of its paragraph. Real statements stay far below.
const (
	maxSource    = 128 << 10 // bytes
	maxParagraph = 8 << 10   // bytes without a blank line
	maxNesting   = 24        // quotes and lists that a line opens
	maxIndent    = 4 * maxNesting
	maxCells     = 20_000 // cells of all tables, counting missing cells of rows
)

// bounded cuts a source to maxSource. The notes tell readers what is missing.
func bounded(source []byte) (text string, notes []string) {
	if len(source) <= maxSource {
		return string(source), nil
	}
	end := maxSource
	for end > maxSource-utf8.UTFMax && !utf8.RuneStart(source[end]) {
		end--
	}
	return string(source[:end]), []string{fmt.Sprintf("[the statement goes on: %d more bytes are not shown]", len(source)-end)}
}

// byteOrderMark begins files of some editors.
const byteOrderMark = "\ufeff"

// newReading begins to read a file, within bounds, as UTF-8 with line feeds. The notes tell readers what is missing.
func newReading(file []byte) (*reading, []string) {
	text, notes := bounded(file)
	r := &reading{source: newSource(text), isCut: len(notes) > 0}
	if strings.HasPrefix(text, byteOrderMark) {
		r.report(0, "save it as UTF-8 without BOM", "the file begins with a byte order mark (BOM)")
		w := r.rewriter()
		w.keep(len(byteOrderMark), len(text))
		r.source = w.source()
	}
	r.decode()
	r.source = r.replaced("\r\n", "\n").replaced("\r", "\n")
	return r, notes
}

// decode replaces what is not UTF-8.
func (r *reading) decode() {
	if utf8.ValidString(r.text) {
		return
	}
	w := r.rewriter()
	kept, faulty := 0, 0
	for at, c := range r.text {
		if c != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(r.text[at:]); size > 1 {
			continue // written as such
		}
		if faulty++; faulty == 1 {
			r.report(at, "save the file as UTF-8", "the text is not UTF-8: its byte %#02x is not a character", r.text[at])
		}
		w.keep(kept, at)
		if kept < at || faulty == 1 { // one sign for adjacent bytes
			w.put("\ufffd", at)
		}
		kept = at + 1
	}
	w.keep(kept, len(r.text))
	r.source = w.source()
}

// flatten keeps Markdown within the bounds: it raises what is nested too deeply, splits overlong paragraphs, and
// turns tables with too many cells into text.
func (r *reading) flatten() (notes []string) {
	w := r.rewriter()
	lines := strings.SplitAfter(r.text, "\n")
	below := make([]int, len(lines)+1) // lines up to the next blank one
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.TrimSpace(lines[i]) != "" {
			below[i] = below[i+1] + 1
		}
	}
	at := 0                           // the end of the line
	since, cells, flat := 0, 0, false // bytes since a blank line
	for i, line := range lines {
		at += len(line)
		mark, kept := raise(line)
		flat = flat || len(mark)+len(kept) < len(line)
		if columns := tableColumns(mark + kept); columns > 0 {
			if cells += columns * (below[i] + 1); cells > maxCells {
				w.put(`\`, at-len(line))
			}
		}
		w.keep(at-len(line), at-len(line)+len(mark))
		if strings.TrimSpace(mark+kept) == "" {
			since = 0
		}
		since += len(mark)
		for since+len(kept) > maxParagraph {
			room := max(0, maxParagraph-since)
			end := min(len(kept), room)
			if end = strings.LastIndexByte(kept[:end], ' ') + 1; end == 0 && since == 0 {
				for end = room; end > 0 && !utf8.RuneStart(kept[end]); end-- {
				}
			}
			w.keep(at-len(kept), at-len(kept)+end)
			w.put("\n\n", at-len(kept)+end)
			kept, since = strings.TrimLeft(kept[end:], " \t"), 0
		}
		w.keep(at-len(kept), at)
		since += len(kept)
	}
	if flat {
		notes = []string{fmt.Sprintf("[parts nested deeper than %d levels are shown flat]", maxNesting)}
	}
	r.source = w.source()
	return notes
}

// raise removes the marks and the indentation of a line beyond the bounds: it returns the parts before and behind them.
func raise(line string) (before, behind string) {
	columns, depth, at := 0, 0, 0
	for at < len(line) {
		switch mark := markLength(line[at:]); {
		case line[at] == ' ':
			columns++
			at++
		case line[at] == '\t':
			columns += 4
			at++
		case mark > 0:
			depth++
			at += mark
		default:
			return "", line
		}
		if columns > maxIndent || depth > maxNesting {
			rest := line[at:]
			for trimmed := ""; trimmed != rest; {
				trimmed = rest
				rest = strings.TrimLeft(rest, " \t")
				rest = rest[markLength(rest):]
			}
			return line[:at], rest
		}
	}
	return "", line
}

// markLength is the length of a mark at the start of a text that opens a quote or a list, or 0.
func markLength(text string) int {
	if text == "" {
		return 0
	}
	end := 1
	switch c := text[0]; {
	case c == '>':
		return 1
	case c == '-' || c == '+' || c == '*':
	case '0' <= c && c <= '9':
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		if end == len(text) || text[end] != '.' && text[end] != ')' {
			return 0
		}
		end++
	default:
		return 0
	}
	if end < len(text) && text[end] != ' ' && text[end] != '\t' && text[end] != '\n' {
		return 0
	}
	return end
}

// tableColumns counts the columns that the line below a table's head declares, 0 when it is not such a
// line.
func tableColumns(line string) int {
	line = strings.TrimSpace(line)
	if strings.Trim(line, " \t|:->") != "" || !strings.Contains(line, "-") || !strings.Contains(line, "|") {
		return 0
	}
	return strings.Count(line, "|") + 1
}
