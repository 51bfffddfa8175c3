package event

import (
	"encoding/hex"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"grundy/internal/ui/terminal"
)

// byteEscape, plus a byte that is not part of valid UTF-8, is the lone surrogate that represents it, as in Python's
// surrogateescape (PEP 383). Valid UTF-8 contains no surrogates, so this is unambiguous.
const byteEscape = 0xdc00

// appendText writes text as a JSON string. It escapes terminal control characters, and U+2028 and U+2029 for
// JavaScript.
func appendText[T string | []byte](b []byte, text T) []byte {
	b = append(b, '"')
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			b = appendASCII(b, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))]))
		switch {
		case r == utf8.RuneError && size == 1:
			b = appendEscape(b, byteEscape+uint16(c))
		case terminal.Steers(r):
			b = appendEscape(b, uint16(r))
		default:
			b = append(b, text[i:i+size]...)
		}
		i += size
	}
	return append(b, '"')
}

func appendASCII(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	if c < ' ' || c == 0x7f {
		return appendEscape(b, uint16(c))
	}
	return append(b, c)
}

func appendEscape(b []byte, unit uint16) []byte {
	return hex.AppendEncode(append(b, `\u`...), []byte{byte(unit >> 8), byte(unit)})
}

// unquote reads what appendText wrote, and any other well-formed JSON string.
func unquote(quoted []byte) []byte {
	text := make([]byte, 0, len(quoted))
	quoted = quoted[1 : len(quoted)-1]
	for len(quoted) > 0 {
		if quoted[0] != '\\' {
			text, quoted = append(text, quoted[0]), quoted[1:]
			continue
		}
		c := quoted[1]
		quoted = quoted[2:]
		if c != 'u' {
			text = append(text, unescaped(c))
			continue
		}
		r := codeUnit(quoted)
		quoted = quoted[4:]
		if len(quoted) >= 6 && quoted[0] == '\\' && quoted[1] == 'u' {
			if pair := utf16.DecodeRune(r, codeUnit(quoted[2:])); pair != utf8.RuneError {
				text, quoted = utf8.AppendRune(text, pair), quoted[6:]
				continue
			}
		}
		if r >= byteEscape+utf8.RuneSelf && r <= byteEscape+0xff {
			text = append(text, byte(r-byteEscape))
			continue
		}
		text = utf8.AppendRune(text, r)
	}
	return text
}

func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// codeUnit reads the four digits of an escape.
func codeUnit(digits []byte) rune {
	unit, err := strconv.ParseUint(string(digits[:4]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(unit)
}
