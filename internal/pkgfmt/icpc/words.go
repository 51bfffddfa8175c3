package icpc

import (
	"errors"
	"strings"
)

// SplitWords splits legacy flags into arguments as a POSIX shell would: white space separates, quotes and backslashes
// protect. It expands nothing.
func SplitWords(flags string) ([]string, error) {
	words := []string{}
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(flags); i++ {
		c := flags[i]
		switch {
		case quote == '\'' && c != '\'', quote == '"' && c != '"' && c != '\\':
			word.WriteByte(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\':
			if i++; i == len(flags) {
				return nil, errors.New("a backslash at the end")
			}
			if quote == '"' && !strings.ContainsRune(`"\$`+"`", rune(flags[i])) {
				word.WriteByte('\\')
			}
			word.WriteByte(flags[i])
			inWord = true
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case strings.IndexByte(" \t\n\r", c) >= 0:
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote that is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
