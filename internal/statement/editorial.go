package statement

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"

	"grundy/internal/ui/terminal"
)

// Editorial is the text that explains how a problem is solved, divided into what a person may open by itself.
type Editorial struct {
	// Hints are opened one after the other.
	Hints []Hint
	// Solution is the rest, in the format of the source.
	Solution []byte
	// Faults are what its author should look at.
	Faults []Fault
}

// Hint is a section of an editorial in Markdown whose heading is "## Hint: " and what it tells.
type Hint struct {
	Title  string // "what to try"
	Source []byte // Markdown, without the heading
}

// hintMark begins the heading of a hint, which is one of the second level.
const hintMark = "Hint:"

// section is what a heading stands over, up to the next one of the second level or above.
type section struct {
	heading, body, end int // offsets in the source
	line, level        int // of the heading, from 1
	title              string
	isHint             bool
}

// Divide finds the hints of an editorial. Kind is the format of the source; only "md" has hints. Wherever a hint stands it is
// one, also where its author is told otherwise.
func Divide(source []byte, kind string) Editorial {
	if kind != "md" {
		return Editorial{Solution: source}
	}
	// Parsers need bounds; what is beyond them belongs to the solution.
	start, _ := bounded(source)
	text, _ := flatten(strings.ToValidUTF8(start, "\ufffd"))
	var (
		e      Editorial
		rest   strings.Builder
		before = 0 // where the part begins that was not looked at
		behind = false
	)
	sections, faults := sectionsOf(text)
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
			e.Faults = append(e.Faults, Fault{s.line, fmt.Sprintf(format, args...), help})
		}
		for _, other := range e.Hints {
			if other.Title == hint.Title {
				fault("join them, or say what differs", "another hint is called %q, too", hint.Title)
			}
		}
		switch {
		case behind:
			fault("hints stand at the head of the text, one after the other", "the hint %q stands behind a part of the solution", hint.Title)
		case strings.TrimSpace(string(hint.Source)) == "":
			fault("write what it tells below its heading", "the hint %q is empty", hint.Title)
		case i == len(sections)-1:
			fault("begin the solution with a heading of its own, such as ## Solution", "no solution follows the hint %q", hint.Title)
		}
		e.Hints = append(e.Hints, hint)
	}
	rest.WriteString(text[before:])
	rest.Write(source[len(start):])
	e.Solution = []byte(strings.TrimLeft(rest.String(), "\n"))
	return e
}

// titleOf is where the title of a text ends, 0 when it has none.
func titleOf(text string, sections []section) int {
	if len(sections) == 0 || sections[0].level > 1 || strings.TrimSpace(text[:sections[0].heading]) != "" {
		return 0
	}
	return sections[0].body
}

// sectionsOf finds the sections of the first and second level, and headings that look like those of hints and are none.
func sectionsOf(text string) (sections []section, faults []Fault) {
	m := tree{source: []byte(text)}
	for node := parse(m.source).FirstChild(); node != nil; node = node.NextSibling() {
		heading, ok := node.(*ast.Heading)
		if !ok || heading.Lines().Len() == 0 {
			continue
		}
		title := strings.TrimSpace(plain(m.inline(heading, terminal.Plain)))
		at := 1 + strings.LastIndexByte(text[:heading.Lines().At(0).Start], '\n')
		s := section{heading: at, end: len(text), line: 1 + strings.Count(text[:at], "\n"), level: heading.Level, title: title}
		named, marked := strings.CutPrefix(title, hintMark)
		if named = strings.TrimSpace(named); marked && named != "" && heading.Level == 2 {
			s.title, s.isHint = named, true
		} else if meansHint(title) {
			faults = append(faults, Fault{
				s.line, fmt.Sprintf("%q is not taken for a hint", strings.Repeat("#", heading.Level)+" "+title),
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

// underHeading is the beginning of a text that its heading takes up: a line, or those that are underlined and the next.
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

// meansHint tells whether a heading begins with the word.
func meansHint(title string) bool {
	const word = "hint"
	if len(title) < len(word) || !strings.EqualFold(title[:len(word)], word) {
		return false
	}
	rest := strings.TrimPrefix(strings.ToLower(title[len(word):]), "s")
	return rest == "" || !('a' <= rest[0] && rest[0] <= 'z')
}
