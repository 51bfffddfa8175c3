package statement

import (
	"slices"
	"strconv"
	"strings"
)

// sections are the commands that make headings.
var sections = map[string]int{
	"problemname": 1, "title": 1, "section": 2, "subsection": 3, "subsubsection": 3, "paragraph": 3, "subparagraph": 3,
}

var (
	lists                = []string{"itemize", "enumerate", "description", "compactitem", "compactenum"}
	verbatimEnvironments = []string{"verbatim", "Verbatim", "lstlisting", "alltt", "minted"}
	formulaEnvironments  = []string{"equation", "displaymath", "math", "align", "gather", "multline", "eqnarray", "flalign"}
	tableEnvironments    = []string{"tabular", "tabularx", "tabulary", "longtable", "array"}
	quoteEnvironments    = []string{"quote", "quotation", "verse"}
)

// plainEnvironments are transparent; the number is that of their arguments.
var plainEnvironments = map[string]int{
	"document": 0, "center": 0, "flushleft": 0, "flushright": 0, "figure": 0, "table": 0, "abstract": 0, "small": 0,
	"footnotesize": 0, "minipage": 1, "multicols": 1, "problem": 1, "wrapfigure": 2,
}

func isList(environment string) bool { return slices.Contains(lists, environment) }

// startsBlock reports whether a command ends the paragraph before it.
func (p *latexParser) startsBlock(name string) bool {
	switch name {
	case "begin":
		return true
	case "end", "[", "par", "caption", "illustration", "nextsample", "remainingsamples", "hrule":
		return true
	}
	_, isSection := sections[name]
	return isSection
}

// blockCommand reads a command outside of paragraphs.
func (p *latexParser) blockCommand(name string) []block {
	start := p.rest
	p.rest = p.rest[1+len(name):]
	if level, ok := sections[name]; ok {
		p.rest = strings.TrimPrefix(p.rest, "*")
		_, _ = p.optional()
		text := p.inline(p.argument())
		if len(text) == 0 || level == 1 && !p.title {
			return nil
		}
		return []block{heading{level, text}}
	}
	switch name {
	case "begin":
		return p.environment()
	case "end":
		environment := p.argument()
		if _, ok := plainEnvironments[strings.TrimSuffix(environment, "*")]; ok {
			return nil
		}
		return []block{paragraph{text: []span{{text: strings.TrimSuffix(start, p.rest)}}}}
	case "[":
		return []block{p.display(`\]`)}
	case "caption":
		_, _ = p.optional()
		text := p.inline(p.argument())
		for i := range text {
			text[i].style |= emphasis
		}
		return []block{paragraph{text: text, caption: figureCaption}}
	case "illustration":
		width := p.argument()
		image := figure("", p.argument())
		image.width = widthOf(width, `\linewidth`)
		return []block{paragraph{text: []span{image}}, paragraph{text: p.inline(p.argument()), caption: figureCaption}}
	case "nextsample":
		return []block{samplesHere{}}
	case "remainingsamples":
		return []block{samplesHere{all: true}}
	case "hrule":
		return []block{rule{}}
	}
	return nil // \par
}

// environment reads from after \begin to \end. An unknown one is read as text between its raw marks.
func (p *latexParser) environment() []block {
	name := p.argument()
	plainName := strings.TrimSuffix(name, "*")
	if arguments, ok := plainEnvironments[plainName]; ok {
		// Its text is read as part of the enclosing blocks, and its \end is skipped.
		_, _ = p.optional()
		for range arguments {
			p.argument()
		}
		return nil
	}
	switch {
	case slices.Contains(verbatimEnvironments, plainName):
		return p.verbatim(name)
	case plainName == "comment":
		_, _ = p.body(name)
		return nil
	case slices.Contains(formulaEnvironments, plainName):
		if source, ok := p.body(name); ok {
			p.reading.formula(-1, source)
			return []block{displayed(source)}
		}
	case slices.Contains(tableEnvironments, plainName):
		if blocks, ok := p.table(name); ok {
			return blocks
		}
	case p.depth >= deepest:
	case isList(name):
		return p.list(name)
	case slices.Contains(quoteEnvironments, plainName):
		return []block{quote{p.inside(name)}}
	}
	p.reading.unknown(-1, `\begin{`+name+"}")
	return []block{paragraph{text: []span{{text: `\begin{` + name + "}"}}}}
}

// inside reads the blocks of an environment and its \end.
func (p *latexParser) inside(name string) []block {
	p.depth++
	defer func() { p.depth-- }()
	groups, ink := p.groups, p.ink
	p.groups, p.ink = nil, 0
	defer func() { p.groups, p.ink = groups, ink }()
	blocks := p.blocks(name)
	p.rest = strings.TrimPrefix(p.rest, `\end{`+name+"}")
	return blocks
}

// list reads the items of a list.
func (p *latexParser) list(name string) []block {
	l := list{ordered: strings.HasSuffix(name, "enumerate") || name == "compactenum", start: 1, tight: true}
	_, _ = p.optional()
	p.depth++
	defer func() { p.depth-- }()
	groups, ink := p.groups, p.ink
	defer func() { p.groups, p.ink = groups, ink }()
	var before []block // text before the first item, which LaTeX forbids
	for {
		p.groups, p.ink = nil, 0
		blocks := p.blocks(name)
		if last := len(l.items) - 1; last >= 0 {
			l.items[last].blocks = blocks
		} else {
			before = blocks
		}
		rest, more := strings.CutPrefix(p.rest, `\item`)
		if !more {
			p.rest = strings.TrimPrefix(p.rest, `\end{`+name+"}")
			return append(before, l)
		}
		p.rest = strings.TrimLeft(rest, " \t")
		var next item
		if label, ok := p.optional(); ok {
			next.label = p.inline(label)
			for i := range next.label {
				next.label[i].style |= strong
			}
		}
		l.items = append(l.items, next)
	}
}

// body reads an environment verbatim.
func (p *latexParser) body(name string) (string, bool) {
	inside, rest, found := strings.Cut(p.rest, `\end{`+name+"}")
	if found {
		p.rest = rest
	}
	return inside, found
}

func (p *latexParser) verbatim(name string) []block {
	text, found := p.body(name)
	if !found {
		text, p.rest = p.rest, ""
	}
	if first, rest, ok := strings.Cut(text, "\n"); ok && name != "verbatim" {
		_, after, _ := balanced(first, '[', ']')
		if _, after, _ = balanced(after, '{', '}'); strings.TrimSpace(after) == "" {
			text = rest // skip options of the environment
		}
	}
	return []block{code{strings.TrimPrefix(text, "\n")}}
}

// table reads rows and cells. A line below the first row makes it a header.
func (p *latexParser) table(name string) ([]block, bool) {
	source, found := p.body(name)
	if !found || strings.Contains(source, `\begin{`+name+"}") || p.depth >= deepest {
		return nil, false
	}
	inner := &latexParser{reading: p.reading, rest: source, depth: p.depth + 1}
	if name == "tabularx" || name == "tabulary" || strings.HasSuffix(name, "*") {
		inner.argument() // the width
	}
	_, _ = inner.optional()
	g := grid{align: columns(inner.argument(), 0)}
	for i, row := range splitTop(inner.rest, `\\`) {
		row, lines := withoutLines(row)
		if lines && i == 1 {
			g.header = true
		}
		if strings.TrimSpace(row) == "" {
			continue
		}
		var cells []cell
		for _, source := range splitTop(row, "&") {
			cells = append(cells, cell{text: inner.inline(strings.TrimSpace(spanning(source)))})
		}
		g.rows = append(g.rows, cells)
	}
	return []block{g}, true
}

// columns reads the alignments of a table's columns. Columns with a width count as l, as do those that packages
// define. Depth is the nesting of repetitions, *{3}{r}.
func columns(source string, depth int) string {
	var align []byte
	p := latexParser{rest: source}
	for p.rest != "" && len(align) < maxCells && depth < 3 {
		kind := p.rest[0]
		p.rest = p.rest[1:]
		switch kind {
		case 'l', 'c', 'r':
			align = append(align, kind)
		case '|', ' ', '\n', '\t':
		case '@', '!', '>', '<':
			p.argument()
		case '*':
			count, _ := strconv.Atoi(p.argument())
			repeated := columns(p.argument(), depth+1)
			align = append(align, strings.Repeat(repeated, min(max(count, 0), maxCells/max(len(repeated), 1)))...)
		case 'p', 'm', 'b', 'w', 'W':
			p.argument()
			align = append(align, 'l')
		default:
			align = append(align, 'l')
		}
	}
	return string(align)
}

// withoutLines removes the horizontal lines from the start of a row.
func withoutLines(row string) (string, bool) {
	found := false
	for {
		row = strings.TrimSpace(row)
		name := ""
		if strings.HasPrefix(row, `\`) {
			name = commandName(row)
		}
		switch name {
		case "hline", "toprule", "midrule", "bottomrule":
			row = row[1+len(name):]
		case "cline", "cmidrule":
			_, rest, ok := balanced(row[1+len(name):], '{', '}')
			if !ok {
				return row, found
			}
			row = rest
		default:
			return row, found
		}
		found = true
	}
}

// spanning removes \multicolumn{n}{c}{…} and \multirow{n}{*}{…} from a cell.
func spanning(cell string) string {
	cell = strings.TrimSpace(cell)
	for _, command := range []string{`\multicolumn`, `\multirow`} {
		if rest, ok := strings.CutPrefix(cell, command); ok {
			p := latexParser{rest: rest}
			p.argument()
			p.argument()
			return p.argument() + p.rest
		}
	}
	return cell
}

// splitTop splits at a separator outside of braces and formulas.
func splitTop(source, separator string) []string {
	var parts []string
	depth, start := 0, 0
	inFormula := false
	for i := 0; i < len(source); i++ {
		if depth == 0 && !inFormula && strings.HasPrefix(source[i:], separator) {
			parts = append(parts, source[start:i])
			start = i + len(separator)
			i = start - 1
			continue
		}
		switch source[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		case '$':
			inFormula = !inFormula
		}
	}
	return append(parts, source[start:])
}
