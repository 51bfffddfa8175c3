package diagnose

import (
	"regexp"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// Severity is how serious a compiler considers something, in the words of GCC.
type Severity string

// The severities, from the worst to the least.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Complaint is a compiler's message about a position.
type Complaint struct {
	File     string // as the compiler names it
	Line     int    // from 1
	Column   int    // from 1; 1 if the compiler did not say
	Severity Severity
	Text     string // one line
}

// complaintForm is the format of some compilers. Its groups are file, line, column, from (a column that counts from
// 0), kind and text. Missing ones are searched for in the following lines.
type complaintForm struct {
	pattern func() *regexp.Regexp
	// text matches the following line with the text if the pattern lacks that group or it is empty. Its groups are
	// kind and text.
	text func() *regexp.Regexp
	// caret says that a caret below the quoted source line marks the column.
	caret bool
}

const (
	severityWord = `(?P<kind>(?i:fatal error|error|warning|note|info|hint|fatal))`
	// below bounds how many lines after the position its text or a caret may come.
	below = 8
)

var (
	anyText     = lazyregexp.New(`^\s*(?:\*\s*)?(?P<kind>)(?P<text>\S.*)$`)
	errorText   = lazyregexp.New(`^(?P<kind>[A-Za-z.]*(?:Error|Warning)\b[^:]*): (?P<text>.*)$`)
	caret       = lazyregexp.New(`^\s*\^[~\s]*$`)
	rustText    = lazyregexp.New(`^(?P<kind>error|warning)(?:\[\w+\])?: (?P<text>.*)$`)
	rustArrow   = lazyregexp.New(`^\s*--> (?P<file>.+?):(?P<line>\d+):(?P<column>\d+)$`)
	columnForm  = lazyregexp.New(`^(?P<file>[^\s:][^:]*|[A-Za-z]:[^:]+):(?P<line>\d+)[:.](?P<column>\d+)(?:-[\d.]+)?: (?:` + severityWord + `\b[^:]*:)?\s*(?:\[[^\]]*\]$)?(?P<text>.*)$`)
	placeForm   = lazyregexp.New(`^(?P<file>[^\s:][^:]*|[A-Za-z]:[^:]+):(?P<line>\d+):(?P<column>\d+):$`)
	placeText   = lazyregexp.New(`^(?P<kind>(?:Fatal )?Error|Warning): (?P<text>.*)$`)
	insideForm  = lazyregexp.New(`^In (?P<file>\S+):(?P<line>\d+):(?P<column>\d+)$`)
	kindForm    = lazyregexp.New(`^(?P<kind>ERROR|Warning): (?P<file>[^\s:][^:]*|[A-Za-z]:[^:]+):(?P<line>\d+):(?:(?P<from>\d+):)? (?P<text>.*)$`)
	lineForm    = lazyregexp.New(`^(?P<file>[^\s:][^:]*|[A-Za-z]:[^:]+):(?P<line>\d+): (?:` + severityWord + `: )?(?P<text>.*)$`)
	parensForm  = lazyregexp.New(`^(?P<file>\S[^(]*)\((?P<line>\d+)(?:, ?(?P<column>\d+))?(?:,\d+,\d+)?\):? ` + severityWord + `\b:?\s*(?P<text>.*)$`)
	quotedForm  = lazyregexp.New(`^\s*File "(?P<file>[^"]+)", lines? (?P<line>\d+)(?:-\d+)?(?:, characters (?P<from>\d+)-\d+)?:?$`)
	bashForm    = lazyregexp.New(`^(?P<file>[^\s:][^:]*): line (?P<line>\d+): (?P<text>.*)$`)
	groovyForm  = lazyregexp.New(`^(?P<file>[^\s:][^:]*): (?P<line>\d+): (?P<text>.*) @ line \d+, column (?P<column>\d+)\.$`)
	nodeForm    = lazyregexp.New(`^(?P<file>/[^:]*|[\w./-]+\.[cm]?[jt]s):(?P<line>\d+)$`)
	atLineForm  = lazyregexp.New(`^(?P<text>.*?) at (?P<file>\S+) line (?P<line>\d+)[.,]`)
	onLineForm  = lazyregexp.New(`^(?:PHP )?(?P<text>(?:Parse|Fatal) error: .*) in (?P<file>.+) on line (?P<line>\d+)$`)
	complaining = []complaintForm{
		{pattern: columnForm, text: anyText},
		{pattern: placeForm, text: placeText},
		{pattern: insideForm, text: placeText},
		{pattern: kindForm},
		{pattern: parensForm},
		{pattern: bashForm},
		{pattern: groovyForm},
		{pattern: quotedForm, text: errorText},
		{pattern: nodeForm, text: errorText, caret: true},
		{pattern: lineForm, caret: true},
		{pattern: onLineForm},
		{pattern: atLineForm},
	}
)

// Complaints parses a compiler's messages about positions, in order. It understands GCC, Clang, Go, Rust, Java,
// Python and compilers with the same formats.
func Complaints(log string) []Complaint {
	lines := strings.Split(strings.TrimRight(log, "\n"), "\n")
	var all []Complaint
	var said map[string]string // by rustc, which names the position afterwards
	for i, line := range lines {
		if groups := match(rustText(), line); groups != nil {
			said = groups
			continue
		}
		if place := match(rustArrow(), line); place != nil && said != nil {
			place["kind"], place["text"] = said["kind"], said["text"]
			all, said = append(all, newComplaint(place)), nil
			continue
		}
		for _, form := range complaining {
			groups := match(form.pattern(), line)
			if groups == nil {
				continue
			}
			if groups["text"] == "" {
				groups = textBelow(groups, form.text, lines[i+1:])
			}
			if form.caret {
				groups["column"] = caretBelow(lines[i+1:])
			}
			if groups["text"] != "" {
				all = append(all, newComplaint(groups))
			}
			break
		}
	}
	return all
}

// match returns the named groups of a match, or nil.
func match(pattern *regexp.Regexp, line string) map[string]string {
	found := pattern.FindStringSubmatch(line)
	if found == nil {
		return nil
	}
	groups := map[string]string{}
	for i, name := range pattern.SubexpNames() {
		if name != "" && found[i] != "" {
			groups[name] = found[i]
		}
	}
	return groups
}

// textBelow completes a message with the text in one of the following lines.
func textBelow(groups map[string]string, pattern func() *regexp.Regexp, lines []string) map[string]string {
	if pattern == nil {
		return groups
	}
	for _, line := range lines[:min(below, len(lines))] {
		said := match(pattern(), line)
		if said == nil {
			continue
		}
		groups["text"] = said["text"]
		if kind := said["kind"]; kind != "" {
			groups["kind"] = kind
			if strings.HasSuffix(kind, "Error") && kind != "Error" { // an exception
				groups["text"] = kind + ": " + said["text"]
			}
		}
		break
	}
	return groups
}

// caretBelow returns the column of the caret that javac and others print below the source line, or "".
func caretBelow(lines []string) string {
	if len(lines) < 2 || !caret().MatchString(lines[1]) {
		return ""
	}
	return strconv.Itoa(strings.IndexByte(lines[1], '^') + 1)
}

func newComplaint(groups map[string]string) Complaint {
	c := Complaint{File: groups["file"], Severity: Error, Text: strings.TrimSpace(groups["text"])}
	c.Line, _ = strconv.Atoi(groups["line"]) // digits, like the others
	c.Column, _ = strconv.Atoi(groups["column"])
	if from, err := strconv.Atoi(groups["from"]); err == nil {
		c.Column = from + 1
	}
	c.Line, c.Column = max(1, c.Line), max(1, c.Column)
	switch kind := strings.ToLower(groups["kind"]); {
	case strings.Contains(kind, "warning"):
		c.Severity = Warning
	case kind == "note" || kind == "info" || kind == "hint":
		c.Severity = Note
	}
	return c
}
