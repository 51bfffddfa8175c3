package statement

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grundy/internal/base/lazyregexp"
)

// sections are the commands that make headings.
var sections = map[string]int{
	"problemname": 1, "title": 1, "chapter": 2, "section": 2, "frametitle": 2, "framesubtitle": 3, "subsection": 3, "subsubsection": 4,
	"paragraph": 4, "subparagraph": 4, "minisec": 3,
}

// standardSections are the commands and environments whose headings are fixed, in the class of the format and in
// olymp.sty.
var standardSections = map[string]string{
	"Input": "Input", "Output": "Output", "Interaction": "Interaction", "Explanation": "Explanation", "InputFile": "Input", "OutputFile": "Output",
	"Scoring": "Scoring", "Note": "Note", "Notes": "Notes", "Explanations": "Explanations", "Constraints": "Constraints", "Subtasks": "Subtasks",
	"Hint": "Hint", "Specification": "Specification", "Specifications": "Specifications", "Illustration": "Illustration",
}

var (
	verbatimEnvironments = []string{"verbatim", "Verbatim", "BVerbatim", "LVerbatim", "lstlisting", "alltt", "semiverbatim", "minted", "verbatimtab", "filecontents"}
	formulaEnvironments  = map[string]bool{ // whether each row has a number
		"equation": false, "displaymath": false, "multline": false, "dmath": false,
		"align": true, "gather": true, "eqnarray": true, "flalign": true, "alignat": true, "xalignat": true,
	}
	tableEnvironments = []string{
		"tabular", "tabularx", "tabulary", "xltabular", "longtable", "supertabular", "array", "tblr", "longtblr", "NiceTabular", "ctabular",
	}
	quoteEnvironments = []string{"quote", "quotation", "verse", "displayquote"}
	lists             = []string{
		"itemize", "enumerate", "description", "compactitem", "compactenum", "compactdesc", "inparaenum", "inparaitem", "itemize*", "enumerate*", "description*", "asparaenum", "asparaitem", "list", "trivlist", "thebibliography",
	}
)

// plainEnvironments only change how the text in them looks, or where it stands; with their arguments.
var plainEnvironments = map[string]string{
	"center": "", "centering": "", "flushleft": "", "flushright": "", "abstract": "", "minipage": "ooom", "multicols": "mo", "paracol": "m",
	"figure": "o", "table": "o", "sidewaysfigure": "", "sidewaystable": "", "wrapfigure": "omom", "wraptable": "omom", "floatingfigure": "om",
	"SCfigure": "oo", "marginfigure": "o", "subfigure": "om", "subtable": "om", "algorithm": "o", "listing": "o", "adjustbox": "m", "spacing": "m",
	"adjustwidth": "omm", "samepage": "", "sloppypar": "", "landscape": "", "framed": "", "mdframed": "o", "tcolorbox": "o", "shaded": "",
	"singlespace": "", "onehalfspace": "", "doublespace": "", "otherlanguage": "m", "titlepage": "", "columns": "o", "column": "om",
	"subequations": "", "threeparttable": "o", "tablenotes": "o", "frame": "oo", "problem": "mbbbbb", "tutorial": "m", "solution": "o",
	"example": "o", "examplewide": "", "examplethree": "", "boxedminipage": "om", "overlayarea": "mm", "onlyenv": "", "uncoverenv": "", "visibleenv": "", "invisibleenv": "", "alertenv": "", "actionenv": "", "structureenv": "", "overprint": "o", "beamercolorbox": "om", "scope": "o", "block": "m", "slide": "o", "alertblock": "m", "exampleblock": "m", "letterspace": "", "group": "", "savenotes": "", "raggedright": "", "raggedleft": "", "parts": "", "English": "", "Russian": "",
}

// alignedBy are the environments and commands that align text.
var alignedBy = map[string]byte{"center": 'c', "centering": 'c', "flushright": 'r', "raggedleft": 'r', "flushleft": 0, "raggedright": 0}

// floats are the environments whose captions have numbers, and the counter of those.
var floats = map[string]string{
	"figure": "figure", "table": "table", "sidewaysfigure": "figure", "sidewaystable": "table", "wrapfigure": "figure", "wraptable": "table",
	"floatingfigure": "figure", "SCfigure": "figure", "marginfigure": "figure", "subfigure": "figure", "subtable": "table", "algorithm": "algorithm", "listing": "listing",
}

// float is a figure or a table that is being read.
type float struct {
	kind      string
	isPart    bool // whether it is one of the parts of a figure, which have letters
	parts     int
	labels    []string // those before the caption
	captioned bool
}

func isList(environment string) bool { return slices.Contains(lists, environment) }

func isVerbatim(environment string) bool { return slices.Contains(verbatimEnvironments, environment) }

// startsBlock reports whether a command ends the paragraph before it.
func (p *latexParser) startsBlock(name string) bool {
	switch name {
	case "begin", "end", "[", "par", "caption", "captionof", "subcaption", "illustration", "nextsample", "remainingsamples", "hrule", "epigraph",
		"exmp", "exmpfile", "Example", "Examples", "Subtask", "SubtaskWithCost", "SubtaskWithScore":
		return true
	case "rule":
		return ruleOfWidth().MatchString(p.rest)
	case "subfigure", "subfloat", "subcaptionbox":
		return true
	}
	_, isSection := sections[name]
	_, isStandard := standardSections[name]
	return isSection || isStandard
}

// ruleOfWidth matches a rule across the text. Others are lines in words, or invisible.
var ruleOfWidth = lazyregexp.New(`^\\rule\s*(\[[^\]]*\])?\s*\{\s*[01]?\.?[0-9]*\s*\\(textwidth|linewidth|columnwidth|hsize)\s*\}`)

// blockCommand reads a command outside of paragraphs.
func (p *latexParser) blockCommand(name string) []block {
	at := p.at()
	p.rest = p.rest[1+len(name):]
	if level, ok := sections[name]; ok {
		return p.section(name, level)
	}
	switch name {
	case "begin":
		return p.environment(at)
	case "end":
		p.endEnvironment()
	case "[":
		return p.display(`\]`, at)
	case "caption", "subcaption":
		return p.captionCommand()
	case "captionof":
		outer := p.float
		p.float = &float{kind: strings.TrimSpace(p.argument().text)}
		blocks := p.captionCommand()
		p.float = outer
		return blocks
	case "subfigure", "subfloat", "subcaptionbox":
		return p.partOfFigure(name)
	case "illustration":
		width := p.argument().text
		image := figure("", strings.TrimSpace(p.argument().text))
		image.width = widthOf(width, `\linewidth`)
		blocks := []block{paragraph{text: []span{image}}}
		if text := p.inline(p.argument()); len(text) > 0 {
			blocks = append(blocks, paragraph{text: text, caption: otherCaption})
		}
		return blocks
	case "epigraph":
		return []block{quote{append(p.argumentBlocks(), p.argumentBlocks()...)}}
	case "nextsample", "exmpfile":
		if name == "exmpfile" {
			p.skipArguments("mm") // the files of the sample
			if strings.HasPrefix(p.rest, "{") {
				return append([]block{samplesHere{}}, p.argumentBlocks()...) // what examplethree says of it
			}
		}
		return []block{samplesHere{}}
	case "remainingsamples":
		return []block{samplesHere{all: true}}
	case "exmp":
		return p.writtenSample()
	case "Subtask", "SubtaskWithCost", "SubtaskWithScore":
		return p.subtask(name)
	case "hrule":
		return []block{rule{}}
	case "rule":
		p.skipArguments("omm")
		return []block{rule{}}
	case "par", "Example", "Examples": // samples have headings of their own
	default:
		p.afterName(name)
		return []block{standardHeading(standardSections[name])}
	}
	return nil
}

// subtask reads a heading of olymp.sty with the number of a subtask and its points.
func (p *latexParser) subtask(command string) []block {
	number, points := part{}, part{}
	if command == "SubtaskWithScore" {
		number.text = p.step("subtask")
	} else {
		number = p.argument()
	}
	if command != "Subtask" {
		points = p.argument()
	}
	text := append([]span{{text: "Subtask "}}, p.inline(number)...)
	if points.text != "" {
		text = append(append(append(text, span{text: " ("}), p.inline(points)...), span{text: " points)"})
	}
	return []block{heading{level: 3, text: joined(text)}}
}

// argumentBlocks reads the paragraphs of an argument.
func (p *latexParser) argumentBlocks() []block {
	argument := p.argument()
	if p.depth >= deepest {
		return []block{paragraph{text: []span{{text: argument.text}}}}
	}
	return p.inner(argument).blocks("")
}

func (p *latexParser) section(name string, level int) []block {
	counted := !p.star() && !slices.Contains([]string{"frametitle", "paragraph", "subparagraph"}, name)
	_, _ = p.optional()
	text := p.inline(p.argument())
	if len(text) == 0 || level == 1 && !p.title {
		return nil
	}
	if counted && level > 1 {
		number := p.stepSection(level, plain(text))
		if p.numbered && number != "" {
			text = append([]span{{text: number + " "}}, text...)
		}
	}
	return []block{heading{level: min(level, 3), text: text}}
}

// captionCommand reads a caption after its command.
func (p *latexParser) captionCommand() []block {
	starred := p.star()
	_, _ = p.optional()
	return p.caption(p.argument(), starred)
}

// caption makes a caption of its words.
func (p *latexParser) caption(words part, starred bool) []block {
	f := p.float
	if f == nil {
		f = &float{kind: "figure"}
	}
	c := paragraph{caption: otherCaption, align: p.align}
	if !starred {
		p.stepCaption(f, &c)
	}
	f.captioned = true
	for _, name := range f.labels {
		p.define(name)
	}
	f.labels = nil
	c.text = joined(append(c.text, restyled(p.inline(words), emphasis)...))
	if len(c.text) == 0 && c.number == 0 {
		return nil
	}
	return []block{c}
}

// stepCaption counts a caption, and gives it its number.
func (p *latexParser) stepCaption(f *float, c *paragraph) {
	if f.isPart {
		outer := p.outerFloat()
		outer.parts++
		number := p.counters[f.kind]
		if !outer.captioned {
			number++
		}
		letter := formatted('a', outer.parts)
		p.current = label{kind: f.kind, number: formatted('1', number) + letter}
		c.text = []span{{text: "(" + letter + ") "}}
		return
	}
	p.step(f.kind)
	switch number := p.counters[f.kind]; f.kind {
	case "figure":
		c.caption, c.number = figureCaption, number
	case "table":
		c.caption, c.number = tableCaption, number
	default:
		c.text = []span{{text: captionName(f.kind) + "\u00a0" + formatted('1', number) + ": "}}
	}
}

// captionName is the word before the number of a caption that is neither of a figure nor of a table.
func captionName(kind string) string {
	_, size := utf8.DecodeRuneInString(kind)
	return strings.ToUpper(kind[:size]) + kind[size:]
}

// outerFloat is the figure that the current part belongs to.
func (p *latexParser) outerFloat() *float {
	for i := len(p.groups) - 1; i >= 0; i-- {
		if f := p.groups[i].float; f != nil && !f.isPart {
			return f
		}
	}
	if p.around != nil {
		return p.around
	}
	return &float{}
}

// partOfFigure reads \subfloat[words]{picture} and commands like it.
func (p *latexParser) partOfFigure(name string) []block {
	outer := p.float
	if outer == nil {
		outer = &float{kind: "figure"}
	}
	var words part
	stated := false
	if name == "subcaptionbox" {
		words, stated = p.argument(), true
		p.star()
		_, _ = p.optional()
		_, _ = p.optional()
	} else {
		for { // the words of a list of figures may come first
			text, ok := p.optional()
			if !ok {
				break
			}
			words, stated = text, true
		}
	}
	inner := p.inner(p.argument())
	inner.float = &float{kind: outer.kind, isPart: true}
	inner.around = outer
	blocks := inner.blocks("")
	if stated {
		blocks = append(blocks, inner.captionWords(words)...)
	}
	return blocks
}

// captionWords makes a caption of an argument that is one.
func (p *latexParser) captionWords(words part) []block {
	c := paragraph{caption: otherCaption}
	p.stepCaption(p.float, &c)
	for _, name := range p.float.labels {
		p.define(name)
	}
	c.text = joined(append(c.text, restyled(p.inline(words), emphasis)...))
	return []block{c}
}

// writtenSample reads \exmp{input}{output}, a sample in the text.
func (p *latexParser) writtenSample() []block {
	g := grid{header: true, rows: [][]cell{{{text: []span{{text: "Input"}}}, {text: []span{{text: "Output"}}}}}}
	var cells []cell
	for strings.HasPrefix(strings.TrimLeft(p.rest, " \t\n%"), "{") && len(cells) < 3 {
		cells = append(cells, cell{text: p.linesOf(p.argument())})
	}
	if len(cells) == 3 {
		g.rows[0] = append(g.rows[0], cell{text: []span{{text: "Explanation"}}})
	}
	g.rows = append(g.rows, cells)
	return []block{g}
}

// linesOf reads an argument whose line ends count.
func (p *latexParser) linesOf(source part) []span {
	source = source.trimmed()
	var all []span
	for i, line := range splitTop(source, "\n") {
		if i > 0 {
			all = append(all, span{text: "\n"})
		}
		inner := p.inner(line)
		inner.font = typed
		all = append(all, inLine(inner.blocks(""))...)
	}
	return all
}

// joinedSamples puts the samples of an environment into one table.
func joinedSamples(blocks []block) []block {
	var all []block
	for _, b := range blocks {
		if g, ok := b.(grid); ok && len(all) > 0 {
			if before, ok := all[len(all)-1].(grid); ok && len(g.rows) > 1 {
				before.rows = append(before.rows, g.rows[1:]...)
				all[len(all)-1] = before
				continue
			}
		}
		all = append(all, b)
	}
	return all
}

// environment reads from after \begin to \end.
func (p *latexParser) environment(at int) []block {
	argument := p.argument()
	name := strings.TrimSpace(argument.text)
	plainName := strings.TrimSuffix(name, "*")
	arguments, isPlain := plainEnvironments[plainName]
	_, isFormula := formulaEnvironments[plainName]
	switch {
	case isVerbatim(plainName):
		return p.verbatim(name)
	case isFormula:
		if source, ok := p.body(name); ok {
			return p.formulaEnvironment(name, source, at)
		}
		p.begin(name) // unclosed, which is reported
		return nil
	case name == "math":
		if source, ok := p.body(name); ok {
			p.formula(source.text, at)
		}
		return nil
	case slices.Contains(drawingEnvironments, name):
		source := p.restOf(name).text
		begin, end := `\begin{`+name+"}", `\end{`+name+"}"
		return []block{paragraph{text: []span{p.drawing(at, begin, begin+source+end)}}}
	case name == "comment": // of a macro
		p.restOf(name)
		return nil
	case p.depth >= deepest:
	case slices.Contains(tableEnvironments, plainName):
		return p.table(name)
	case name == "tabbing":
		return p.tabbing()
	case isList(name):
		return p.list(name)
	case slices.Contains(quoteEnvironments, plainName):
		return []block{quote{p.inside(name)}}
	case name == "example" || name == "examplewide" || name == "examplethree":
		if _, isTheorem := p.theorems[name]; isTheorem {
			return p.theoremBlocks(name)
		}
		return joinedSamples(p.inside(name))
	case isStandardEnvironment(name):
		return append([]block{standardHeading(standardSections[name])}, p.inside(name)...)
	case p.isTheorem(name):
		return p.theoremBlocks(name)
	case slices.Contains(algorithmEnvironments, plainName):
		return p.algorithm(name)
	}
	change, isFont := switches[name]
	signature, isLook := ignored[name]
	switch {
	case isPlain:
		p.begin(name)
		return p.environmentArguments(plainName, arguments)
	case isFont:
		p.begin(name)
		p.font = change.of(p.font)
		return nil
	case isLook && signature == "":
		p.begin(name)
		return nil
	}
	p.unknown(at, `\begin{`+name+"}")
	p.begin(name)
	_, _ = p.optional()
	return nil
}

// standardHeading is a heading that classes have words for.
func standardHeading(words string) heading {
	return heading{level: 2, text: []span{{text: words}}, isStandard: true}
}

func isStandardEnvironment(name string) bool {
	_, ok := standardSections[name]
	return ok
}

// begin opens an environment whose text belongs to the blocks around it.
func (p *latexParser) begin(name string) {
	p.groups = append(p.groups, group{font: p.font, align: p.align, target: p.target, environment: name, current: p.current, float: p.float})
	plainName := strings.TrimSuffix(name, "*")
	if align, ok := alignedBy[name]; ok {
		p.align = align
	}
	if kind, ok := floats[plainName]; ok {
		p.float = &float{kind: kind, isPart: strings.HasPrefix(name, "sub")}
	}
}

// environmentArguments reads the arguments of a plain environment, some of which are shown.
func (p *latexParser) environmentArguments(name, arguments string) []block {
	switch name {
	case "problem", "tutorial":
		title := p.argument()
		p.skipArguments(arguments[1:])
		if text := p.inline(title); p.title && len(text) > 0 {
			return []block{heading{level: 1, text: text}}
		}
		return nil
	case "frame":
		_, _ = p.optional()
		_, _ = p.optional()
		if strings.HasPrefix(p.rest, "{") {
			return p.section("frametitle", 2)
		}
		return nil
	case "block", "alertblock", "exampleblock":
		title := p.argument()
		p.overlay()
		if text := p.inline(title); len(text) > 0 {
			return []block{heading{level: 3, text: text}}
		}
		return nil
	case "tcolorbox", "mdframed":
		options, _ := p.optional()
		title := optionOf(options.text, map[string]string{"tcolorbox": "title", "mdframed": "frametitle"}[name])
		if text := p.inline(part{title, options.at}); len(text) > 0 {
			return []block{paragraph{text: restyled(text, strong)}}
		}
		return nil
	case "solution":
		_, _ = p.optional()
		return []block{standardHeading("Solution")}
	}
	p.skipArguments(arguments)
	return nil
}

// endEnvironment reads the name after \end and closes that environment, with all braces in it.
func (p *latexParser) endEnvironment() {
	name := strings.TrimSpace(p.argument().text)
	for i := len(p.groups) - 1; i >= 0; i-- {
		closed := p.groups[i]
		if closed.environment != name {
			continue
		}
		if p.float != closed.float {
			for _, label := range p.float.labels { // it has no caption
				p.define(label)
			}
		}
		p.font, p.align, p.target, p.current, p.float = closed.font, closed.align, closed.target, closed.current, closed.float
		p.groups = p.groups[:i]
		return
	}
}

// inside reads the blocks of an environment and its \end.
func (p *latexParser) inside(name string) []block {
	outer := *p
	p.depth++
	p.nested = append(slices.Clip(p.nested), name)
	p.groups, p.font, p.text = nil, 0, nil
	current := p.current
	blocks := p.blocks(name)
	p.depth, p.nested, p.groups, p.font, p.text = outer.depth, outer.nested, outer.groups, outer.font, outer.text
	p.align, p.target, p.float, p.current = outer.align, outer.target, outer.float, current
	p.rest = strings.TrimPrefix(p.rest, `\end{`+name+"}")
	return blocks
}

// body reads the source of an environment, which may contain others of the same name. It reads nothing if the
// environment is not closed.
func (p *latexParser) body(name string) (part, bool) {
	begin, end := `\begin{`+name+"}", `\end{`+name+"}"
	depth := 1
	for i := 0; i < len(p.rest); i++ {
		if p.rest[i] != '\\' {
			continue
		}
		switch {
		case strings.HasPrefix(p.rest[i:], begin):
			depth++
		case strings.HasPrefix(p.rest[i:], end):
			if depth--; depth == 0 {
				source := part{p.rest[:i], p.at()}
				p.rest = p.rest[i+len(end):]
				return source, true
			}
		}
		i++
	}
	return part{}, false
}

// restOf reads the source of an environment, or all that is left if it is not closed.
func (p *latexParser) restOf(name string) part {
	if source, ok := p.body(name); ok {
		return source
	}
	source := part{p.rest, p.at()}
	p.rest = ""
	return source
}

// formulaEnvironment reads an environment of formulas. It numbers them itself, so that \ref within the text knows the
// numbers, and leaves the rest to the reader of formulas.
func (p *latexParser) formulaEnvironment(name string, source part, at int) []block {
	plainName := strings.TrimSuffix(name, "*")
	columns := ""
	if strings.HasSuffix(plainName, "alignat") {
		inside, rest, _ := balanced(source.text, '{', '}')
		columns, source = "{"+inside+"}", part{rest, source.at + len(source.text) - len(rest)}
	}
	text := source.text
	if plainName == name && name != "displaymath" {
		text = p.numberedFormula(source, formulaEnvironments[plainName])
	}
	if plainName != "displaymath" && plainName != "dmath" && strings.TrimSpace(text) != "" {
		text = `\begin{` + plainName + "*}" + columns + text + `\end{` + plainName + "*}"
	}
	return p.displayed(text, at)
}

func (p *latexParser) verbatim(name string) []block {
	source, rest, found := strings.Cut(p.rest, `\end{`+name+"}")
	at := p.at()
	p.rest = rest
	if !found {
		p.rest = ""
	}
	options := ""
	switch plainName := strings.TrimSuffix(name, "*"); plainName {
	case "verbatim":
	case "alltt", "semiverbatim":
		source = p.withoutCommands(part{source, at})
	default:
		inside, after, ok := balanced(source, '[', ']')
		if ok {
			options, source = inside, after
		}
		if plainName == "minted" || plainName == "filecontents" || plainName == "verbatimtab" {
			if _, after, ok := balanced(source, '{', '}'); ok {
				source = after
			}
		}
	}
	if first, rest, ok := strings.Cut(source, "\n"); ok && strings.TrimSpace(first) == "" {
		source = rest
	}
	blocks := []block{code{source}}
	words, names := optionOf(options, "caption"), optionOf(options, "label")
	if words != "" {
		p.float = &float{kind: "listing"}
		blocks = append(p.caption(part{words, at}, false), blocks...)
		p.float = nil
		if names != "" {
			p.define(names)
		}
	}
	return blocks
}

// withoutCommands is the text of an environment in which all characters but those of commands and braces stand for themselves. Code has no fonts.
func (p *latexParser) withoutCommands(source part) string {
	var b strings.Builder
	for rest := source.text; rest != ""; {
		at := source.at + len(source.text) - len(rest)
		if rest[0] != '\\' {
			first, after := firstRune(rest)
			if first != "{" && first != "}" {
				b.WriteString(first)
			}
			rest = after
			continue
		}
		name := commandName(rest)
		rest = rest[1+len(name):]
		_, isFont := fontCommands[name]
		_, isSwitch := switches[name]
		switch text, isText := characters[name]; {
		case isText:
			b.WriteString(text)
		case isFont, isSwitch:
		default:
			p.unknown(at, `\`+name)
		}
	}
	return b.String()
}

// optionOf is the value of a key in a list of options.
func optionOf(options, key string) string {
	for _, option := range splitTop(part{text: options}, ",") {
		name, value, found := strings.Cut(option.text, "=")
		if found && strings.TrimSpace(name) == key {
			value = strings.TrimSpace(value)
			if inside, rest, ok := balanced(value, '{', '}'); ok && rest == "" {
				return inside
			}
			return value
		}
	}
	return ""
}

// tabbing reads lines whose parts stand below each other.
func (p *latexParser) tabbing() []block {
	source := p.restOf("tabbing")
	var text []span
	for _, row := range splitRows(source) {
		row = row.trimmed()
		if row.text == "" || strings.HasSuffix(row.text, `\kill`) {
			continue
		}
		if len(text) > 0 {
			text = append(text, span{text: "\n"})
		}
		for i, cell := range splitTop(row, `\=`, `\>`) {
			if i > 0 {
				text = append(text, span{text: quad})
			}
			text = append(text, p.inline(cell.trimmed())...)
		}
	}
	return []block{paragraph{text: text}}
}
