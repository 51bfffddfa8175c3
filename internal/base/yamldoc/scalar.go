package yamldoc

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"grundy/internal/base/lazyregexp"
)

var (
	// plainScalar matches texts that need no quotes. Exceptions are in wordScalar: YAML does not read those as text.
	plainScalar = lazyregexp.New(`^([A-Za-z_/][A-Za-z0-9_./-]*|[0-9]+-[A-Za-z][A-Za-z0-9_.-]*)( [A-Za-z0-9_./=+-]+)*$`)
	wordScalar  = lazyregexp.New(`(?i)^(true|false|null|yes|no|on|off|y|n)$`)
)

// Scalar writes a text so that it is read as text.
func Scalar(text string) string {
	if plainScalar().MatchString(text) && !wordScalar().MatchString(text) {
		return text
	}
	// A text with {seed} needs no quotes either, unless it begins with the bracket.
	if plainScalar().MatchString(strings.NewReplacer("{", "", "}", "", ":", "").Replace(text)) && !strings.Contains(text, ": ") && !strings.HasSuffix(text, ":") && text[0] != '{' {
		return text
	}
	return strconv.Quote(text)
}

// Step is the indentation of written text.
const Step = 2

// Literal writes a text under a key that is indented by a margin, as a block of lines if YAML preserves
// it that way.
func Literal(key string, text []byte, margin string) ([]string, error) {
	if !utf8.Valid(text) || len(text) > 0 && text[len(text)-1] != '\n' {
		return nil, fmt.Errorf("the text of %s cannot be written out: it is not UTF-8, or does not end in a newline", key)
	}
	plain := len(text) > 1 && text[0] != ' ' && text[0] != '\n' && text[0] != '\t' && !bytes.HasSuffix(text, []byte("\n\n")) &&
		!bytes.ContainsFunc(text, func(c rune) bool { return c != '\n' && c != '\t' && !unicode.IsPrint(c) })
	if !plain {
		return []string{margin + key + ": " + strconv.Quote(string(text))}, nil
	}
	lines := []string{margin + key + ": |"}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if line != "" {
			line = margin + strings.Repeat(" ", Step) + line
		}
		lines = append(lines, line)
	}
	return lines, nil
}
