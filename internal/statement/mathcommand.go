package statement

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// command reads a TeX command and its arguments; false if it produces nothing.
func (p *mathParser) command() (atom, bool) {
	name := commandName(p.rest)
	p.rest = p.rest[1+len(name):]
	if symbol, ok := symbols[name]; ok {
		return symbol, true
	}
	switch name {
	case "frac", "dfrac", "tfrac", "cfrac":
		numerator, denominator := render(p.argument(), firm), render(p.argument(), firm)
		return atom{parenthesize(numerator, isFactor) + "/" + parenthesize(denominator, isFactor), ordinary}, true
	case "binom", "dbinom", "tbinom":
		n, k := render(p.argument(), firm), render(p.argument(), firm)
		return atom{"C(" + n + "," + hard + k + ")", ordinary}, true
	case "sqrt":
		return p.root(), true
	case "text", "textrm", "textnormal", "mbox", "hbox", "textit", "textbf", "texttt", "textsf", "emph":
		raw, _ := p.braced()
		return atom{p.words(raw), wording}, true
	case "operatorname", "operatorname*":
		return atom{render(p.argument(), narrow), operator}, true
	case "mathrm", "mathit", "mathbf", "mathsf", "mathtt", "mathcal", "mathscr", "mathfrak", "boldsymbol", "bm", "rm", "bf", "it":
		if name == "rm" || name == "bf" || name == "it" {
			return atom{}, false
		}
		return atom{render(p.argument(), firm), ordinary}, true
	case "mathbb", "mathds":
		return atom{strings.Map(doubleStruck, render(p.argument(), firm)), ordinary}, true
	case "mathbin":
		return atom{render(p.argument(), firm), binary}, true
	case "mathrel":
		return atom{render(p.argument(), firm), relation}, true
	case "mathop":
		return atom{render(p.argument(), firm), operator}, true
	case "underbrace", "overbrace", "mathstrut", "smash", "boxed":
		return atom{render(p.argument(), firm), ordinary}, true
	case "xrightarrow":
		return atom{"─" + render(p.argument(), narrow) + "→", relation}, true
	case "xleftarrow":
		return atom{"←" + render(p.argument(), narrow) + "─", relation}, true
	case "overset", "stackrel":
		above := p.argument()
		return p.marked(func(text string) string { return text + script(above, "^", superscripts) }), true
	case "underset":
		below := p.argument()
		return p.marked(func(text string) string { return text + script(below, "_", subscripts) }), true
	case "substack":
		return p.stack(), true
	case "pmod":
		return atom{"(mod" + hard + render(p.argument(), firm) + ")", relation}, true
	case "not":
		return p.negated(), true
	case "left":
		return p.fenced(), true
	case "bigl", "Bigl", "biggl", "Biggl":
		return atom{p.bracket(), opening}, true
	case "middle", "big", "Big", "bigg", "Bigg", "bigm":
		return atom{p.bracket(), ordinary}, true
	case "bigr", "Bigr", "biggr", "Biggr":
		return atom{p.bracket(), closing}, true
	case "begin":
		return p.environment(), true
	case "displaystyle", "textstyle", "scriptstyle", "nonumber", "notag", "hline", "strut", "allowbreak":
		return atom{}, false
	case "label", "tag", "hspace", "vspace", "phantom", "color":
		_, _ = p.braced()
		return atom{}, false
	}
	if mark, ok := accents[name]; ok {
		return p.accented(mark), true
	}
	p.fail(`\` + name)
	return atom{}, false
}

// commandName is the name at the start of a text that begins with a backslash: letters, or one other character.
func commandName(source string) string {
	end := 1
	for end < len(source) && isLetter(source[end]) {
		end++
	}
	if end == 1 && len(source) > 1 {
		_, size := utf8.DecodeRuneInString(source[1:])
		end += size
	}
	name := source[1:end]
	if name == "operatorname" && strings.HasPrefix(source[end:], "*") {
		name += "*"
	}
	return name
}

// root is "√x", "∛x" or "√(x + 1)".
func (p *mathParser) root() atom {
	sign := "√"
	p.skipSpace()
	if degree, rest, ok := balanced(p.rest, '[', ']'); ok {
		p.rest = rest
		switch strings.TrimSpace(degree) {
		case "2":
		case "3":
			sign = "∛"
		case "4":
			sign = "∜"
		default:
			p.formless = true
		}
	}
	return atom{sign + parenthesize(render(p.argument(), firm), isWord), ordinary}
}

// words reads the inside of \text, which may hold formulas again.
func (p *mathParser) words(raw string) string {
	if strings.ContainsAny(raw, `\`) || strings.Count(raw, "$")%2 != 0 {
		p.fail("text with commands")
		return ""
	}
	parts := strings.Split(raw, "$")
	for i := 1; i < len(parts); i += 2 {
		parts[i] = strings.Join(formula(parts[i]), " ")
	}
	return strings.NewReplacer("{", "", "}", "", "~", " ", "\n", " ").Replace(strings.Join(parts, ""))
}

// marked is an argument with something above or below it, in the class of the argument itself.
func (p *mathParser) marked(with func(string) string) atom {
	base := p.argument()
	marked := atom{class: ordinary}
	if len(base) == 1 {
		marked.class = base[0].class
	}
	marked.text = with(render(base, firm))
	return marked
}

// stack reads the lines of \substack and joins them into one line.
func (p *mathParser) stack() atom {
	p.skipSpace()
	if !p.take("{") {
		p.fail("no argument in braces")
		return atom{}
	}
	var lines []string
	for _, row := range p.rows("") {
		lines = append(lines, strings.Join(row, hard))
	}
	if !p.take("}") {
		p.fail("no closing brace")
	}
	return atom{strings.Join(lines, ","+hard), ordinary}
}

func (p *mathParser) negated() atom {
	argument := p.argument()
	word := render(argument, narrow)
	if sign, ok := negations[word]; ok {
		return atom{sign, relation}
	}
	if utf8.RuneCountInString(word) != 1 {
		p.formless = true
	}
	return atom{word + "\u0338", relation}
}

// bracket reads the delimiter after \left, \big and their like; "." is an empty one.
func (p *mathParser) bracket() string {
	p.skipSpace()
	if p.take(".") {
		return ""
	}
	return render(p.argument(), narrow)
}

// fenced reads up to the \right that matches a \left. The whole is one atom, which can have scripts.
func (p *mathParser) fenced() atom {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("nested too deeply")
	}
	left := p.bracket()
	inside := render(p.list(), firm)
	if !p.takeCommand("right") {
		p.fail("no right")
	}
	return atom{left + inside + p.bracket(), ordinary}
}

// accented puts a combining mark on the argument: on every character for lines, on a single one otherwise.
func (p *mathParser) accented(mark accent) atom {
	word := render(p.argument(), narrow)
	if !mark.line && utf8.RuneCountInString(word) != 1 {
		p.formless = true
	}
	var b strings.Builder
	for _, r := range word {
		b.WriteRune(r)
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(mark.combining)
		}
	}
	return atom{b.String(), ordinary}
}

// environment reads \begin{…} to \end{…} as one line, with ";" between rows, or as several lines if the rows are
// aligned.
func (p *mathParser) environment() atom {
	name, _ := p.braced()
	if name == "array" {
		_, _ = p.braced()
	}
	var lines []string
	for _, row := range p.rows(name) {
		if len(row) > 0 {
			lines = append(lines, strings.Join(row, hard))
		}
	}
	body := strings.Join(lines, "; ")
	switch strings.TrimSuffix(name, "*") {
	case "cases":
		return atom{"{" + hard + body, ordinary}
	case "pmatrix", "smallmatrix":
		return atom{"(" + body + ")", ordinary}
	case "matrix", "bmatrix", "array":
		return atom{"[" + body + "]", ordinary}
	case "vmatrix":
		return atom{"|" + body + "|", ordinary}
	case "aligned", "align", "alignat", "split", "gather", "gathered", "equation", "multline", "eqnarray", "displaymath":
		return atom{strings.Join(lines, "\n"), ordinary}
	}
	p.fail("environment " + name)
	return atom{}
}
