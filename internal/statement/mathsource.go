package statement

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/wyatt915/treeblood"
)

// What treeblood would take for something else, or complain about on standard error, goes through it as a character of the
// private use area: ASCII characters shifted by veil, and the operator mod.
const (
	veil   = '\ue100'
	modulo = '\ue1ff'
)

// pageMacros are commands that treeblood does not know, or draws too wide.
var pageMacros = sync.OnceValue(func() map[string]treeblood.Macro {
	return treeblood.PrepareMacros(map[string]string{
		"operatorname": `\mathrm{#1}`, "bmod": string(modulo), "mod": `\;\;\mathrm{mod}\;\,`, "pmod": `\;\;(\mathrm{mod}\;\,#1)`,
		"xrightarrow": `\overset{#1}{\rightarrow}`, "xleftarrow": `\overset{#1}{\leftarrow}`,
		"arg": `\mathrm{arg}`, "enspace": `\;\,\,`, "thinspace": `\,`, ">": `\:`, "lcm": `\mathrm{lcm}`, "mex": `\mathrm{mex}`, "leqslant": `\le`, "geqslant": `\ge`, "coloneqq": "≔", "colon": ":",
		"degree": "°", "dotsc": `\ldots`, "dotsb": `\cdots`, "blacksquare": "■", "lvert": veiled('|'), "rvert": veiled('|'),
		"mathds": `\mathbb{#1}`, "bm": `\boldsymbol{#1}`, "dfrac": `\frac{#1}{#2}`, "tfrac": `\frac{#1}{#2}`, "cfrac": `\frac{#1}{#2}`,
		"dbinom": `\binom{#1}{#2}`, "tbinom": `\binom{#1}{#2}`,
	})
})

// veiled is an ASCII character without its meaning for treeblood.
func veiled(r rune) string { return string(veil + r) }

// dropped commands are understood and leave nothing on a page; the number is that of their arguments.
var dropped = map[string]int{
	"big": 0, "Big": 0, "bigg": 0, "Bigg": 0, "bigl": 0, "Bigl": 0, "biggl": 0, "Biggl": 0, "bigr": 0, "Bigr": 0, "biggr": 0,
	"Biggr": 0, "bigm": 0, "displaystyle": 0, "textstyle": 0, "scriptstyle": 0, "nonumber": 0, "notag": 0, "hline": 0, "strut": 0,
	"allowbreak": 0, "rm": 0, "bf": 0, "it": 0, "mathstrut": 0, "smash": 0, "boxed": 0, "mathbin": 0, "mathrel": 0, "mathop": 0,
	"label": 1, "tag": 1, "hspace": 1, "vspace": 1, "phantom": 1, "color": 1,
}

// sameEnvironments are environments by the one that treeblood knows for them; others it knows by their own name.
var sameEnvironments = map[string]string{
	"align": "aligned", "alignat": "aligned", "split": "aligned", "gather": "matrix", "gathered": "matrix", "equation": "aligned",
	"multline": "aligned", "eqnarray": "matrix", "displaymath": "aligned", "smallmatrix": "matrix",
}

// plainTeX writes a formula that mathParser understood in the commands that treeblood knows. Brackets without \left and \right go
// through it as plain characters: it looks for their partners, which a half-open interval has none of. False tells that it
// cannot be done.
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

// closed tells whether all braces and environments of a formula are.
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

// texSource is a formula that is written anew for treeblood.
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
		s.write(`\ `)
	default:
		s.write(string(r))
	}
	return true
}

func (s *texSource) command() bool {
	name := s.name()
	if arguments, ok := dropped[name]; ok {
		s.write(" ")
		for range arguments {
			_, _ = s.argument()
		}
		return true
	}
	if strings.HasPrefix(name, "math") || name == "operatorname" || name == "boldsymbol" || name == "bm" {
		if inside, rest, ok := balanced(strings.TrimLeft(s.rest, " \t\n\r"), '{', '}'); ok && strings.TrimSpace(inside) == "" {
			s.rest = rest // treeblood wants something that it can put in another font
			return true
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
		return s.text()
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
	case "\n":
		s.write(`\ `)
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
	case "(", ")", "[", "]", "|", "/", ".", `\{`, `\}`, `\|`, `\langle`, `\rangle`, `\lfloor`, `\rfloor`, `\lceil`, `\rceil`, `\uparrow`, `\downarrow`:
	case "<":
		delimiter = `\langle`
	case ">":
		delimiter = `\rangle`
	case `\lvert`, `\rvert`, `\vert`:
		delimiter = "|"
	case `\lVert`, `\rVert`, `\Vert`:
		delimiter = `\|`
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
	s.write("{}") // treeblood takes what stands alone in a table for the table
	return true
}

// text writes words, between which formulas may stand.
func (s *texSource) text() bool {
	raw, ok := s.argument()
	if !ok {
		return false
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
			s.write(`\text{`, words, "}")
		}
	}
	s.write("}")
	return true
}
