package statement

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/wyatt915/treeblood"
)

// Input that treeblood would misread, or complain about on standard error, passes through it as characters of the
// private use area: ASCII characters shifted by veil, and the operator mod. Others are marks before their subject:
// how tall a bracket is, and how a text looks.
const (
	veil   = '\ue100'
	taller = '\ue1c0' // a bracket of the first size; the following ones, in steps of the number of forms, are of larger sizes
	styled = '\ue1e0' // a text of the first style
	modulo = '\ue1ff'
)

// pageMacros are commands that treeblood does not know, or draws too wide.
var pageMacros = sync.OnceValue(func() map[string]treeblood.Macro {
	return treeblood.PrepareMacros(map[string]string{
		"operatorname": `\mathrm{#1}`, "bmod": string(modulo), "mod": `\;\;\mathrm{mod}\;\,`, "pmod": `\;\;(\mathrm{mod}\;\,#1)`,
		"xrightarrow": `\overset{#1}{\rightarrow}`, "xleftarrow": `\overset{#1}{\leftarrow}`,
		"arg": `\mathrm{arg}`, "enspace": `\;\,\,`, "thinspace": `\,`, ">": `\:`, "lcm": `\mathrm{lcm}`, "mex": `\mathrm{mex}`, "leqslant": `\le`, "geqslant": `\ge`, "coloneqq": "≔", "colon": veiled(':'),
		"degree": "°", "dotsc": `\ldots`, "dotsb": `\cdots`, "blacksquare": "■", "lvert": veiled('|'), "rvert": veiled('|'),
		"mathds": `\mathbb{#1}`, "bm": `\boldsymbol{#1}`, "varnothing": `\emptyset`,
	})
})

// veiled is an ASCII character without its meaning for treeblood.
func veiled(r rune) string { return string(veil + r) }

// heights are those of bracket commands, by the beginnings of their names; the end of the name determines the
// form.
var (
	heights      = []struct{ name, size string }{{"big", "1.2em"}, {"Big", "1.8em"}, {"bigg", "2.4em"}, {"Bigg", "3em"}}
	bracketEnds  = []string{"", "l", "r", "m"}
	bracketForms = []string{"", "prefix", "postfix", "infix"}
)

// textStyles are the classes of texts, by their commands.
var textStyles = []struct{ name, class string }{{"texttt", "typed"}, {"textbf", "bold"}, {"textit", "slanted"}, {"emph", "slanted"}, {"mathit", "slanted"}}

// pairs maps commands with two arguments to treeblood's equivalents.
var pairs = map[string]string{
	"overset": `\overset`, "stackrel": `\overset`, "underset": `\displaystyle\underset`,
	"frac": `\frac`, "dfrac": `\displaystyle\frac`, "tfrac": `\textstyle\frac`, "cfrac": `\displaystyle\frac`,
	"binom": `\binom`, "dbinom": `\displaystyle\binom`, "tbinom": `\textstyle\binom`,
}

// dropped commands are understood but leave nothing on a page; the number is that of their arguments.
var dropped = map[string]int{
	"scriptstyle": 0, "nonumber": 0, "notag": 0, "hline": 0, "strut": 0,
	"allowbreak": 0, "rm": 0, "bf": 0, "it": 0, "mathstrut": 0, "smash": 0, "boxed": 0, "mathbin": 0, "mathrel": 0, "mathop": 0,
	"label": 1, "tag": 1, "hspace": 1, "vspace": 1, "phantom": 1, "color": 1,
}

// sameEnvironments maps environments to treeblood's equivalents. It knows others by their own name.
var sameEnvironments = map[string]string{
	"align": "aligned", "alignat": "aligned", "split": "aligned", "gather": "matrix", "gathered": "matrix", "equation": "aligned",
	"multline": "aligned", "eqnarray": "matrix", "displaymath": "aligned", "smallmatrix": "matrix",
}

// plainTeX rewrites a formula that mathParser understood with the commands that treeblood knows. Brackets without
// \left and \right pass through as plain characters: treeblood looks for their partners, which a half-open
// interval lacks. It returns false if that is impossible.
func plainTeX(source string) (string, bool) {
	if strings.ContainsFunc(source, func(r rune) bool { return '\ue000' <= r && r <= '\uf8ff' }) {
		return "", false
	}
	s := texSource{formulaReader{rest: source}}
	for s.rest != "" {
		if !s.next() {
			return "", false
		}
	}
	return s.String(), true
}

// closed reports whether all braces and environments of a formula are closed.
func closed(tex string) bool {
	var open []string
	closes := func(what string) bool {
		last := len(open) - 1
		if last < 0 || open[last] != what {
			return false
		}
		open = open[:last]
		return true
	}
	for tex != "" {
		sign, rest := tex[0], tex[1:]
		switch sign {
		case '\\':
			name := commandName(tex)
			rest = rest[len(name):]
			if name != "begin" && name != "end" {
				break
			}
			environment, after, ok := balanced(rest, '{', '}')
			if !ok || name == "end" && !closes(`\`+environment) {
				return false
			}
			if name == "begin" {
				open = append(open, `\`+environment)
			}
			rest = after
		case '{':
			open = append(open, "{")
		case '}':
			if !closes("{") {
				return false
			}
		}
		tex = rest
	}
	return len(open) == 0
}

// texSource rewrites a formula for treeblood.
type texSource struct{ formulaReader }

func (s *texSource) write(pieces ...string) {
	for _, piece := range pieces {
		s.WriteString(piece)
	}
}

// next reads one character or command.
func (s *texSource) next() bool {
	if s.rest[0] == '\\' {
		return s.command()
	}
	if rest, found := strings.CutPrefix(s.rest, "{,}"); found {
		s.rest = rest
		s.write(veiled(','))
		return true
	}
	r, size := utf8.DecodeRuneInString(s.rest)
	s.rest = s.rest[size:]
	switch r {
	case '(', '[', ')', ']':
		s.write(veiled(r))
	case '~':
		s.write(wordSpace)
	case '\'':
		return s.primes()
	default:
		s.write(string(r))
	}
	return true
}

// primes moves primes after a subscript that follows them: treeblood takes them for its base otherwise.
func (s *texSource) primes() bool {
	primes := "'"
	for strings.HasPrefix(s.rest, "'") {
		primes, s.rest = primes+"'", s.rest[1:]
	}
	if below, found := strings.CutPrefix(strings.TrimLeft(s.rest, " \t\n\r"), "_"); found {
		s.rest = below
		script, ok := s.operand()
		if !ok {
			return false
		}
		s.write("_{", script, "}")
	}
	s.write(primes)
	return true
}

// operand reads an argument, in braces or a single character or command, and returns it as treeblood knows
// it.
func (s *texSource) operand() (string, bool) {
	if inside, ok := s.argument(); ok {
		return plainTeX(inside)
	}
	s.rest = strings.TrimLeft(s.rest, " \t\n\r")
	if s.rest == "" {
		return "", false
	}
	one := texSource{formulaReader{rest: s.rest}}
	ok := one.next()
	s.rest = one.rest
	return one.String(), ok
}

// wordSpace is the space between words. Treeblood's is half an em wide.
const wordSpace = `\:`

// bracketMark is the mark of a command for tall brackets.
func bracketMark(name string) (rune, bool) {
	for i, height := range heights {
		if end, found := strings.CutPrefix(name, height.name); found {
			if j := slices.Index(bracketEnds, end); j >= 0 {
				return taller + rune(i*len(bracketEnds)+j), true
			}
		}
	}
	return 0, false
}

// isJoined reports whether dots are next to an operator, where they are raised.
func isJoined(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\n\r")
	if strings.HasPrefix(rest, `\`) {
		next := symbols[commandName(rest)].class
		return next == binary || next == relation
	}
	return rest != "" && strings.Contains("+-*=<>", rest[:1])
}

func (s *texSource) command() bool {
	if rest, found := strings.CutPrefix(s.rest, `\operatorname*`); found {
		s.rest = rest
		return s.operator()
	}
	name := s.name()
	if mark, ok := bracketMark(name); ok {
		s.write(string(mark))
		return true
	}
	if command, ok := pairs[name]; ok {
		first, ok := s.operand()
		second, also := s.operand()
		s.write("{", command, "{", first, "}{", second, "}}")
		return ok && also
	}
	if arguments, ok := dropped[name]; ok {
		s.write(" ")
		for range arguments {
			_, _ = s.argument()
		}
		return true
	}
	if strings.HasPrefix(name, "math") || name == "operatorname" || name == "boldsymbol" || name == "bm" {
		inside, rest, ok := balanced(strings.TrimLeft(s.rest, " \t\n\r"), '{', '}')
		if ok && strings.TrimSpace(inside) == "" {
			s.rest = rest // treeblood needs an argument that it can put in another font
			return true
		}
		if ok && name == "mathit" && len(inside) > 1 && isWord(inside) {
			return s.text(name) // treeblood would space out the letters of a word
		}
	}
	switch name {
	case "{", "}":
		s.write(veiled(rune(name[0])))
	case "left", "middle", "right":
		return s.fence(name)
	case "begin", "end":
		return s.environment(name)
	case "text", "textrm", "textnormal", "mbox", "hbox", "textit", "textbf", "texttt", "textsf", "emph":
		return s.text(name)
	case "\\":
		s.dropSpacing()
		s.write(`\\`)
	case "sqrt":
		s.write(`\sqrt`)
		if degree, ok := s.enclosed('[', ']'); ok {
			inner, ok := plainTeX(degree)
			if !ok {
				return false
			}
			s.write("[", inner, "]")
		}
	case " ", "\n":
		s.write(wordSpace)
	case "|":
		s.write(`\Vert `)
	case "dots":
		if isJoined(s.rest) {
			name = "cdots"
		}
		s.write(`\`, name, " ")
	default:
		s.write(`\` + name)
		if isLetter(name[0]) {
			s.write(" ")
		}
	}
	return true
}

// fence writes \left, \middle or \right with its delimiter.
func (s *texSource) fence(name string) bool {
	s.rest = strings.TrimLeft(s.rest, " \t\n\r")
	if s.rest == "" {
		return false
	}
	delimiter, rest := firstRune(s.rest)
	if delimiter == `\` {
		command := commandName(s.rest)
		delimiter, rest = `\`+command, s.rest[1+len(command):]
	}
	s.rest = rest
	switch delimiter {
	case "(", ")", "[", "]", "|", "/", ".", `\{`, `\}`, `\Vert`, `\langle`, `\rangle`, `\lfloor`, `\rfloor`, `\lceil`, `\rceil`, `\uparrow`, `\downarrow`:
	case "<":
		delimiter = `\langle`
	case ">":
		delimiter = `\rangle`
	case `\lvert`, `\rvert`, `\vert`:
		delimiter = "|"
	case `\lVert`, `\rVert`, `\|`:
		delimiter = `\Vert`
	case `\lbrace`, `\rbrace`:
		delimiter = map[string]string{`\lbrace`: `\{`, `\rbrace`: `\}`}[delimiter]
	case `\lbrack`, `\rbrack`:
		delimiter = map[string]string{`\lbrack`: "[", `\rbrack`: "]"}[delimiter]
	default:
		return false
	}
	s.write(`\`, name, delimiter, " ")
	return true
}

func (s *texSource) environment(command string) bool {
	name, ok := s.argument()
	if !ok {
		return false
	}
	name = strings.TrimSuffix(name, "*")
	if same, found := sameEnvironments[name]; found {
		name = same
	}
	s.write(`\`, command, "{", name, "}")
	if command == "end" {
		return true
	}
	if name == "array" {
		columns, ok := s.argument()
		if !ok {
			return false
		}
		s.write("{", columns, "}")
	}
	s.write("{}") // treeblood takes a lone element in a table for the table
	return true
}

// operator writes the name of a function with its subscript below it.
func (s *texSource) operator() bool {
	raw, ok := s.argument()
	name := strings.NewReplacer(`\,`, " ", `\ `, " ", "~", " ").Replace(raw)
	if !ok || strings.TrimSpace(name) == "" || strings.ContainsFunc(name, func(r rune) bool { return r != ' ' && !unicode.IsLetter(r) }) {
		return false
	}
	s.write(`\mathop{`, name, "}")
	return true
}

// text writes words, which may contain formulas.
func (s *texSource) text(command string) bool {
	raw, ok := s.argument()
	if !ok {
		return false
	}
	mark := ""
	if i := slices.IndexFunc(textStyles, func(s struct{ name, class string }) bool { return s.name == command }); i >= 0 {
		mark = string(styled + rune(i))
	}
	s.write("{")
	for i, part := range strings.Split(raw, "$") {
		if i%2 == 1 {
			inner, ok := plainTeX(part)
			if !ok {
				return false
			}
			s.write("{", inner, "}")
			continue
		}
		words := strings.Map(func(r rune) rune {
			switch {
			case r == '{' || r == '}':
				return -1
			case r == '~':
				return '\u00a0'
			case '!' <= r && r < utf8.RuneSelf && !isLetter(byte(r)) && (r < '0' || '9' < r):
				return veil + r
			}
			return r
		}, part)
		if words != "" {
			s.write(`\text{`, mark, words, "}")
		}
	}
	s.write("}")
	return true
}
