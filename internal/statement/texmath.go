package statement

import (
	"strings"
	"unicode/utf8"

	"grundy/internal/base/lazyregexp"
)

// texMath writes a formula for LaTeX with amsmath, without the dollars. Only formulas that mathParser understood
// pass, so the source contributes only commands for formulas. It returns false for other formulas.
func texMath(source string) (tex string, ok bool) {
	p := mathParser{rest: source}
	rows := p.formula()
	if p.err != nil || !closed(source) {
		return "", false
	}
	f := texFormula{formulaReader{rest: source}}
	for f.rest != "" {
		if !f.next() {
			return "", false
		}
	}
	tex = strings.TrimSpace(f.String())
	if len(rows) > 1 || len(rows[0]) > 1 {
		tex = `\begin{aligned}` + tex + `\end{aligned}`
	}
	return tex, tex != ""
}

// texFormula rewrites a formula for LaTeX.
type texFormula struct{ formulaReader }

// next reads one character or command.
func (f *texFormula) next() bool {
	if f.rest[0] == '\\' {
		return f.command()
	}
	r, size := utf8.DecodeRuneInString(f.rest)
	f.rest = f.rest[size:]
	switch {
	case r == '\n' || r == '\t' || r == '\r':
		f.WriteByte(' ') // an empty line would end the formula
	case r == '%' || r == '#' || r == '$':
		return false
	case r < utf8.RuneSelf:
		f.WriteRune(r)
	default:
		f.WriteString(texSign(r, `\text{`+string(r)+`}`))
	}
	return true
}

// unnumbered maps the environments of displayed formulas to those for use inside a formula.
var unnumbered = map[string]string{
	"align": "aligned", "alignat": "alignedat", "split": "aligned", "gather": "gathered", "equation": "aligned", "multline": "gathered",
	"eqnarray": "aligned", "displaymath": "aligned",
}

// Arguments that TeX does not read as formulas.
var (
	texColumns = lazyregexp.New(`^[lcr|\s]*$`)
	texLength  = lazyregexp.New(`^\s*-?[0-9]*\.?[0-9]+\s*(em|ex|pt|mu|cm|mm|in)\s*$`)
)

func (f *texFormula) command() bool {
	name := f.name()
	switch name {
	case "text", "textrm", "textnormal", "mbox", "hbox", "textit", "textbf", "texttt", "textsf", "emph":
		return f.words(name)
	case "begin", "end":
		return f.environment(name)
	case "nonumber", "notag":
	case "label", "tag", "color":
		_, _ = f.argument()
	case "hspace", "vspace":
		if length, _ := f.argument(); texLength().MatchString(length) {
			f.WriteString(`\hspace{` + length + "}")
		}
	case "phantom":
		hidden, _ := f.argument()
		inner, ok := texMath(hidden)
		f.WriteString(`\phantom{` + inner + "}")
		return ok
	case "sqrt":
		f.WriteString(`\sqrt`)
		if degree, ok := f.enclosed('[', ']'); ok {
			inner, ok := texMath(degree)
			if !ok {
				return false
			}
			f.WriteString("[{" + inner + "}]")
		}
	case `\`:
		f.dropSpacing()
		f.WriteString(`\\ {}`) // the next bracket is not a length
	case "\n":
		f.WriteString(`\ `)
	case "operatorname":
		f.WriteString(`\operatorname*`)
	default:
		f.WriteString(`\` + name)
		if isLetter(name[0]) {
			f.WriteByte(' ')
		}
	}
	return true
}

func (f *texFormula) environment(command string) bool {
	name, ok := f.argument()
	if !ok {
		return false
	}
	name = strings.TrimSuffix(name, "*")
	if inside, found := unnumbered[name]; found {
		name = inside
	}
	f.WriteString(`\` + command + "{" + name + "}")
	if command == "begin" && (name == "array" || name == "alignedat") {
		columns, ok := f.argument()
		if !ok || name == "array" && !texColumns().MatchString(columns) || name == "alignedat" && strings.Trim(columns, "0123456789") != "" {
			return false
		}
		f.WriteString("{" + columns + "}")
	}
	return true
}

// words writes text, which may contain formulas.
func (f *texFormula) words(command string) bool {
	raw, ok := f.argument()
	if !ok {
		return false
	}
	switch command {
	case "mbox", "hbox", "textnormal":
		command = "text" // \text gets smaller in an exponent
	case "emph":
		command = "textit"
	}
	f.WriteString(`\` + command + "{")
	for i, part := range strings.Split(raw, "$") {
		if i%2 == 1 {
			inner, ok := texMath(part)
			if !ok {
				return false
			}
			f.WriteString("$" + inner + "$")
			continue
		}
		f.WriteString(texText(strings.NewReplacer("{", "", "}", "", "~", "\u00a0", "\n", " ").Replace(part)))
	}
	f.WriteString("}")
	return true
}
