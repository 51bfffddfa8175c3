package mutate

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a token of C or Python is.
type kind uint8

const (
	word kind = iota
	number
	text // a string or a character
	mark // an operator or a bracket
	// angle is a bracket of template arguments.
	angle
	// lineBreak ends a statement of Python.
	lineBreak
)

// piece is a token with its position in the text.
type piece struct {
	kind       kind
	text       string
	start, end int
	// match is the index of the other bracket of a pair, -1 without one.
	match int
}

func (p piece) is(texts ...string) bool {
	if p.kind == text || p.kind == lineBreak {
		return false
	}
	for _, text := range texts {
		if p.text == text {
			return true
		}
	}
	return false
}

// cMarks are the symbols of C and C++ with more than one character, the longest first.
var cMarks = []string{
	"<<=", ">>=", "<=>", "...", "->*",
	"::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ".*",
}

// cPieces returns the tokens of C or C++ source without comments and preprocessor lines; defines are the lines
// with #define.
func cPieces(source string) (pieces []piece, defines [][2]int) {
	lineBegins := true // only white space precedes in this line
	for at := 0; at < len(source); {
		rest := source[at:]
		switch c := rest[0]; {
		case c == '\n':
			lineBegins = true
			at++
			continue
		case c == ' ', c == '\t', c == '\r', c == '\f', c == '\v':
			at++
			continue
		case strings.HasPrefix(rest, "//"):
			at += logicalLine(rest)
			continue
		case strings.HasPrefix(rest, "/*"):
			at += through(rest, 2, "*/")
			continue
		case c == '\\' && strings.HasPrefix(strings.TrimLeft(rest[1:], "\r"), "\n"):
			at++
			continue
		case c == '#' && lineBegins:
			length := logicalLine(rest)
			if strings.HasPrefix(strings.TrimSpace(rest[1:length]), "define") {
				defines = append(defines, [2]int{at, at + length})
			}
			at += length
			continue
		}
		lineBegins = false
		k, length := measure(rest, cText, cMarks)
		pieces = append(pieces, piece{k, rest[:length], at, at + length, -1})
		at += length
	}
	matchBrackets(pieces)
	matchAngles(pieces)
	return pieces, defines
}

// measure returns the kind and length of the first token of a text. textLength measures a string, 0 if there is
// none; marks are the operators of several characters, longer ones first.
func measure(rest string, textLength func(string) int, marks []string) (kind, int) {
	if length := textLength(rest); length > 0 {
		return text, length
	}
	first, size := utf8.DecodeRuneInString(rest)
	switch {
	case isWordRune(first) && !unicode.IsDigit(first):
		return word, wordLength(rest)
	case unicode.IsDigit(first), first == '.' && len(rest) > 1 && unicode.IsDigit(rune(rest[1])):
		return number, cNumberLength(rest)
	}
	for _, m := range marks {
		if strings.HasPrefix(rest, m) {
			return mark, len(m)
		}
	}
	return mark, size
}

// cText measures a string or character literal with its prefix; 0 if there is none.
func cText(rest string) int {
	prefix := len(rest) - len(strings.TrimLeft(rest, "uUL8R"))
	if prefix > 3 || prefix >= len(rest) || rest[0] == '8' {
		return 0
	}
	switch {
	case rest[prefix] == '"' && prefix > 0 && rest[prefix-1] == 'R':
		open := strings.IndexByte(rest, '(')
		if open < 0 {
			return len(rest)
		}
		return through(rest, open, ")"+rest[prefix+1:open]+`"`)
	case rest[prefix] == '"', rest[prefix] == '\'':
		return prefix + quotedLength(rest[prefix:])
	}
	return 0
}

// quotedLength measures a one-line literal that begins with its quotation mark.
func quotedLength(rest string) int {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case rest[0]:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(rest)
}

func cNumberLength(rest string) int {
	for i, r := range rest {
		exponent := i > 0 && (r == '+' || r == '-') && strings.ContainsRune("eEpP", rune(rest[i-1])) && !strings.HasPrefix(rest, "0x")
		if !isWordRune(r) && r != '.' && r != '\'' && !exponent {
			return i
		}
	}
	return len(rest)
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func wordLength(rest string) int {
	for i, r := range rest {
		if !isWordRune(r) {
			return i
		}
	}
	return len(rest)
}

// logicalLine measures a line with its continuations by backslash, without the final line break.
func logicalLine(rest string) int {
	for i := 0; i < len(rest); i++ {
		if rest[i] == '\n' && !strings.HasSuffix(strings.TrimRight(rest[:i], "\r"), `\`) {
			return i
		}
	}
	return len(rest)
}

// through measures a text up to the end of the next closing text after from.
func through(rest string, from int, closing string) int {
	from = min(from, len(rest))
	if i := strings.Index(rest[from:], closing); i >= 0 {
		return from + i + len(closing)
	}
	return len(rest)
}

// matchBrackets pairs round, square and curly brackets.
func matchBrackets(pieces []piece) {
	closing := map[string]string{"(": ")", "[": "]", "{": "}"}
	var open []int
	for i, p := range pieces {
		switch {
		case p.is("(", "[", "{"):
			open = append(open, i)
		case p.is(")", "]", "}"):
			if last := len(open) - 1; last >= 0 && closing[pieces[open[last]].text] == p.text {
				pieces[i].match, pieces[open[last]].match = open[last], i
				open = open[:last]
			}
		}
	}
}

// matchAngles finds the brackets of template arguments: a < after a name whose > comes before any token that
// cannot be part of types.
func matchAngles(pieces []piece) {
	for i := range pieces {
		if !pieces[i].is("<") || pieces[i].kind != mark || i == 0 || pieces[i-1].kind != word {
			continue
		}
		if close, ok := closingAngle(pieces, i); ok {
			pieces[i].kind, pieces[close].kind = angle, angle
		}
	}
}

// closingAngle looks for the end of the template arguments that begin with the < at open.
func closingAngle(pieces []piece, open int) (int, bool) {
	depth := 0
	for i := open; i < len(pieces); i++ {
		p := pieces[i]
		switch {
		case p.is("<"):
			depth++
		case p.is(">"):
			depth--
		case p.is(">>"):
			depth -= 2
		case p.is("(", "["):
			if p.match < 0 {
				return 0, false
			}
			i = p.match
		case p.kind == word, p.kind == number, p.is(",", "::", "*", "&", "&&", "..."):
			if p.is("return", "and", "or") || p.is("&&") && !(i+1 < len(pieces) && pieces[i+1].is(">", ",", ">>")) {
				return 0, false
			}
		default:
			return 0, false
		}
		if depth <= 0 {
			return i, true
		}
	}
	return 0, false
}
