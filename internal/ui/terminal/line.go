package terminal

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// line is the edited line: the text before and after the cursor.
type line struct{ before, after string }

func (l line) text() string { return l.before + l.after }

// endOfInput is Ctrl-D, which on a non-empty line deletes a character.
const endOfInput = "\x04"

// motions are the keys that lead to earlier and later lines.
var motions = map[string]int{
	"\x10": -1, "\x1b[A": -1, "\x1bOA": -1, // Ctrl-P, up
	"\x0e": 1, "\x1b[B": 1, "\x1bOB": 1, // Ctrl-N, down
}

// edits are the keys that change a line, as VT100s and their descendants send them, and as in shells.
var edits = keys(map[string]func(line) line{
	"\x01 \x1b[H \x1bOH \x1b[1~ \x1b[7~": func(l line) line { return line{"", l.text()} },    // Ctrl-A, Home
	"\x05 \x1b[F \x1bOF \x1b[4~ \x1b[8~": func(l line) line { return line{l.text(), ""} },    // Ctrl-E, End
	"\x02 \x1b[D \x1bOD":                 func(l line) line { return l.moved(l.left()) },     // Ctrl-B, left
	"\x06 \x1b[C \x1bOC":                 func(l line) line { return l.moved(l.right()) },    // Ctrl-F, right
	"\x1bb \x1b[1;5D \x1b[1;3D":          func(l line) line { return l.moved(l.wordLeft()) }, // Alt-B, Ctrl-left, Alt-left
	"\x1bf \x1b[1;5C \x1b[1;3C":          func(l line) line { return l.moved(l.wordRight()) },
	"\x7f \x08":                          func(l line) line { return line{l.before[:l.left()], l.after} },   // Backspace
	"\x1b[3~ " + endOfInput:              func(l line) line { return line{l.before, l.text()[l.right():]} }, // Delete
	"\x17 \x1b\x7f":                      func(l line) line { return line{l.before[:l.wordLeft()], l.after} },
	"\x1bd":                              func(l line) line { return line{l.before, l.text()[l.wordRight():]} },
	"\x15":                               func(l line) line { return line{"", l.after} },  // Ctrl-U
	"\x0b":                               func(l line) line { return line{l.before, ""} }, // Ctrl-K
})

// keys makes an entry for each of several keys.
func keys(several map[string]func(line) line) map[string]func(line) line {
	single := map[string]func(line) line{}
	for names, edit := range several {
		for name := range strings.SplitSeq(names, " ") {
			single[name] = edit
		}
	}
	return single
}

// edit returns the line after a key.
func (l line) edit(key string) line {
	if edit := edits[key]; edit != nil {
		return edit(l)
	}
	if r, size := utf8.DecodeRuneInString(key); size == len(key) && r != utf8.RuneError && !Steers(r) {
		l.before += key
	}
	return l
}

// moved returns the line with the cursor at another position.
func (l line) moved(cursor int) line { return line{l.text()[:cursor], l.text()[cursor:]} }

// left returns where the character before the cursor begins. One visible character may be several.
func (l line) left() int {
	begin, end := 0, 0
	for rest := displaywidth.StringGraphemes(l.before); rest.Next(); {
		begin, end = end, end+len(rest.Value())
	}
	return begin
}

// right returns where the character after the cursor ends.
func (l line) right() int {
	if first := displaywidth.StringGraphemes(l.after); first.Next() {
		return len(l.before) + len(first.Value())
	}
	return len(l.before)
}

// wordLeft returns where the word before the cursor begins.
func (l line) wordLeft() int {
	return strings.LastIndexByte(strings.TrimRight(l.before, " "), ' ') + 1
}

// wordRight returns where the word after the cursor ends.
func (l line) wordRight() int {
	rest := strings.TrimLeft(l.after, " ")
	word, _, _ := strings.Cut(rest, " ")
	return len(l.text()) - len(rest) + len(word)
}

// longestKey bounds the bytes of a key; longer input is not a key.
const longestKey = 32

// nextKey removes the first key from the typed bytes: a character or a control sequence (ECMA-48, section 5.4). ok is
// false if the key is incomplete.
func nextKey(typed []byte) (key string, rest []byte, ok bool) {
	length := keyLength(typed)
	if length == 0 && len(typed) > longestKey {
		length = 1
	}
	if length == 0 {
		return "", typed, false
	}
	return string(typed[:length]), typed[length:], true
}

// keyLength returns the length of the first key in bytes, 0 if it is not known yet.
func keyLength(typed []byte) int {
	switch {
	case len(typed) == 0, typed[0] == '\x1b' && len(typed) == 1:
		return 0
	case typed[0] != '\x1b' && !utf8.FullRune(typed):
		return 0
	case typed[0] != '\x1b':
		_, size := utf8.DecodeRune(typed)
		return size
	case typed[1] == 'O' && len(typed) > 2:
		return 3
	case typed[1] == '[':
		for i, b := range typed[2:] {
			if b >= 0x40 && b <= 0x7e {
				return i + 3
			}
		}
		return 0
	case typed[1] == 'O':
		return 0
	}
	return 2
}
