package statement

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Editorial is the text that explains the solution of a problem, split into parts that a reader opens
// separately.
type Editorial struct {
	// Hints are opened one by one.
	Hints []Hint
	// Solution is the rest, in the format of the source.
	Solution []byte
	// Faults are problems for its author to fix.
	Faults []Fault
}

// Hint is a section of a Markdown editorial with the heading "## Hint: " and a title.
type Hint struct {
	Title  string // "what to try"
	Source []byte // Markdown, without the heading
}

// hintMark begins the heading of a hint, which is on the second level.
const hintMark = "Hint:"

// section is a heading with its text, up to the next heading of the second or first level.
type section struct {
	heading, body, end int // offsets in the source
	line, column       int // of the heading, from 1
	level              int
	title              string
	isHint             bool
}

// Divide finds the hints of an editorial. Kind is the format of the source; only "md" has hints. A hint at an
// unusual place is still a hint, even if there is a Fault about it.
func Divide(source []byte, kind string) Editorial {
	if kind != "md" {
		return Editorial{Solution: source}
	}
	// Parsers need bounds; text beyond them belongs to the solution.
	r, _ := newReading(source)
	r.flatten()
	text := r.text
	var (
		e      Editorial
		rest   strings.Builder
		before = 0 // start of the part that was not parsed
		behind = false
	)
	sections, faults := sectionsOf(r)
	e.Faults = faults
	title := titleOf(text, sections)
	for i, s := range sections {
		if !s.isHint {
			continue
		}
		behind = behind || strings.TrimSpace(text[max(before, title):s.heading]) != ""
		rest.WriteString(text[before:s.heading])
		before = s.end
		hint := Hint{Title: s.title, Source: []byte(strings.TrimSpace(text[s.body:s.end]) + "\n")}
		fault := func(help, format string, args ...any) {
			e.Faults = append(e.Faults, Fault{s.line, s.column, fmt.Sprintf(format, args...), help})
		}
		for _, other := range e.Hints {
			if other.Title == hint.Title {
				fault("join them, or say what differs", "another hint is called %q, too", hint.Title)
			}
		}
		switch {
		case behind:
			fault("put all hints at the beginning of the text", "the hint %q comes after a part of the solution", hint.Title)
		case strings.TrimSpace(string(hint.Source)) == "":
			fault("write the hint below its heading", "the hint %q is empty", hint.Title)
		case i == len(sections)-1:
			fault("begin the solution with a heading of its own, such as ## Solution", "no solution follows the hint %q", hint.Title)
		}
		e.Hints = append(e.Hints, hint)
	}
	rest.WriteString(text[before:])
	rest.Write(source[len(r.file):])
	e.Solution = []byte(strings.TrimLeft(rest.String(), "\n"))
	return e
}

// titleOf is the end of the title of a text, 0 if it has none.
func titleOf(text string, sections []section) int {
	if len(sections) == 0 || sections[0].level > 1 || strings.TrimSpace(text[:sections[0].heading]) != "" {
		return 0
	}
	return sections[0].body
}

// sectionsOf finds the sections of the first and second level, and headings that resemble those of hints but are
// not.
func sectionsOf(r *reading) (sections []section, faults []Fault) {
	text := r.text
	source := []byte(text)
	for node := parse(source).FirstChild(); node != nil; node = node.NextSibling() {
		heading, ok := node.(*ast.Heading)
		if !ok || heading.Lines().Len() == 0 {
			continue
		}
		title := strings.TrimSpace(plainText(heading, source))
		at := 1 + strings.LastIndexByte(text[:heading.Lines().At(0).Start], '\n')
		s := section{heading: at, end: len(text), level: heading.Level, title: title}
		s.line, s.column = position(r.file, r.inFile(at))
		named, marked := strings.CutPrefix(title, hintMark)
		if named = strings.TrimSpace(named); marked && named != "" && heading.Level == 2 {
			s.title, s.isHint = named, true
		} else if meansHint(title) {
			faults = append(faults, Fault{
				s.line, s.column, fmt.Sprintf("%q is not taken for a hint", strings.Repeat("#", heading.Level)+" "+title),
				"write ## " + hintMark + " and what it tells, such as ## " + hintMark + " what to try",
			})
		}
		if heading.Level > 2 {
			continue
		}
		s.body = at + len(underHeading(text[at:], heading))
		if len(sections) > 0 {
			sections[len(sections)-1].end = at
		}
		sections = append(sections, s)
	}
	return sections, faults
}

// underHeading is the part of a text that its heading takes up: one line, or the lines of an underlined heading
// with the underline.
func underHeading(text string, heading *ast.Heading) string {
	lines := 1
	if !strings.HasPrefix(strings.TrimLeft(text, " "), "#") {
		lines = heading.Lines().Len() + 1
	}
	end := 0
	for range lines {
		_, rest, found := strings.Cut(text[end:], "\n")
		if !found {
			return text
		}
		end = len(text) - len(rest)
	}
	return text[:end]
}

// meansHint reports whether a heading begins with the word.
func meansHint(title string) bool {
	const word = "hint"
	if len(title) < len(word) || !strings.EqualFold(title[:len(word)], word) {
		return false
	}
	rest := strings.TrimPrefix(strings.ToLower(title[len(word):]), "s")
	return rest == "" || !('a' <= rest[0] && rest[0] <= 'z')
}
