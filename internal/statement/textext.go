package statement

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"grundy/internal/statement/formula"
)

// texCommands maps characters that are not letters to the commands of formulas: fonts for text lack most of them.
var texCommands = sync.OnceValue(func() map[rune]string {
	commands := maps.Clone(formula.Commands())
	for mark, small := range formula.Small() {
		for letter, moved := range small {
			if r := string(letter); r != hard {
				commands[moved] = "{}" + mark + "{" + cmp.Or(commands[letter], r) + "}"
			}
		}
	}
	for _, r := range "…†‡" { // text has its own commands
		delete(commands, r)
	}
	return commands
})

// texSign writes a character as both formulas and text understand it, or else as otherwise says.
func texSign(r rune, otherwise string) string {
	if r == '−' {
		return `\ensuremath{-}`
	}
	if r < 0x100 || r == '…' {
		return otherwise
	}
	if command, found := texCommands()[r]; found {
		return `\ensuremath{` + command + "}"
	}
	return otherwise
}

// texText writes text in TeX. Nothing in it becomes a command, and no two characters become one.
func texText(text string) string { return texCharacters(text, false) }

// texCode writes program text, with straight quotes.
func texCode(text string) string { return texCharacters(text, true) }

// texData writes a line of a file and keeps all of its spaces.
func texData(line string) string { return strings.ReplaceAll(texCode(line), " ", `\ `) }

func texCharacters(text string, straight bool) string {
	var b strings.Builder
	characters := []rune(text)
	for i := 0; i < len(characters); i++ {
		switch r := characters[i]; {
		case r == '\u00a0':
			b.WriteString("~")
		case r == '\u2003':
			b.WriteString(`\quad{}`)
		case r == '`':
			b.WriteString(`\textasciigrave{}`)
		case r == '\'' && straight:
			b.WriteString(`\textquotesingle{}`)
		case r == '"':
			b.WriteString(`\textquotedbl{}`)
		case r == '-' || r == ',' || r == '\'':
			b.WriteRune(r)
			if i+1 < len(characters) && characters[i+1] == r {
				b.WriteString("{}") // two of them would be a dash or a quotation mark
			}
		case r < utf8.RuneSelf:
			b.WriteString(texSpecial.Replace(string(r)))
		case unicode.Is(unicode.Greek, r) && (isPartOfWord(characters, i-1) || isPartOfWord(characters, i+1)):
			b.WriteRune(r)
		case unicode.Is(unicode.Cyrillic, r):
			end := i
			for end < len(characters) && unicode.Is(unicode.Cyrillic, characters[end]) {
				end++
			}
			b.WriteString(`\cyrillic{` + string(characters[i:end]) + "}")
			i = end - 1
		default:
			b.WriteString(texSign(r, string(r)))
		}
	}
	return b.String()
}

func isPartOfWord(characters []rune, at int) bool {
	return at >= 0 && at < len(characters) && unicode.IsLetter(characters[at])
}

// texAddress writes an address as the argument of \href.
func texAddress(address string) string {
	const plain = "-._~:/?#@!$&'()*+,;=%"
	var b strings.Builder
	for _, c := range []byte(address) {
		switch {
		case isLetter(c) || '0' <= c && c <= '9':
			b.WriteByte(c)
		case !slices.Contains([]byte(plain), c):
			const digits = "0123456789ABCDEF"
			b.WriteString(`\%` + string(digits[c>>4]) + string(digits[c&15]))
		case strings.IndexByte("#%&_$", c) >= 0:
			b.WriteString(`\` + string(c))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
