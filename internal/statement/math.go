package statement

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// formula converts TeX math to lines of Unicode text: "∑ᵢ₌₁ⁿ aᵢ mod (10⁹ + 7)". If some part has no such form, it
// returns the source verbatim.
func formula(source string) []string {
	p := mathParser{rest: source}
	rows := p.formula()
	if p.err != nil || p.formless {
		return strings.Split(strings.TrimSpace(source), "\n")
	}
	var lines []string
	for _, row := range rows {
		if line := strings.Join(row, hard); line != "" {
			lines = append(lines, strings.Split(line, "\n")...)
		}
	}
	return lines
}

// formula reads a whole formula as rows of cells, unless it fails.
func (p *mathParser) formula() [][]string {
	if len(p.rest) > maxFormula {
		p.fail("too long")
	}
	rows := p.rows("")
	if p.err == nil && p.rest != "" {
		p.fail("unbalanced")
	}
	return rows
}

// class is what TeX calls the class of an atom, which determines the space around it (TeXbook, chapter 18).
type class uint8

const (
	ordinary class = iota
	operator       // large operators and names of functions
	binary
	relation
	opening
	closing
	punctuation
	inner // dots
	space
	wording // text, with its own spaces next to atoms other than signs
	tight   // no space beside it
)

type atom struct {
	text  string
	class class
}

// mathParser reads from rest. After an error, its results are meaningless.
type mathParser struct {
	rest  string
	depth int
	err   error
	// formless means that the formula was understood but has no form in Unicode.
	formless bool
}

// Bounds of nesting and of length in bytes, without which some sources would take quadratic time. Real formulas
// and arguments stay far below.
const (
	maxDepth    = 60
	maxFormula  = 10_000
	maxArgument = 8_000
)

func (p *mathParser) fail(what string) {
	if p.err == nil {
		p.err = errors.New(what)
	}
	p.rest = ""
}

func (p *mathParser) skipSpace() bool {
	trimmed := strings.TrimLeft(p.rest, " \t\n\r")
	skipped := len(trimmed) < len(p.rest)
	p.rest = trimmed
	return skipped
}

// rows reads cells separated by "&" and rows separated by "\\" up to \end{environment}, or to the end for "".
func (p *mathParser) rows(environment string) [][]string {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("nested too deeply")
	}
	rows := [][]string{nil}
	for {
		cell := render(p.list(), loose)
		last := len(rows) - 1
		if cell != "" {
			rows[last] = append(rows[last], cell)
		}
		switch {
		case p.rest == "":
			if environment != "" {
				p.fail("no end of " + environment)
			}
			return rows
		case p.take("&"):
		case p.take(`\\`):
			p.skipOptional()
			rows = append(rows, nil)
		case p.take(`\end`):
			name, _ := p.braced()
			if name != environment {
				p.fail("wrong end")
			}
			return rows
		default:
			return rows // a brace that the caller expects, or a stray one
		}
	}
}

func (p *mathParser) take(prefix string) bool {
	rest, found := strings.CutPrefix(p.rest, prefix)
	if found {
		p.rest = rest
	}
	return found
}

// list reads atoms up to the end of a list: "}", "&", "\\", \end, \right or the end of the source.
func (p *mathParser) list() []atom {
	var atoms []atom
	for {
		spaced := p.skipSpace()
		switch {
		case p.rest == "", strings.HasPrefix(p.rest, "}"), strings.HasPrefix(p.rest, "&"),
			strings.HasPrefix(p.rest, `\\`), p.atCommand("end"), p.atCommand("right"):
			return atoms
		}
		nucleus, ok := p.nucleus(atoms, spaced)
		if !ok {
			continue
		}
		atoms = append(atoms, p.scripts(nucleus))
	}
}

func (p *mathParser) atCommand(name string) bool {
	rest, found := strings.CutPrefix(p.rest, `\`+name)
	return found && (rest == "" || !isLetter(rest[0]))
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// nucleus reads one atom without its scripts; false if the source produces no atom.
func (p *mathParser) nucleus(before []atom, spaced bool) (atom, bool) {
	switch c := p.rest[0]; {
	case c == '{':
		return atom{text: p.group()}, true
	case c == '\\':
		return p.command()
	case c == '_' || c == '^' || c == '\'':
		return atom{}, true // scripts without a base
	case c == '$' || c == '#' || c == '%':
		p.fail("no math")
		return atom{}, false
	}
	r, size := utf8.DecodeRuneInString(p.rest)
	p.rest = p.rest[size:]
	return p.character(r, before, spaced), true
}

func (p *mathParser) character(r rune, before []atom, spaced bool) atom {
	switch r {
	case '+', '*':
		return atom{string(r), binary}
	case '-':
		return atom{"−", binary}
	case '=', '<', '>':
		return atom{string(r), relation}
	case '(', '[':
		return atom{string(r), opening}
	case ')', ']':
		return atom{string(r), closing}
	case '~':
		return atom{hard, space}
	case ',', ';':
		if r == ',' && isThousands(before, p.rest) {
			return atom{",", ordinary}
		}
		return atom{string(r), punctuation}
	case ':':
		if spaced {
			return atom{":", relation} // { x : x > 0 }
		}
		return atom{":", punctuation} // f: A → B
	}
	return atom{string(r), ordinary}
}

// isThousands reports whether a comma between two texts belongs to a number such as 1,000 rather than to a list
// such as [1,2].
func isThousands(before []atom, after string) bool {
	depth := 0
	for _, a := range before {
		switch a.class {
		case opening:
			depth++
		case closing:
			depth--
		}
	}
	digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
	return depth == 0 && digits == 3 && len(before) > 0 && unicode.IsDigit(lastRune(before[len(before)-1].text))
}

func lastRune(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// group reads "{…}" and returns it as text.
func (p *mathParser) group() string {
	return render(p.groupAtoms(), firm)
}

func (p *mathParser) groupAtoms() []atom {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("nested too deeply")
	}
	p.take("{")
	atoms := p.list()
	if !p.take("}") {
		p.fail("no closing brace")
	}
	return atoms
}

// argument reads the argument of a command or a script: a group or a single atom.
func (p *mathParser) argument() []atom {
	p.skipSpace()
	if p.rest == "" || p.rest[0] == '}' || p.rest[0] == '&' {
		p.fail("no argument")
		return nil
	}
	if p.rest[0] == '{' {
		return p.groupAtoms()
	}
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("nested too deeply")
		return nil
	}
	nucleus, _ := p.nucleus(nil, false)
	return []atom{nucleus}
}

// braced returns the raw text of "{…}".
func (p *mathParser) braced() (string, bool) {
	p.skipSpace()
	raw, rest, ok := balanced(p.rest, '{', '}')
	if !ok {
		p.fail("no argument in braces")
		return "", false
	}
	p.rest = rest
	return raw, true
}

func (p *mathParser) skipOptional() {
	if raw, rest, ok := balanced(p.rest, '[', ']'); ok && !strings.Contains(raw, "\n") {
		p.rest = rest
	}
}

// scripts reads the sub- and superscripts and primes that follow an atom.
func (p *mathParser) scripts(nucleus atom) atom {
	var below, above []atom
	primes := ""
	for {
		rest := p.rest
		p.skipSpace()
		switch {
		case p.take("'"):
			primes += "′"
		case p.take("_"):
			below = append(below, p.argument()...)
		case p.take("^"):
			above = append(above, p.argument()...)
		case p.takeCommand("limits"), p.takeCommand("nolimits"):
		default:
			p.rest = rest // the space before the next atom can matter
			nucleus.text += primes + script(below, "_", subscripts) + script(above, "^", superscripts)
			return nucleus
		}
	}
}

func (p *mathParser) takeCommand(name string) bool {
	if !p.atCommand(name) {
		return false
	}
	p.rest = p.rest[len(name)+1:]
	return true
}

// script writes a sub- or superscript in small characters if all of them exist, else as "_max" or "^(n/2)".
func script(atoms []atom, mark string, small map[rune]rune) string {
	tight := render(atoms, narrow)
	if tight == "" {
		return ""
	}
	if raised, ok := raisedSigns[tight]; ok && mark == "^" {
		return raised
	}
	var b strings.Builder
	for _, r := range tight {
		s, ok := small[r]
		if !ok {
			return mark + parenthesize(render(atoms, firm), isWord)
		}
		b.WriteRune(s)
	}
	return b.String()
}

// parenthesize puts text in parentheses unless it is clear without.
func parenthesize(text string, clear func(string) bool) string {
	if clear(text) {
		return text
	}
	return "(" + text + ")"
}

// isWord reports whether a text consists of letters and digits.
func isWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsDigit(r) && !unicode.IsUpper(r) && !unicode.IsLower(r) || unicode.Is(unicode.Lm, r)
	})
}

// isFactor reports whether a text has no operator outside of brackets.
func isFactor(text string) bool {
	depth := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("([{⌊⌈⟨", r):
			depth++
		case strings.ContainsRune(")]}⌋⌉⟩", r):
			depth--
		case depth == 0 && strings.ContainsRune(hard+" +−/·×=,", r):
			return false
		}
	}
	return true
}

// The spaces of a formula. A line may be broken at a common space and at quad, which separates adjacent formulas;
// \quad is one quad and \qquad two.
const (
	hard = "\u00a0"
	quad = "\u2003"
)

// spacing is how atoms are joined.
type spacing uint8

const (
	firm   spacing = iota // with TeX's spaces, which do not break
	loose                 // the same, but outside of brackets a line may break after signs and commas, as in TeX
	narrow                // without spaces, for scripts
)

// render joins atoms.
func render(atoms []atom, how spacing) string {
	var b strings.Builder
	previous, gap, depth := opening, "", 0
	for _, a := range atoms {
		if a.class == binary && !isOperand(previous) {
			a.class = ordinary // a sign
		}
		if a.class == space {
			gap = max(gap, a.text) // the widest gap: quad sorts after hard
		} else {
			if gap == "" && between(previous, a.class) && (how != narrow || previous == operator || a.class == operator) {
				gap = hard
			}
			if gap == hard && (strings.HasPrefix(a.text, " ") || strings.HasSuffix(b.String(), " ")) {
				gap = "" // text brings its own space
			}
			switch {
			case how != loose:
				gap = strings.ReplaceAll(gap, quad, hard+hard)
			case gap == hard && depth == 0 && breaksAfter(previous):
				gap = " "
			}
			if b.Len() > 0 {
				b.WriteString(gap)
			}
			b.WriteString(a.text)
			gap = ""
		}
		switch a.class {
		case opening:
			depth++
		case closing:
			depth--
		}
		if a.class != space || previous != operator {
			previous = a.class
		}
	}
	return strings.TrimSpace(b.String())
}

// breaksAfter reports whether a line may end with an atom of this class.
func breaksAfter(c class) bool { return c == binary || c == relation || c == punctuation }

// isOperand reports whether a "+" after it is binary rather than a sign.
func isOperand(previous class) bool {
	switch previous {
	case binary, relation, opening, punctuation, operator:
		return false
	}
	return true
}

// between reports whether neighbours have space between them.
func between(left, right class) bool {
	switch {
	case left == tight || right == tight || left == space || right == space:
		return false
	case left == binary || right == binary || left == relation || right == relation || left == punctuation:
		return left != opening && right != closing && right != punctuation
	case left == wording || right == wording:
		return false
	case right == operator:
		return left == ordinary || left == closing || left == inner || left == operator
	case left == operator:
		return right == ordinary || right == inner
	case left == inner:
		return right == ordinary || right == opening
	case right == inner:
		return left == ordinary || left == closing
	}
	return false
}

// balanced reads a bracketed text at the start of source and returns its inside and the rest. Backslashes escape.
func balanced(source string, open, closed byte) (inside, rest string, ok bool) {
	if source == "" || source[0] != open {
		return "", source, false
	}
	depth := 0
	for i := 0; i < min(len(source), maxArgument); i++ {
		switch source[i] {
		case '\\':
			i++
		case open:
			depth++
		case closed:
			depth--
			if depth == 0 {
				return source[1:i], source[i+1:], true
			}
		}
	}
	return "", source, false
}
