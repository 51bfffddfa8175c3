package statement

import (
	"strings"
	"unicode/utf8"
)

// latex reads the LaTeX of problem statements. The title is omitted when it is shown elsewhere.
func latex(r *reading, title bool) []block {
	source := expandMacros(withoutComments(r.text))
	p := &latexParser{reading: r, rest: source, title: title}
	return p.blocks("")
}

// latexParser reads from rest. Braces need no recursion: they push and pop the ink of the text that follows.
type latexParser struct {
	reading *reading
	rest    string
	title   bool
	depth   int // nesting of environments

	// failedSearches records, by the end of a formula, how much source was left where the search for it failed.
	failedSearches map[string]int

	text   []span
	groups []group
	ink    style
	target string // target of the open link
}

// group is an open brace: the state to restore after it closes, and what is written then.
type group struct {
	ink    style
	target string
	after  string
}

// blocks reads up to the end of an environment, the next \item of a list, or the end of the source.
func (p *latexParser) blocks(environment string) []block {
	var blocks []block
	flush := func() {
		if strings.TrimSpace(plain(p.text)) != "" {
			blocks = append(blocks, paragraph{text: trimmed(joined(p.text))})
		}
		p.text = nil
	}
	for p.rest != "" {
		switch c := p.rest[0]; {
		case c == '\n' && isBlankLine(p.rest[1:]):
			p.rest = strings.TrimLeft(p.rest, " \t\n")
			flush()
		case strings.HasPrefix(p.rest, "$$"):
			p.rest = p.rest[2:]
			flush()
			blocks = append(blocks, p.display("$$"))
		case c != '\\':
			p.character()
		default:
			name := commandName(p.rest)
			switch {
			case name == "item" && isList(environment), name == "end" && p.ends(environment):
				flush()
				return blocks
			case p.startsBlock(name):
				flush()
				blocks = append(blocks, p.blockCommand(name)...)
			default:
				p.command(name)
			}
		}
	}
	flush()
	return blocks
}

// ends reports whether \end{environment} comes next.
func (p *latexParser) ends(environment string) bool {
	return environment != "" && strings.HasPrefix(p.rest, `\end{`+environment+"}")
}

func isBlankLine(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '\n'
}

// trimmed removes the space around a paragraph.
func trimmed(text []span) []span {
	for len(text) > 0 && strings.TrimSpace(text[len(text)-1].text) == "" {
		text = text[:len(text)-1]
	}
	for len(text) > 0 && strings.TrimSpace(text[0].text) == "" {
		text = text[1:]
	}
	return text
}

func (p *latexParser) write(text string) { p.writeIn(p.ink, text) }

func (p *latexParser) writeIn(ink style, text string) {
	p.text = append(p.text, span{text: text, style: ink, target: p.target})
}

// joined merges adjacent spans that differ in their text alone.
func joined(spans []span) []span {
	var all []span
	for i := 0; i < len(spans); {
		var b strings.Builder
		one := spans[i]
		b.WriteString(one.text)
		for i++; i < len(spans) && one.joins(spans[i]); i++ {
			b.WriteString(spans[i].text)
		}
		one.text = b.String()
		all = append(all, one)
	}
	return all
}

// ligatures are the characters that LaTeX makes from several.
var ligatures = []struct{ source, text string }{
	{"---", "—"},
	{"--", "–"},
	{"``", "“"},
	{"''", "”"},
	{"`", "‘"},
	{"'", "’"},
	{"~", "\u00a0"},
}

// character reads anything but a command.
func (p *latexParser) character() {
	for _, ligature := range ligatures {
		if rest, ok := strings.CutPrefix(p.rest, ligature.source); ok {
			p.rest = rest
			p.write(ligature.text)
			return
		}
	}
	switch c := p.rest[0]; c {
	case '{':
		p.rest = p.rest[1:]
		p.open(p.ink, "")
	case '}':
		p.rest = p.rest[1:]
		p.closeGroup()
	case '$':
		p.rest = p.rest[1:]
		if source, ok := p.until("$"); ok {
			p.reading.formula(-1, source)
			p.text = append(p.text, inlineFormula(source))
		} else {
			p.write("$")
		}
	case '\n', '\t', ' ':
		p.rest = strings.TrimLeft(p.rest[1:], " \t")
		p.write(" ")
	default:
		end := strings.IndexAny(p.rest[1:], "\\{}$\n\t `'-~") + 1
		if end == 0 {
			end = len(p.rest)
		}
		p.write(p.rest[:end])
		p.rest = p.rest[end:]
	}
}

// open begins a group in an ink; after is written at its end.
func (p *latexParser) open(ink style, after string) {
	p.groups = append(p.groups, group{p.ink, p.target, after})
	p.ink = ink
}

func (p *latexParser) closeGroup() {
	last := len(p.groups) - 1
	if last < 0 {
		p.write("}")
		return
	}
	closed, target := p.groups[last], p.target
	p.ink, p.target = closed.ink, closed.target
	p.groups = p.groups[:last]
	if target != closed.target && closed.after != "" {
		p.text = append(p.text, span{text: closed.after, style: p.ink, target: target, written: true})
		return
	}
	p.write(closed.after)
}

// until reads up to the given end, which a backslash escapes.
func (p *latexParser) until(end string) (string, bool) {
	i := 0
	if left, searched := p.failedSearches[end]; searched { // or a thousand starts would search for the same end
		i = max(0, len(p.rest)-left)
	}
	for ; i < min(len(p.rest), maxFormula); i++ {
		if strings.HasPrefix(p.rest[i:], end) {
			source := p.rest[:i]
			p.rest = p.rest[i+len(end):]
			return source, true
		}
		if p.rest[i] == '\\' {
			i++
		} else if p.rest[i] == '\n' && isBlankLine(p.rest[i+1:]) {
			break // in TeX, too, a formula ends there
		}
	}
	if p.failedSearches == nil {
		p.failedSearches = map[string]int{}
	}
	p.failedSearches[end] = max(0, len(p.rest)-i)
	return "", false
}

// display reads a formula up to its end, or shows its opening mark if there is no end.
func (p *latexParser) display(end string) block {
	source, ok := p.until(end)
	if !ok {
		return paragraph{text: []span{{text: end}}}
	}
	p.reading.formula(-1, source)
	return displayed(source)
}

// argument reads "{…}" verbatim, "" if there is none.
func (p *latexParser) argument() string {
	rest := strings.TrimLeft(p.rest, " \t\n")
	inside, rest, ok := balanced(rest, '{', '}')
	if !ok {
		return ""
	}
	p.rest = rest
	return inside
}

// optional reads "[…]".
func (p *latexParser) optional() (string, bool) {
	inside, rest, ok := balanced(p.rest, '[', ']')
	if ok {
		p.rest = rest
	}
	return inside, ok
}

// inline reads source inside a line, such as a title or a cell.
func (p *latexParser) inline(source string) []span {
	if p.depth >= deepest {
		return []span{{text: source}}
	}
	inner := &latexParser{reading: p.reading, rest: source, depth: p.depth + 1}
	var text []span
	for _, b := range inner.blocks("") {
		if len(text) > 0 {
			text = append(text, span{text: "\n"})
		}
		switch b := b.(type) {
		case paragraph:
			text = append(text, b.text...)
		case heading:
			text = append(text, b.text...)
		case display:
			text = append(text, span{text: strings.Join(b.lines, "\n"), formula: b.source})
		case code:
			text = append(text, span{text: b.text, style: typed})
		default:
			return []span{{text: source}}
		}
	}
	return text
}

// withoutComments removes everything from a "%" to the end of its line, including the line break as in TeX, except
// in verbatim text.
func withoutComments(source string) string {
	var b strings.Builder
	verbatim := ""
	for line := range strings.Lines(source) {
		if verbatim != "" {
			if strings.Contains(line, `\end{`+verbatim+"}") {
				verbatim = ""
			}
			b.WriteString(line)
			continue
		}
		for _, environment := range verbatimEnvironments {
			if strings.Contains(line, `\begin{`+environment+"}") {
				verbatim = environment
			}
		}
		if verbatim == "" {
			if comment := commentStart(line); comment >= 0 {
				b.WriteString(line[:comment])
				if strings.TrimSpace(line[:comment]) == "" && comment > 0 {
					b.WriteString("\n")
				}
				continue
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

func commentStart(line string) int {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			name := commandName(line[i:])
			if name == "url" || name == "href" {
				if address, _, ok := balanced(line[i+1+len(name):], '{', '}'); ok {
					i += len(name) + len(address) + 1 // an address may contain %
				}
			}
			i++
		case '%':
			return i
		}
	}
	return -1
}

// firstRune splits off the first character.
func firstRune(text string) (string, string) {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size], text[size:]
}
