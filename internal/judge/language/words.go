package language

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/lazyregexp"
)

// Words is a command, or a part of one: words separated by spaces, in which single or double quotes keep spaces. The
// first word of a command may name several commands, "g++|clang++": the first one found is used. languages.yaml
// explains the placeholders in braces.
type Words []string

// parseWords splits a text into words.
func parseWords(text string) (Words, error) {
	var words Words
	var word strings.Builder
	var quote rune
	inside := false
	for _, char := range text {
		switch {
		case quote != 0 && char == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(char)
		case char == '\'' || char == '"':
			quote, inside = char, true
		case char == ' ' || char == '\t' || char == '\n' || char == '\r':
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteRune(char)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}

// UnmarshalYAML reads the words from a string.
func (w *Words) UnmarshalYAML(unmarshal func(any) error) error {
	var text string
	if err := unmarshal(&text); err != nil {
		return err
	}
	words, err := parseWords(text)
	if err != nil {
		return err
	}
	*w = words
	return nil
}

// Commands run one after the other. A single one need not be written as a list.
type Commands []Words

// UnmarshalYAML reads a string or a list of strings.
func (c *Commands) UnmarshalYAML(unmarshal func(any) error) error {
	var one Words
	err := unmarshal(&one)
	if err == nil {
		*c = Commands{one}
		return nil
	}
	var many []Words
	if unmarshal(&many) != nil {
		return err
	}
	*c = many
	return nil
}

// values maps placeholders to one word, several, or none.
type values map[string][]string

var placeholder = lazyregexp.New(`\{([a-z]+)\}`)

// expand replaces placeholders. A word that consists of one placeholder becomes all its values. A word that contains
// a placeholder without a value is left out.
func (w Words) expand(known values) []string {
	var expanded []string
words:
	for _, word := range w {
		if match := placeholder().FindStringSubmatch(word); match != nil && match[0] == word {
			expanded = append(expanded, known[match[1]]...)
			continue
		}
		for _, match := range placeholder().FindAllStringSubmatch(word, -1) {
			if len(known[match[1]]) == 0 {
				continue words
			}
		}
		expanded = append(expanded, placeholder().ReplaceAllStringFunc(word, func(name string) string {
			return strings.Join(known[name[1:len(name)-1]], " ")
		}))
	}
	return expanded
}

// mentions reports whether one of the placeholders occurs.
func (w Words) mentions(names ...string) bool {
	return slices.ContainsFunc(w.placeholders(), func(name string) bool { return slices.Contains(names, name) })
}

func (w Words) placeholders() []string {
	var names []string
	for _, word := range w {
		for _, match := range placeholder().FindAllStringSubmatch(word, -1) {
			names = append(names, match[1])
		}
	}
	return names
}

// tool returns the first word if it names a command of the host. It returns "" for a command that a program or a
// submission brings along.
func (w Words) tool() string {
	if len(w) == 0 || strings.HasPrefix(w[0], "{") || strings.HasPrefix(w[0], "./") {
		return ""
	}
	return w[0]
}

// commandLine formats a command as a user would type it.
func commandLine(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		if i == 0 {
			arg = path.Base(arg)
		}
		if arg == "" || strings.ContainsAny(arg, " \t\n'\"\\$&|;<>()*?#~`") {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		quoted[i] = arg
	}
	return strings.Join(quoted, " ")
}

// Pattern is a regular expression of Go's syntax that matches line by line. The zero value matches nothing.
type Pattern struct {
	text     string // as written
	compiled func() *regexp.Regexp
}

// UnmarshalYAML reads an expression and compiles it.
func (p *Pattern) UnmarshalYAML(unmarshal func(any) error) error {
	var text string
	if err := unmarshal(&text); err != nil {
		return err
	}
	if text == "" {
		return errors.New("the regular expression is empty")
	}
	if _, err := regexp.Compile(byLine + text); err != nil {
		return err
	}
	return p.UnmarshalText([]byte(text))
}

// byLine makes ^ and $ match at lines.
const byLine = "(?m)"

// UnmarshalText reads an expression that is known to be valid. "" matches nothing.
func (p *Pattern) UnmarshalText(text []byte) error {
	*p = Pattern{}
	if len(text) > 0 {
		*p = Pattern{string(text), lazyregexp.New(byLine + string(text))}
	}
	return nil
}

// MarshalText writes the expression.
func (p Pattern) MarshalText() ([]byte, error) { return []byte(p.text), nil }

// Size is a number of bytes, written as "64MiB".
type Size struct{ bytesize.Size }

// UnmarshalYAML reads a size.
func (s *Size) UnmarshalYAML(unmarshal func(any) error) (err error) {
	var text string
	if err := unmarshal(&text); err != nil {
		return err
	}
	s.Size, err = bytesize.Parse(text)
	return err
}

// String returns the expression.
func (p Pattern) String() string { return p.text }

func (p Pattern) matches(text []byte) bool { return p.text != "" && p.compiled().Match(text) }

// find returns the first group of a match that is not empty, or the whole match, or "".
func (p Pattern) find(text string) string {
	if p.text == "" {
		return ""
	}
	match := p.compiled().FindStringSubmatch(text)
	if match == nil {
		return ""
	}
	return cmp.Or(cmp.Or(match[1:]...), match[0])
}

// with returns the union of two sets of values.
func (v values) with(more values) values {
	union := maps.Clone(v)
	maps.Copy(union, more)
	return union
}
