package statement

import (
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// table reads rows and cells. A line below the first row makes it a header, unless every row has one.
func (p *latexParser) table(name string) []block {
	source := p.restOf(name)
	inner := p.inner(source)
	inner.font = 0
	switch name {
	case "tabularx", "tabulary", "tabular*", "xltabular", "tabularx*":
		inner.argument() // the width
	case "tblr", "longtblr":
		inner.optional()
		options := inner.argument()
		inner.rest = "{" + options.text + "}" + inner.rest
	}
	_, _ = inner.optional()
	columns := columnsOf(inner.argument().text, 0)
	rows := splitRows(part{inner.rest, inner.at()})
	g := grid{align: alignments(columns)}
	var blocks []block
	lined, heads := 0, 0 // lines below rows, and the rows above the first
	for _, row := range withoutRepeatedHeads(rows) {
		row, lines := inner.withoutLines(row)
		if lines && len(g.rows) > 0 {
			if lined++; lined == 1 {
				heads = len(g.rows)
			}
		}
		if row = row.trimmed(); strings.HasPrefix(row.text, `\caption`) { // of a longtable
			caption := p.inner(row)
			caption.float = &float{kind: "table"}
			blocks = append(blocks, caption.blocks("")...)
			continue
		}
		if row.text == "" {
			continue
		}
		var cells []cell
		at := 0 // the column
		for _, source := range splitCells(row) {
			if at < len(columns) {
				source = columns[at].around(source.trimmed())
			}
			c := inner.cell(source)
			cells = append(cells, c)
			at += max(c.across, 1)
		}
		g.rows = append(g.rows, cells)
	}
	g.headed(heads, lined)
	return append(blocks, g.withoutCovered())
}

// headed makes the rows above the first line headers, unless all rows have lines between them and the first does not
// stand out.
func (g *grid) headed(heads, lines int) {
	if heads == 0 || heads >= len(g.rows) || heads > 2 || lines >= len(g.rows)-1 && len(g.rows) > 2 && !isBold(g.rows[0]) {
		return
	}
	g.header = true
	for _, row := range g.rows[1:heads] {
		for i := range row {
			row[i].isHead = true
		}
	}
}

// isBold reports whether all text of a row is bold.
func isBold(row []cell) bool {
	for _, c := range row {
		for _, s := range c.text {
			if !s.isBlank() && s.formula == nil && s.style&strong == 0 {
				return false
			}
		}
	}
	return true
}

// withoutCovered drops the empty cells that LaTeX wants where a cell above spans several rows.
func (g grid) withoutCovered() grid {
	var down []int // the rows that cells above still span, by column
	for y, row := range g.rows {
		var kept []cell
		x := 0
		for _, c := range row {
			across := max(c.across, 1)
			for len(down) < x+across {
				down = append(down, 0)
			}
			if down[x] == 0 || len(trimmed(c.text)) > 0 {
				kept = append(kept, c)
				for i := x; i < x+across; i++ {
					down[i] = max(c.down, 1)
				}
			}
			x += across
		}
		for x := range down {
			down[x] = max(0, down[x]-1)
		}
		g.rows[y] = kept
	}
	return g
}

// withoutRepeatedHeads drops the rows that a longtable repeats on further pages.
func withoutRepeatedHeads(rows []part) []part {
	var kept []part
	repeats := false
	for _, row := range rows {
		text := strings.TrimSpace(row.text)
		for {
			ended := false
			for _, mark := range []string{`\endfirsthead`, `\endhead`, `\endfoot`, `\endlastfoot`} {
				if _, rest, found := strings.Cut(text, mark); found {
					switch mark {
					case `\endfirsthead`:
						repeats = true
					case `\endhead`:
						repeats = false
					}
					row = part{rest, row.at + len(row.text) - len(rest)}
					text, ended = strings.TrimSpace(rest), true
				}
			}
			if !ended {
				break
			}
		}
		if !repeats {
			kept = append(kept, row)
		}
	}
	return kept
}

// cell reads a cell, which may span others.
func (p *latexParser) cell(source part) cell {
	source = source.trimmed()
	name := ""
	if strings.HasPrefix(source.text, `\`) {
		name = commandName(source.text)
	}
	inner := p.inner(source)
	number := func() int {
		n, _ := strconv.Atoi(strings.TrimSpace(inner.argument().text))
		return min(max(n, 0), maxSpan)
	}
	switch name {
	case "multicolumn":
		inner.rest = inner.rest[1+len(name):]
		across, columns := number(), columnsOf(inner.argument().text, 0)
		c := p.cell(inner.argument())
		c.across = across
		if len(columns) > 0 {
			c.align = columns[0].align
		}
		return c
	case "multirow":
		inner.rest = inner.rest[1+len(name):]
		_, _ = inner.optional()
		down := number()
		_, _ = inner.optional()
		if !inner.star() {
			inner.argument()
		}
		_, _ = inner.optional()
		c := p.cell(inner.argument())
		c.down = down
		return c
	}
	return cell{text: p.inline(source)}
}

// surrounding is what a table puts around each cell of a column: the signs of a formula, a unit, or what separates columns.
type surrounding struct{ before, after string }

// around puts the surrounding around a cell that is neither empty nor in several columns or rows.
func (s surrounding) around(cell part) part {
	if cell.text == "" || strings.HasPrefix(cell.text, `\multi`) {
		return cell
	}
	return part{s.before + cell.text + s.after, cell.at}
}

// column is what a table specifies for a column: how its cells are aligned, and what stands around them.
type column struct {
	align byte
	surrounding
}

// alignments are those of columns, a letter each.
func alignments(columns []column) string {
	align := make([]byte, len(columns))
	for i, c := range columns {
		align[i] = c.align
	}
	return string(align)
}

// columnsOf reads the specification of a table's columns. Columns with a width count as l unless a command before them
// says otherwise, as do those that packages define. Depth is the nesting of repetitions, *{3}{r}.
func columnsOf(source string, depth int) []column {
	var all []column
	p := latexParser{rest: source}
	next := column{align: 'l'}
	add := func(align byte) {
		next.align = align
		all, next = append(all, next), column{align: 'l'}
	}
	for p.rest != "" && len(all) < maxCells && depth < 3 {
		kind := p.rest[0]
		p.rest = p.rest[1:]
		switch kind {
		case 'l', 'c', 'r':
			add(kind)
		case 'S', 'D', 'N':
			p.rest = skippedArguments(p.rest)
			add('r')
		case '|', ' ', '\n', '\t', ':', ';', '\\', '{', '}':
		case '>':
			before := p.argument().text
			switch {
			case strings.Contains(before, `\centering`):
				next.align = 'c'
			case strings.Contains(before, `\raggedleft`):
				next.align = 'r'
			}
			next.before += visibleIn(before)
		case '@', '!', '<':
			if text := visibleIn(p.argument().text); len(all) > 0 {
				all[len(all)-1].after += text
			} else {
				next.before += text
			}
		case '*':
			count, _ := strconv.Atoi(p.argument().text)
			repeated := columnsOf(p.argument().text, depth+1)
			for range min(max(count, 0), maxCells/max(len(repeated), 1)) {
				all = append(all, repeated...)
			}
		case 'w', 'W':
			if to := strings.TrimSpace(p.argument().text); to != "" {
				next.align = to[0]
			}
			p.argument()
			add(next.align)
		default:
			p.rest = skippedArguments(p.rest)
			add(next.align)
		}
	}
	return all
}

// invisible matches what only changes the look or the place of cells.
var invisible = lazyregexp.New(`\\[A-Za-z]+\*?(\[[^\]]*\])?(\{(\\[a-z]+|[^{}\\]*)\})*|\\[,;:! >/]|[\s~{}&]`)

// visibleIn is a part of the specification of columns if readers see something of it, or else "".
func visibleIn(text string) string {
	if invisible().ReplaceAllString(text, "") == "" {
		return ""
	}
	return text
}

// skippedArguments skips the arguments of a column, such as its width.
func skippedArguments(rest string) string {
	for {
		_, after, ok := balanced(rest, '{', '}')
		if !ok {
			if _, after, ok = balanced(rest, '[', ']'); !ok {
				return rest
			}
		}
		rest = after
	}
}

// rowCommands are the commands at the start of a row that only change how a table looks, with their arguments.
var rowCommands = map[string]string{
	"hline": "", "toprule": "o", "midrule": "o", "bottomrule": "o", "cline": "m", "cmidrule": "opm", "addlinespace": "o",
	"specialrule": "mmm", "hhline": "m", "noalign": "m", "rowcolor": "omoo", "arrayrulecolor": "om", "rowcolors": "mmm", "endhead": "",
	"hdashline": "o", "cdashline": "m", "firsthline": "", "lasthline": "", "Xhline": "m", "pagebreak": "o", "nopagebreak": "o", "hrule": "", "morecmidrules": "",
}

// withoutLines removes the horizontal lines from the start of a row, and the space that the row before it asked for.
func (p *latexParser) withoutLines(row part) (part, bool) {
	inner := p.inner(row)
	inner.star()
	rest := strings.TrimLeft(inner.rest, " \t")
	if length, after, ok := balanced(rest, '[', ']'); ok && isLength(length) {
		inner.rest = after
	}
	found := false
	for {
		inner.rest = strings.TrimLeft(inner.rest, " \t\n")
		if !strings.HasPrefix(inner.rest, `\`) {
			break
		}
		name := commandName(inner.rest)
		arguments, ok := rowCommands[name]
		if !ok {
			break
		}
		inner.rest = inner.rest[1+len(name):]
		inner.skipArguments(arguments)
		found = found || strings.HasSuffix(name, "hline") || strings.HasSuffix(name, "rule") && name != "cmidrule"
	}
	return part{inner.rest, inner.at()}, found
}

var length = lazyregexp.New(`^\s*[-+]?[0-9]*[.,]?[0-9]*\s*(\\[A-Za-z]+|em|ex|pt|mu|cm|mm|in|bp|pc|sp|dd|cc)\s*((plus|minus).*)?$`)

// isLength reports whether a text is a length of TeX.
func isLength(text string) bool { return length().MatchString(text) }

// splitRows splits at the ends of rows.
func splitRows(source part) []part {
	return splitTop(source, `\\`, `\tabularnewline`, `\cr`)
}

func splitCells(row part) []part { return splitTop(row, "&") }

// splitTop splits at separators outside of braces, formulas and environments.
func splitTop(source part, separators ...string) []part {
	var parts []part
	depth, start := 0, 0
	text := source.text
	inFormula := false
	for i := 0; i < len(text); i++ {
		if depth <= 0 && !inFormula {
			if separator := separatorAt(text, i, separators); separator != "" {
				parts = append(parts, part{text[start:i], source.at + start})
				start = i + len(separator)
				i = start - 1
				continue
			}
		}
		switch text[i] {
		case '\\':
			name := commandName(text[i:])
			switch name {
			case "begin":
				depth++
			case "end":
				depth--
			case "verb", "lstinline":
				p := latexParser{rest: text[i+1+len(name):]}
				if p.verb(name) {
					i = len(text) - len(p.rest) - 1
					continue
				}
			case "(":
				inFormula = true
			case ")":
				inFormula = false
			}
			i += max(len(name), 1)
		case '{':
			depth++
		case '}':
			depth--
		case '$':
			inFormula = !inFormula
		}
	}
	return append(parts, part{text[start:], source.at + start})
}

func separatorAt(text string, at int, separators []string) string {
	for _, separator := range separators {
		if !strings.HasPrefix(text[at:], separator) {
			continue
		}
		if text[at] == '\\' && isLetter(separator[1]) && commandName(text[at:]) != separator[1:] {
			continue
		}
		return separator
	}
	return ""
}
