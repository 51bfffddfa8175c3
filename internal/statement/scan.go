package statement

import (
	"strings"
	"unicode/utf8"
)

// Bounds of formulas and arguments in bytes, without which some sources would take quadratic time. Real ones stay far below.
const (
	maxFormula  = 10_000
	maxArgument = 8_000
)

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// commandName is the name at the start of a text that begins with a backslash: letters, or one other character.
func commandName(source string) string {
	end := 1
	for end < len(source) && isLetter(source[end]) {
		end++
	}
	if end == 1 && len(source) > 1 {
		_, size := utf8.DecodeRuneInString(source[1:])
		end += size
	}
	name := source[1:end]
	if name == "operatorname" && strings.HasPrefix(source[end:], "*") {
		name += "*"
	}
	return name
}

// balanced reads a bracketed text at the start of source and returns its inside and the rest. Backslashes escape.
func balanced(source string, open, closed byte) (inside, rest string, ok bool) {
	if source == "" || source[0] != open {
		return "", source, false
	}
	depth := 0
	for i := 0; i < min(len(source), maxArgument); i++ {
		switch source[i] {
		case '\\':
			i++
		case open:
			depth++
		case closed:
			depth--
			if depth == 0 {
				return source[1:i], source[i+1:], true
			}
		}
	}
	return "", source, false
}
