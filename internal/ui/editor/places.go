package editor

import (
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/judge/diagnose"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// places collects the diagnostics of a judgement, as report.GCC finds their positions.
type places struct {
	event.Sink
	uri    string // of the document
	path   string
	test   string                  // the test that is being reported, "" for none
	atTop  int                     // errors of tests in the first line of the document
	found  map[string][]diagnostic // by the URI of the file
	latest *diagnostic             // the one to which notes belong
	texts  map[string][][]byte     // the lines of files, by their paths
}

// newPlaces returns places without diagnostics.
func newPlaces(d *document) *places {
	p := &places{uri: d.uri, path: d.path, found: map[string][]diagnostic{}, texts: map[string][][]byte{}}
	p.Sink = report.NewPlaces(p.point)
	return p
}

// Event takes an event in. Errors that come with a test or an input belong to it.
func (p *places) Event(e event.Event) {
	p.test, p.latest = "", nil
	switch e := e.(type) {
	case event.Begin:
		e.Directory = "" // all paths are absolute
		p.Sink.Event(e)
		return
	case event.Test:
		p.test = e.Test
	}
	p.Sink.Event(e)
}

// point takes in a message about a position. A note that follows an error explains it.
func (p *places) point(file string, line, column int, severity diagnose.Severity, text string) {
	uri := p.uri
	if file != p.path {
		uri = uriOf(file)
	}
	where := p.span(file, line, column)
	if severity == diagnose.Note && p.latest != nil {
		p.latest.Related = append(p.latest.Related, related{location{uri, where}, text})
		return
	}
	if p.test != "" && file == p.path && line == 1 {
		if p.atTop++; p.atTop > mostAtTop {
			p.latest = &diagnostic{} // takes the notes
			return
		}
	}
	level := map[diagnose.Severity]int{diagnose.Error: severityError, diagnose.Warning: severityWarning, diagnose.Note: severityInformation}[severity]
	p.found[uri] = append(p.found[uri], diagnostic{Range: where, Severity: level, Source: "grundy", Message: text, test: p.test})
	p.latest = &p.found[uri][len(p.found[uri])-1]
}

// mostAtTop bounds how many failed tests have an error of their own in the first line of the document.
const mostAtTop = 5

// diagnostics returns what was found, by the URI of the file.
func (p *places) diagnostics() map[string][]diagnostic {
	if more := p.atTop - mostAtTop; more > 0 {
		rest := diagnostic{
			Range: p.span(p.path, 1, 1), Severity: severityInformation, Source: "grundy", Message: terminal.Count(more, "more failed test"),
		}
		p.found[p.uri] = append(p.found[p.uri], rest)
	}
	return p.found
}

// maxRead bounds, in bytes, how much of a file is read to find the ends of its lines: answers may be large.
const maxRead = 1 << 20

// read returns the lines in the beginning of a file, none if it cannot be read.
func read(path string) [][]byte {
	file, err := fsutil.OpenWithin("", path)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, maxRead)) // the lines so far
	return bytes.Split(text, []byte{'\n'})
}

// span returns the rest of a line from a column on, both from 1; columns count bytes. Lines that are not read have only starts.
func (p *places) span(file string, line, column int) span {
	lines, known := p.texts[file]
	if !known {
		lines = read(file)
		p.texts[file] = lines
	}
	at := position{Line: max(0, line-1)}
	if at.Line >= len(lines) {
		return span{at, at}
	}
	text := bytes.TrimRight(lines[at.Line], "\r")
	start := min(max(0, column-1), len(text))
	if column <= 1 {
		start = len(text) - len(bytes.TrimLeft(text, " \t"))
	}
	at.Character = units(text[:start])
	return span{at, position{at.Line, units(text)}}
}

// units counts the UTF-16 code units of a text.
func units(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n += utf16.RuneLen(r)
		text = text[size:]
	}
	return n
}
