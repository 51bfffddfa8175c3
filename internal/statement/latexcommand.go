package statement

import (
	"slices"
	"strings"
)

// inkCommands put their argument in an ink; switches do so with the rest of the group.
var (
	inkCommands = map[string]style{
		"emph": emphasis, "textit": emphasis, "textsl": emphasis, "textbf": strong,
		"texttt": typed, "underline": underlined, "url": underlined, "t": typed,
	}
	switches = map[string]style{
		"em": emphasis, "it": emphasis, "itshape": emphasis, "bf": strong,
		"bfseries": strong, "tt": typed, "ttfamily": typed,
		"rm": 0, "normalfont": 0,
	}
)

// transparent commands show only their argument.
var transparent = []string{"text", "textrm", "textsc", "textsf", "textnormal", "textup", "mbox", "hbox", "fbox", "centerline", "uppercase"}

// ignored commands change only the look; the number is that of their arguments.
var ignored = map[string]int{
	"noindent": 0, "indent": 0, "smallskip": 0, "medskip": 0, "bigskip": 0, "newpage": 0, "clearpage": 0, "pagebreak": 0,
	"centering": 0, "raggedright": 0, "hfill": 0, "vfill": 0, "maketitle": 0, "protect": 0, "relax": 0, "sloppy": 0,
	"tiny": 0, "scriptsize": 0, "footnotesize": 0, "small": 0, "normalsize": 0, "large": 0, "Large": 0, "LARGE": 0,
	"huge": 0, "Huge": 0, "sf": 0, "sc": 0, "/": 0, "-": 0, "@": 0, "!": 0, "hline": 0, "toprule": 0, "midrule": 0,
	"bottomrule": 0, "vspace": 1, "vspace*": 1, "hspace": 1, "hspace*": 1, "label": 1, "pagestyle": 1, "thispagestyle": 1,
	"documentclass": 1, "usepackage": 1, "bibliographystyle": 1, "phantom": 1, "hphantom": 1, "vphantom": 1, "cline": 1,
	"setlength": 2, "addtolength": 2, "setcounter": 2, "definecolor": 3,
}

// characters are the commands that stand for text.
var characters = map[string]string{
	"%": "%", "$": "$", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", ",": "\u00a0", ";": " ", ":": " ",
	"ldots": "…", "dots": "…", "textellipsis": "…", "textbackslash": `\`, "textasciitilde": "~", "textasciicircum": "^",
	"textless": "<", "textgreater": ">", "textbar": "|", "textquotedbl": `"`, "textendash": "–", "textemdash": "—",
	"textdegree": "°", "textbullet": "•", "textregistered": "®", "copyright": "©", "pounds": "£", "euro": "€", "S": "§", "P": "¶",
	"LaTeX": "LaTeX", "TeX": "TeX", "quad": " ", "qquad": " ", "enspace": " ", "thinspace": "\u00a0", "slash": "/",
	"ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "i": "ı",
	"\\": "\n", "newline": "\n", "linebreak": "\n",
	"textrightarrow": "→", "textleftarrow": "←", "rightarrow": "→", "leftarrow": "←", "to": "→", "times": "×", "cdot": "·",
}

// letterAccents put a combining mark on the letter that follows.
var letterAccents = map[string]string{
	"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
	"c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b": "\u0331",
}

// command reads a command inside a paragraph.
func (p *latexParser) command(name string) {
	start := p.rest
	p.rest = p.rest[1+len(name):]
	if rest, starred := strings.CutPrefix(p.rest, "*"); starred && ignored[name+"*"] > 0 {
		p.rest, name = rest, name+"*"
	}
	if text, ok := characters[name]; ok {
		p.afterName(name)
		if name == "\\" {
			_, _ = p.optional()
			p.rest = strings.TrimPrefix(p.rest, "*")
		}
		p.write(text)
		return
	}
	if ink, ok := inkCommands[name]; ok {
		target, _, _ := balanced(strings.TrimLeft(p.rest, " \t"), '{', '}')
		if p.openArgument(ink, "") {
			if name == "url" {
				p.target = target
			}
			return
		}
	}
	if slices.Contains(transparent, name) && p.openArgument(p.ink, "") {
		return
	}
	if ink, ok := switches[name]; ok {
		p.afterName(name)
		p.ink = ink
		return
	}
	if arguments, ok := ignored[name]; ok {
		p.afterName(name)
		for range arguments {
			_, _ = p.optional()
			p.argument()
		}
		return
	}
	if mark, ok := letterAccents[name]; ok && p.accent(mark) {
		return
	}
	switch name {
	case "(":
		if source, ok := p.until(`\)`); ok {
			p.reading.formula(-1, source)
			p.text = append(p.text, inlineFormula(source))
			return
		}
	case "verb", "lstinline":
		if p.verb() {
			return
		}
	case "href":
		if target := p.argument(); p.openArgument(underlined, " ("+target+")") {
			p.target = target
			return
		}
	case "footnote":
		if p.openArgument(p.ink, ")") {
			p.write(" (")
			return
		}
	case "enquote":
		if p.openArgument(p.ink, "”") {
			p.write("“")
			return
		}
	case "textcolor", "color":
		color := p.argument()
		if name == "color" && color != "" || p.openArgument(p.ink, "") {
			return
		}
	case "includegraphics":
		options, _ := p.optional()
		if file := p.argument(); file != "" {
			image := figure("", file)
			image.width = graphicsWidthOf(options)
			p.text = append(p.text, image)
			return
		}
	case "textsuperscript", "textsubscript":
		mark := map[string]string{"textsuperscript": "^", "textsubscript": "_"}[name]
		p.text = append(p.text, inlineFormula("{}"+mark+`{\text{`+p.argument()+"}}"))
		return
	case "ensuremath":
		p.text = append(p.text, inlineFormula(p.argument()))
		return
	}
	p.rest = start
	p.raw(name)
}

// afterName skips the space that ends a name of letters.
func (p *latexParser) afterName(name string) {
	if isLetter(name[0]) {
		p.rest = strings.TrimLeft(p.rest, " \t")
		p.rest = strings.TrimPrefix(p.rest, "{}")
	}
}

// openArgument begins the argument of a command, if there is one.
func (p *latexParser) openArgument(ink style, after string) bool {
	rest := strings.TrimLeft(p.rest, " \t")
	if rest == "" || rest[0] != '{' {
		return false
	}
	p.rest = rest[1:]
	p.open(ink, after)
	return true
}

// accent reads the letter below an accent.
func (p *latexParser) accent(mark string) bool {
	letter := p.argument()
	if letter == "" {
		p.rest = strings.TrimLeft(p.rest, " ")
		if p.rest == "" || !isLetter(p.rest[0]) {
			return false
		}
		letter, p.rest = firstRune(p.rest)
	}
	if letter == `\i` || letter == `\j` {
		letter = letter[1:]
	}
	first, others := firstRune(letter)
	p.write(first + mark + others)
	return true
}

// verb reads \verb|…|.
func (p *latexParser) verb() bool {
	delimiter, rest := firstRune(strings.TrimPrefix(p.rest, "*"))
	if delimiter == "{" {
		delimiter = "}"
	}
	text, rest, found := strings.Cut(rest, delimiter)
	if delimiter == "" || !found || strings.Contains(text, "\n") {
		return false
	}
	p.rest = rest
	p.writeIn(typed, unbroken(text))
	return true
}

// raw shows an unknown command and its arguments verbatim.
func (p *latexParser) raw(name string) {
	end := 1 + len(name)
	for end < len(p.rest) {
		open := p.rest[end]
		if open != '{' && open != '[' {
			break
		}
		closed := byte('}')
		if open == '[' {
			closed = ']'
		}
		inside, _, ok := balanced(p.rest[end:], open, closed)
		if !ok || strings.Contains(inside, "\n\n") {
			break
		}
		end += len(inside) + 2
	}
	p.reading.unknown(-1, `\`+name)
	p.write(p.rest[:end])
	p.rest = p.rest[end:]
}
