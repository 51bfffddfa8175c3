package statement

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// latex reads the LaTeX of problem statements. The title is omitted when it is shown elsewhere.
func latex(r *reading, title bool) []block {
	r.expandLaTeX()
	faults, formulas := len(r.faults), len(r.formulas)
	d := newLatexDocument(r, title)
	blocks := d.blocks()
	if len(d.referred) == 0 {
		return blocks
	}
	// As LaTeX does, it reads a second time when it knows the numbers of all labels.
	r.faults, r.formulas = r.faults[:faults], r.formulas[:formulas]
	again := newLatexDocument(r, title)
	again.known, again.numbered = d.labels, d.numbersSections()
	return again.blocks()
}

// latexParser reads from rest, the unread part of a text or of an argument. Braces and environments that only change
// the look need no recursion: they push and pop the font of the text that follows.
type latexParser struct {
	*latexDocument
	rest   string
	stop   int // offset in the whole text of the end of rest
	depth  int // nesting of environments
	nested []string

	// failedSearches records, by the end of a formula, how much source was left where the search for it failed.
	failedSearches map[string]int

	text         []span
	groups       []group
	font         style
	target       string // target of the open link
	align        byte   // that of paragraphs: c, r or 0
	float        *float // the figure or table that is being read
	around       *float // the figure that a part of it is read from
	enumerations int    // open numbered lists
}

// part is a part of the text with its offset in the whole.
type part struct {
	text string
	at   int
}

func (p part) trimmed() part {
	left := strings.TrimLeft(p.text, " \t\n")
	return part{strings.TrimRight(left, " \t\n"), p.at + len(p.text) - len(left)}
}

// at is the offset of the unread text.
func (p *latexParser) at() int { return p.stop - len(p.rest) }

// inner reads a part of the text by a parser of its own.
func (p *latexParser) inner(source part) *latexParser {
	return &latexParser{
		latexDocument: p.latexDocument, rest: source.text, stop: source.at + len(source.text), depth: p.depth + 1, font: p.font,
		enumerations: p.enumerations,
	}
}

// group is an open brace or environment: the state to restore after it closes.
type group struct {
	font        style
	align       byte
	target      string
	after       string // what is written then
	unknown     bool   // whether it is an argument of a command that is not understood
	environment string // "" for a brace
	current     label
	float       *float
}

// blocks reads up to the end of an environment, the next \item of a list, or the end of the source.
func (p *latexParser) blocks(environment string) []block {
	var blocks []block
	flush := func() {
		if text := trimmed(joined(p.text)); len(text) > 0 {
			one := paragraph{text: text}
			if !one.isFigure() { // which is centred anyway
				one.align = p.align
			}
			blocks = append(blocks, one)
		}
		p.text = nil
	}
	for p.rest != "" {
		switch c := p.rest[0]; {
		case c == '\n' && isBlankLine(p.rest[1:]):
			p.rest = strings.TrimLeft(p.rest, " \t\n")
			flush()
		case strings.HasPrefix(p.rest, "$$"):
			at := p.at()
			p.rest = p.rest[2:]
			flush()
			blocks = append(blocks, p.display("$$", at)...)
		case c != '\\':
			p.character()
		default:
			name := commandName(p.rest)
			switch {
			case (name == "item" || name == "bibitem") && isList(environment), name == "end" && p.ends(environment):
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

// ends reports whether the end of the environment comes next, or that of one around it, which then ends both.
func (p *latexParser) ends(environment string) bool {
	if environment == "" {
		return false
	}
	name, _, _ := balanced(strings.TrimPrefix(p.rest, `\end`), '{', '}')
	return name == environment || slices.Contains(p.nested, name)
}

func isBlankLine(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '\n'
}

// trimmed removes the space around a paragraph.
func trimmed(text []span) []span {
	for len(text) > 0 && text[len(text)-1].isBlank() {
		text = text[:len(text)-1]
	}
	for len(text) > 0 && text[0].isBlank() {
		text = text[1:]
	}
	if last := len(text) - 1; last >= 0 && text[last].formula == nil {
		text[last].text = strings.TrimRight(text[last].text, " \n")
	}
	if len(text) > 0 && text[0].formula == nil {
		text[0].text = strings.TrimLeft(text[0].text, " \n")
	}
	return text
}

// isBlank reports whether the span only takes up space.
func (s span) isBlank() bool {
	return strings.TrimSpace(s.text) == "" && s.formula == nil && s.note == nil && !s.isPicture()
}

func (p *latexParser) write(text string) {
	if text != "" {
		p.text = append(p.text, span{text: text, style: p.font, target: p.target})
	}
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

// ligatures are the characters that LaTeX makes from several, except in typewriter fonts. The dashes after a straight
// quote are those of Russian.
var ligatures = []struct{ source, text string }{
	{`"---`, "—"},
	{`"--~`, "\u00a0—"},
	{`"--*`, "—"},
	{"---", "—"},
	{"--", "–"},
	{"``", "“"},
	{"''", "”"},
	{"`", "‘"},
	{"'", "’"},
	{"<<", "«"},
	{">>", "»"},
	{",,", "„"},
	{"!`", "¡"},
	{"?`", "¿"},
}

// character reads anything but a command.
func (p *latexParser) character() {
	if p.font&typed == 0 {
		for _, ligature := range ligatures {
			if rest, ok := strings.CutPrefix(p.rest, ligature.source); ok {
				p.rest = rest
				p.write(ligature.text)
				return
			}
		}
	}
	switch c := p.rest[0]; c {
	case '{':
		p.rest = p.rest[1:]
		p.open(p.font, "")
	case '}':
		p.rest = p.rest[1:]
		p.closeGroup()
	case '$':
		at := p.at()
		p.rest = p.rest[1:]
		if source, ok := p.until("$"); ok {
			p.formula(source, at)
		} else {
			p.write("$")
		}
	case '~':
		p.rest = p.rest[1:]
		p.write("\u00a0")
	case '\n', '\t', ' ':
		p.rest = strings.TrimLeft(p.rest[1:], " \t")
		p.write(" ")
	default:
		_, size := utf8.DecodeRuneInString(p.rest)
		end := strings.IndexAny(p.rest[size:], "\\{}$\n\t `'-~<>,!?\"") + size
		if end < size {
			end = len(p.rest)
		}
		p.write(p.rest[:end])
		p.rest = p.rest[end:]
	}
}

// open begins a group in a font; after is written at its end.
func (p *latexParser) open(f style, after string) {
	p.groups = append(p.groups, group{font: p.font, align: p.align, target: p.target, after: after})
	p.font = f
}

// openUnknown begins an argument of a command that is not understood, if one is next. A space keeps it apart from the one before it.
func (p *latexParser) openUnknown(space string) {
	if strings.HasPrefix(p.rest, "{") {
		p.write(space)
		p.rest = p.rest[1:]
		p.open(p.font, "")
		p.groups[len(p.groups)-1].unknown = true
	}
}

func (p *latexParser) closeGroup() {
	last := len(p.groups) - 1
	if last < 0 || p.groups[last].environment != "" {
		p.write("}")
		return
	}
	closed, target := p.groups[last], p.target
	p.font, p.align, p.target = closed.font, closed.align, closed.target
	p.groups = p.groups[:last]
	if closed.unknown {
		p.openUnknown(" ")
	}
	if target != closed.target && closed.after != "" {
		p.text = append(p.text, span{text: closed.after, style: p.font, target: target, written: true})
		return
	}
	p.write(closed.after)
}

// until reads up to the given end of a formula, which a backslash escapes, and which may also be that of a formula in
// its text.
func (p *latexParser) until(end string) (string, bool) {
	i := 0
	if left, searched := p.failedSearches[end]; searched { // or a thousand starts would search for the same end
		i = max(0, len(p.rest)-left)
	}
	var texts []bool // of the open braces, whether they enclose text
	command := ""
	inText := 0
	for ; i < min(len(p.rest), maxFormula); i++ {
		switch c := p.rest[i]; {
		case c == end[0] && strings.HasPrefix(p.rest[i:], end) && !(end == "$" && inText > 0):
			source := p.rest[:i]
			p.rest = p.rest[i+len(end):]
			return source, true
		case c == '\\':
			command = commandName(p.rest[i:])
			i += max(len(command), 1)
			continue
		case c == '{':
			isText := opened{command: command}.isText()
			texts = append(texts, isText)
			if isText {
				inText++
			}
		case c == '}' && len(texts) > 0:
			if texts[len(texts)-1] {
				inText--
			}
			texts = texts[:len(texts)-1]
		case c == '\n' && isBlankLine(p.rest[i+1:]): // in TeX, too, a formula ends there
			p.failed(end, i)
			return "", false
		case c == ' ':
			continue
		}
		command = ""
	}
	p.failed(end, i)
	return "", false
}

func (p *latexParser) failed(end string, searched int) {
	if p.failedSearches == nil {
		p.failedSearches = map[string]int{}
	}
	p.failedSearches[end] = max(0, len(p.rest)-searched)
}

// argument reads "{…}" or a single character; its text is "" if there is neither.
func (p *latexParser) argument() part {
	rest := strings.TrimLeft(p.rest, " \t\n")
	inside, after, ok := balanced(rest, '{', '}')
	if !ok {
		return part{at: p.at()}
	}
	p.rest = after
	return part{inside, p.at() - len(inside) - 1}
}

// optional reads "[…]".
func (p *latexParser) optional() (part, bool) {
	inside, rest, ok := balanced(p.rest, '[', ']')
	if ok {
		p.rest = rest
	}
	return part{inside, p.at() - len(inside) - 1}, ok
}

// star reads the star of a command.
func (p *latexParser) star() bool {
	rest, ok := strings.CutPrefix(p.rest, "*")
	p.rest = rest
	return ok
}

// inline reads a part inside a line, such as a title or a cell.
func (p *latexParser) inline(source part) []span {
	if p.depth >= deepest {
		return []span{{text: source.text}}
	}
	return inLine(p.inner(source).blocks(""))
}

// inLine puts blocks on lines of one text.
func inLine(blocks []block) []span {
	var text []span
	for _, b := range blocks {
		more := lineOf(b)
		if len(text) > 0 && len(more) > 0 {
			text = append(text, span{text: "\n"})
		}
		text = append(text, more...)
	}
	return text
}

func lineOf(b block) []span {
	var text []span
	switch b := b.(type) {
	case paragraph:
		return b.text
	case heading:
		return b.text
	case display:
		return []span{{text: b.formula.TeX, formula: b.formula}}
	case code:
		return []span{{text: strings.Trim(b.text, "\n"), style: typed}}
	case quote:
		return inLine(b.blocks)
	case list:
		for i, item := range b.items {
			if i > 0 {
				text = append(text, span{text: "\n"})
			}
			text = append(text, b.mark(i)...)
			text = append(append(text, span{text: " "}), inLine(item.blocks)...)
		}
	case grid:
		for i, row := range b.rows {
			if i > 0 {
				text = append(text, span{text: "\n"})
			}
			for j, cell := range row {
				if j > 0 {
					text = append(text, span{text: " "})
				}
				text = append(text, cell.text...)
			}
		}
	}
	return text
}

// formula writes a formula inside the text.
func (p *latexParser) formula(source string, at int) {
	source = p.withReferences(source)
	p.reading.formula(at, source)
	s := inlineFormula(source)
	s.target, s.style = p.target, p.font
	p.text = append(p.text, s)
}

// display reads a formula up to its end, or shows its opening mark if there is no end.
func (p *latexParser) display(end string, at int) []block {
	source, ok := p.until(end)
	if !ok {
		return []block{paragraph{text: []span{{text: end}}}}
	}
	return p.displayed(source, at)
}

func (p *latexParser) displayed(source string, at int) []block {
	source = p.withReferences(source)
	if strings.TrimSpace(source) == "" {
		return nil
	}
	p.reading.formula(at, source)
	return []block{displayed(source)}
}

// unknown reports a command or an environment that is not understood. Readers see the text of its arguments.
func (p *latexParser) unknown(at int, construct string) {
	p.report(at, `write it otherwise, or define it by \newcommand`, "%s is not understood, so readers see only the text in it", construct)
}

// firstRune splits off the first character.
func firstRune(text string) (string, string) {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size], text[size:]
}
