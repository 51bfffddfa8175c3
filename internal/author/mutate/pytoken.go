package mutate

import "strings"

// pyMarks are the symbols of Python with more than one character, the longest first.
var pyMarks = []string{
	"**=", "//=", ">>=", "<<=", "...", "==", "!=", "<=", ">=", "<<", ">>", "**", "//", "->", ":=",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=",
}

// pyLine is a logical line: brackets and backslashes join physical lines.
type pyLine struct {
	pieces []piece
	// indent is the leading white space; start and end bound the rest of the line, without comments.
	indent     string
	start, end int
}

// pyLines returns the logical lines that contain more than comments. Brackets are matched within their
// line.
func pyLines(source string) []pyLine {
	var found []pyLine
	var line pyLine
	depth := 0
	finish := func() {
		if len(line.pieces) > 0 {
			matchBrackets(line.pieces)
			line.start, line.end = line.pieces[0].start, line.pieces[len(line.pieces)-1].end
			line.indent = source[lineStart([]byte(source), line.start):line.start]
			found = append(found, line)
		}
		line, depth = pyLine{}, 0
	}
	for at := 0; at < len(source); {
		rest := source[at:]
		switch c := rest[0]; {
		case c == '\n':
			if depth == 0 {
				finish()
			}
			at++
			continue
		case c == ' ', c == '\t', c == '\r', c == '\f':
			at++
			continue
		case c == '#':
			at += physicalLine(rest)
			continue
		case c == '\\' && strings.HasPrefix(strings.TrimLeft(rest[1:], "\r"), "\n"):
			at += strings.IndexByte(rest, '\n') + 1
			continue
		}
		k, length := measure(rest, pyText, pyMarks)
		p := piece{k, rest[:length], at, at + length, -1}
		switch {
		case p.is("(", "[", "{"):
			depth++
		case p.is(")", "]", "}"):
			depth = max(0, depth-1)
		}
		line.pieces = append(line.pieces, p)
		at += length
	}
	finish()
	return found
}

// physicalLine measures a line without its line break.
func physicalLine(rest string) int {
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		return i
	}
	return len(rest)
}

// pyText measures a string with its prefix, 0 if there is none.
func pyText(rest string) int {
	prefix := len(rest) - len(strings.TrimLeft(rest, "rRbBuUfF"))
	if prefix > 2 || prefix >= len(rest) || rest[prefix] != '"' && rest[prefix] != '\'' {
		return 0
	}
	quoted := rest[prefix:]
	triple := strings.Repeat(quoted[:1], 3)
	if !strings.HasPrefix(quoted, triple) {
		return prefix + quotedLength(quoted)
	}
	for i := 3; i < len(quoted); i++ {
		switch {
		case quoted[i] == '\\':
			i++
		case strings.HasPrefix(quoted[i:], triple):
			return prefix + i + 3
		}
	}
	return len(rest)
}
