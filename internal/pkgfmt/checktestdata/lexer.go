package checktestdata

import (
	"fmt"
	"strings"
)

// kind is the kind of a token.
type kind uint8

const (
	atEnd   kind = iota
	aWord        // a command or a test: INT, ISEOF
	aName        // a variable
	aNumber      // an integer or a float, without a sign
	aString      // a string constant
	aSymbol      // an operator, a bracket, a comma
)

// token is a word of a program.
type token struct {
	kind  kind
	text  string // the source text, or the value of a string constant
	at    Position
	start int // where it begins and ends in the source
	stop  int
}

// String names the token for messages.
func (t token) String() string {
	switch t.kind {
	case atEnd:
		return "the end of the program"
	case aString:
		return quoted(t.text)
	default:
		return source(t.text)
	}
}

// lexer splits a program into tokens.
type lexer struct {
	source string
	offset int
	line   int // line of offset, from 1
	begin  int // offset of the start of the line
}

func (l *lexer) position() Position { return Position{l.line, l.offset - l.begin + 1} }

// next reads a token. It panics with a *SyntaxError; see Parse.
func (l *lexer) next() token {
	l.skip()
	t := token{at: l.position(), start: l.offset}
	if l.offset == len(l.source) {
		t.stop = l.offset
		return t
	}
	switch c := l.source[l.offset]; {
	case isUpper(c):
		t.kind = aWord
		l.while(isUpper)
	case isLower(c):
		t.kind = aName
		l.while(func(c byte) bool { return isLower(c) || isDigit(c) })
	case isDigit(c):
		t.kind = aNumber
		l.number()
	case c == '"':
		t.kind = aString
		t.text = l.constant()
	default:
		t.kind = aSymbol
		l.symbol()
	}
	t.stop = l.offset
	if t.kind != aString {
		t.text = l.source[t.start:t.stop]
	}
	return t
}

// skip skips white space and comments.
func (l *lexer) skip() {
	for l.offset < len(l.source) {
		switch l.source[l.offset] {
		case '\n':
			l.newline()
		case ' ', '\t', '\r':
			l.offset++
		case '#':
			l.while(func(c byte) bool { return c != '\n' })
		default:
			return
		}
	}
}

func (l *lexer) newline() {
	l.offset++
	l.line, l.begin = l.line+1, l.offset
}

func (l *lexer) while(is func(byte) bool) {
	for l.offset < len(l.source) && is(l.source[l.offset]) {
		l.offset++
	}
}

// number reads digits, a fraction and an exponent. The digits of a fraction may be missing, as in the original.
func (l *lexer) number() {
	l.while(isDigit)
	if strings.HasPrefix(l.source[l.offset:], ".") {
		l.offset++
		l.while(isDigit)
	}
	rest := l.source[l.offset:]
	if rest == "" || rest[0] != 'e' && rest[0] != 'E' {
		return
	}
	digits := strings.TrimLeft(rest[1:], "+-")
	if signs := len(rest) - 1 - len(digits); signs <= 1 && digits != "" && isDigit(digits[0]) {
		l.offset += 1 + signs
		l.while(isDigit)
	}
}

func (l *lexer) symbol() {
	rest := l.source[l.offset:]
	for _, long := range []string{"&&", "||", "<=", ">=", "==", "!="} {
		if strings.HasPrefix(rest, long) {
			l.offset += 2
			return
		}
	}
	if !strings.ContainsRune("<>=!+-*/%^()[],", rune(rest[0])) {
		l.fail("unknown character %q", string([]rune(rest[:min(4, len(rest))])[:1]))
	}
	l.offset++
}

// constant reads a string constant and returns its value.
func (l *lexer) constant() string {
	var b strings.Builder
	begin := l.position()
	l.offset++
	for l.offset < len(l.source) {
		c := l.source[l.offset]
		switch c {
		case '"':
			l.offset++
			return b.String()
		case '\n':
			l.newline()
			b.WriteByte(c)
		case '\\':
			l.escape(&b)
		default:
			l.offset++
			b.WriteByte(c)
		}
	}
	panic(&SyntaxError{begin, "the string is not closed: a \" is missing"})
}

// escape reads an escape sequence. Before anything but the characters below, a backslash stands for itself.
func (l *lexer) escape(b *strings.Builder) {
	rest := l.source[l.offset+1:]
	if rest == "" {
		l.offset++
		return
	}
	if isOctal(rest[0]) {
		code, n := 0, 0
		for n < min(3, len(rest)) && isOctal(rest[n]) {
			code = 8*code + int(rest[n]-'0')
			n++
		}
		if code > 255 {
			l.fail("\\%s is not a character: want at most \\377", rest[:n])
		}
		b.WriteByte(byte(code))
		l.offset += 1 + n
		return
	}
	if rest[0] == '\n' {
		l.offset++
		l.newline()
		return
	}
	const letters, meaning = `ntrb"\`, "\n\t\r\b\"\\"
	if i := strings.IndexByte(letters, rest[0]); i >= 0 {
		b.WriteByte(meaning[i])
		l.offset += 2
		return
	}
	b.WriteByte('\\')
	l.offset++
}

func (l *lexer) fail(format string, args ...any) {
	panic(&SyntaxError{l.position(), fmt.Sprintf(format, args...)})
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isOctal(c byte) bool { return '0' <= c && c <= '7' }
