package laboratory

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ExpressionError is a fault of an expression, with its position.
type ExpressionError struct {
	Text    string
	At      int // offset of the fault in Text, in bytes
	Message string
	Help    string // "" for none
}

// Error returns "column 7: there is no "z" here".
func (e *ExpressionError) Error() string {
	return fmt.Sprintf("column %d: %s", e.Column(), e.Message)
}

// Column is the position of the fault, in characters from 1.
func (e *ExpressionError) Column() int { return utf8.RuneCountInString(e.Text[:e.At]) + 1 }

// Hint is the remedy, "" if none is known.
func (e *ExpressionError) Hint() string { return e.Help }

// token is a word or sign of an expression.
type token struct {
	kind tokenKind
	// text is a sign in the form that the parser knows: "==" for "=".
	text string
	at   int
}

type tokenKind int

const (
	endToken tokenKind = iota
	numberToken
	nameToken
	textToken // between quotes
	signToken
)

// signs are the possible spellings of signs, longer ones first, with the parser's form.
var signs = []struct{ written, sign string }{
	{"**", "**"},
	{"==", "=="},
	{"!=", "!="},
	{"<>", "!="},
	{"<=", "<="},
	{">=", ">="},
	{"&&", "and"},
	{"||", "or"},
	{"//", "div"},
	{"≠", "!="},
	{"≤", "<="},
	{"≥", ">="},
	{"⊕", "xor"},
	{"·", "*"},
	{"×", "*"},
	{"−", "-"},
	{"=", "=="},
	{"%", "mod"},
	{"!", "not"},
	{"+", "+"},
	{"-", "-"},
	{"*", "*"},
	{"/", "/"},
	{"<", "<"},
	{">", ">"},
	{"(", "("},
	{")", ")"},
	{"{", "{"},
	{"}", "}"},
	{",", ","},
	{"?", "?"},
	{":", ":"},
}

// verbs are signs that are words.
var verbs = map[string]bool{"and": true, "or": true, "not": true, "xor": true, "mod": true, "div": true, "in": true, "when": true}

// scan splits a text into tokens, of which the last is its end.
func scan(text string) ([]token, error) {
	var tokens []token
	wrong := func(at int, help, format string, args ...any) error {
		return &ExpressionError{Text: text, At: at, Message: fmt.Sprintf(format, args...), Help: help}
	}
	if !utf8.ValidString(text) {
		return nil, wrong(0, "", "it is not UTF-8")
	}
next:
	for at := 0; at < len(text); {
		rest := text[at:]
		first, size := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(first):
			at += size
			continue
		case '0' <= first && first <= '9':
			n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
			if fraction, found := strings.CutPrefix(rest[n:], "."); found {
				if digits := len(fraction) - len(strings.TrimLeft(fraction, "0123456789")); digits > 0 {
					n += 1 + digits
				}
			}
			tokens = append(tokens, token{numberToken, rest[:n], at})
			at += n
			continue
		case unicode.IsLetter(first) || first == '_':
			n := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
			if n < 0 {
				n = len(rest)
			}
			kind := nameToken
			if verbs[rest[:n]] {
				kind = signToken
			}
			tokens = append(tokens, token{kind, rest[:n], at})
			at += n
			continue
		case first == '"' || first == '\'':
			n := strings.IndexRune(rest[1:], first)
			if n < 0 {
				return nil, wrong(at, "", "the quotation begins here and does not end")
			}
			tokens = append(tokens, token{textToken, rest[1 : 1+n], at})
			at += n + 2
			continue
		case first == '^':
			return nil, wrong(at, "write xor, or ** for a power", "^ may mean two things")
		}
		for _, s := range signs {
			if strings.HasPrefix(rest, s.written) {
				tokens = append(tokens, token{signToken, s.sign, at})
				at += len(s.written)
				continue next
			}
		}
		return nil, wrong(at, "", "%q means nothing here", first)
	}
	return append(tokens, token{endToken, "", len(text)}), nil
}
