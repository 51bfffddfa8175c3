package exchange

import (
	"fmt"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
)

// plan reads the tests of a group from a testplan: a call of a generator, "@copy FILE", or "@input" and a text in quotes or
// braces, in blocks "@testgroup NAME { … }".
func (ri *rbxImport) plan(file, group string) ([]testCase, error) {
	if file == "" {
		return nil, nil
	}
	text, err := ri.tree.read(file)
	if err != nil {
		return nil, err
	}
	p := &planReader{text: string(text), file: file}
	var cases []testCase
	var blocks []string
	for p.next() {
		within := strings.Join(blocks, "/")
		wanted := within == "" || group == within || strings.HasPrefix(group, within+"/")
		var c testCase
		switch {
		case p.skip("@testgroup"):
			name, err := p.groupName()
			if err != nil {
				return nil, err
			}
			blocks = append(blocks, name)
			continue
		case len(blocks) > 0 && p.skip("}"):
			blocks = blocks[:len(blocks)-1]
			continue
		case p.skip("@copy"):
			if name := strings.Trim(p.line(), `"'`); wanted {
				c, err = ri.byFile(name, "")
			}
		case p.skip("@input"):
			c.text, err = p.input()
		case strings.HasPrefix(p.rest(), "@"):
			place, line := p.place(), p.line()
			return nil, hint.Errorf("write the input into a file, and copy it with @copy", "%s: %s has no place", place, line)
		default:
			place, line := p.place(), p.line()
			if wanted {
				c, err = ri.byCommand(place, line)
			}
		}
		if err != nil {
			return nil, err
		}
		if wanted {
			cases = append(cases, c)
		}
	}
	if len(blocks) > 0 {
		return nil, hint.Errorf("write } behind its last test", "%s: the block of @testgroup %s has no end", file, blocks[len(blocks)-1])
	}
	return cases, nil
}

// planReader reads the statements of a testplan.
type planReader struct {
	text, file string
	at         int
}

func (p *planReader) rest() string { return p.text[p.at:] }

// place is where the next statement stands.
func (p *planReader) place() string {
	return fmt.Sprintf("%s:%d", p.file, 1+strings.Count(p.text[:p.at], "\n"))
}

// next goes to the next statement, over comments. It reports whether there is one.
func (p *planReader) next() bool {
	for {
		p.at = len(p.text) - len(strings.TrimLeft(p.rest(), " \t\r\n"))
		if !strings.HasPrefix(p.rest(), "#") && !strings.HasPrefix(p.rest(), "//") {
			return p.at < len(p.text)
		}
		p.line()
	}
}

// skip goes behind a word if it is next.
func (p *planReader) skip(word string) bool {
	if !strings.HasPrefix(p.rest(), word) {
		return false
	}
	p.at += len(word)
	return true
}

// line returns the rest of the line.
func (p *planReader) line() string {
	line, _, _ := strings.Cut(p.rest(), "\n")
	p.at = min(len(p.text), p.at+len(line)+1)
	return strings.TrimSpace(line)
}

// groupName reads the name of a block and the bracket that opens it.
func (p *planReader) groupName() (string, error) {
	place := p.place()
	name, _, opened := strings.Cut(p.rest(), "{")
	if !opened || strings.TrimSpace(name) == "" || strings.Contains(strings.TrimSpace(name), "\n") {
		return "", hint.Errorf("write @testgroup NAME {", "%s: @testgroup has no name or no block", place)
	}
	p.at += len(name) + 1
	return strings.TrimSpace(name), nil
}

// input reads the text of an input. Of a block, and of one in three quotes, the white space around it does not count.
func (p *planReader) input() (string, error) {
	place := p.place()
	p.next()
	switch {
	case p.skip("{"):
		if body, _, closed := strings.Cut(p.rest(), "}"); closed {
			p.at += len(body) + 1
			var lines []string
			for line := range strings.Lines(body) {
				lines = append(lines, strings.TrimSpace(line))
			}
			return ended(strings.TrimSpace(strings.Join(lines, "\n"))), nil
		}
	case p.skip(`"""`):
		if body, _, closed := strings.Cut(p.rest(), `"""`); closed {
			p.at += len(body) + 3
			return ended(strings.TrimSpace(body)), nil
		}
	case strings.HasPrefix(p.rest(), `"`), strings.HasPrefix(p.rest(), "'"):
		if text, ok := p.quoted(); ok {
			return ended(text), nil
		}
	}
	return "", hint.Errorf("write the input into a file, and copy it with @copy", "%s: @input wants a text in quotes or braces", place)
}

// quoted reads a text in single quotes or double ones, with escapes such as \n.
func (p *planReader) quoted() (string, bool) {
	quote := p.text[p.at]
	var text strings.Builder
	for left := p.text[p.at+1:]; left != ""; {
		if left[0] == quote {
			p.at = len(p.text) - len(left) + 1
			return text.String(), true
		}
		value, multibyte, tail, err := strconv.UnquoteChar(left, quote)
		switch {
		case err != nil && left[0] == '\\' && len(left) > 1: // of the other quote
			value, multibyte, tail = rune(left[1]), false, left[2:]
		case err != nil:
			value, multibyte, tail = rune(left[0]), false, left[1:]
		}
		if multibyte {
			text.WriteRune(value)
		} else {
			text.WriteByte(byte(value))
		}
		left = tail
	}
	return "", false
}
