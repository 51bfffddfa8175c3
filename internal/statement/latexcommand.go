package statement

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"grundy/internal/base/lazyregexp"
)

// command reads a command inside a paragraph.
func (p *latexParser) command(name string) {
	start, at := p.rest, p.at()
	p.rest = p.rest[1+len(name):]
	if text, ok := characters[name]; ok {
		p.afterName(name)
		if text == "\n" {
			p.lineEnd()
		}
		p.write(text)
		return
	}
	if align, ok := alignedBy[name]; ok {
		p.afterName(name)
		p.align = align
		return
	}
	if change, ok := fontCommands[name]; ok {
		if p.openArgument(change.of(p.font), "") {
			return
		}
	}
	if change, ok := switches[name]; ok {
		if strings.HasPrefix(p.rest, "{") && !strings.HasPrefix(p.rest, "{}") {
			p.openArgument(change.of(p.font), "")
			return
		}
		p.afterName(name)
		p.font = change.of(p.font)
		return
	}
	if arguments, ok := transparent[name]; ok {
		p.skipArguments(arguments)
		if p.openArgument(p.font, "") {
			return
		}
		p.rest = start[1+len(name):]
	}
	if arguments, ok := ignored[name]; ok {
		p.afterName(name)
		p.skipArguments(arguments)
		return
	}
	if mark, ok := letterAccents[name]; ok && p.accent(mark) {
		return
	}
	if p.quantity(name) || p.special(name, at) {
		return
	}
	p.rest = start[1+len(name):]
	p.star()
	p.unknown(at, `\`+name)
	for {
		if _, ok := p.optional(); !ok {
			break
		}
	}
	p.afterName(name)
	p.openUnknown("")
}

// special reads the commands that need more than a table. It returns false if the command is none of them, or lacks
// its arguments.
func (p *latexParser) special(name string, at int) bool {
	if slices.Contains(referenceCommands, name) {
		p.star()
		p.write(p.referenceText(name, p.argument().text, at))
		return true
	}
	switch name {
	case "cite", "citep", "citet":
		note, _ := p.optional()
		p.write(p.citation(name, p.argument().text, plain(p.inline(note)), at))
	case "graphicspath":
		p.graphicsPaths = nil
		for paths := p.inner(p.argument()); ; {
			one := paths.argument().text
			if one == "" {
				break
			}
			p.graphicsPaths = append(p.graphicsPaths, one)
		}
	case "today":
		p.afterName(name)
		p.write(time.Now().Format("January 2, 2006"))
	case "(":
		source, ok := p.until(`\)`)
		if ok {
			p.formula(source, at)
		}
		return ok
	case "verb", "lstinline", "mintinline":
		return p.verb(name)
	case "url", "nolinkurl", "path":
		address := p.argument()
		target := texAddressOf(address.text)
		s := span{text: target, style: p.font | underlined, target: target}
		if name == "path" {
			s = span{text: target, style: p.font | typed}
		}
		p.text = append(p.text, s)
		return address.text != ""
	case "href":
		_, _ = p.optional()
		target := texAddressOf(p.argument().text)
		if !p.openArgument(p.font, " ("+target+")") {
			return false
		}
		p.font, p.target = p.font|underlined, target
	case "footnote", "footnotemark", "footnotetext", "endnote", "thanks":
		p.footnote(name)
	case "enquote":
		p.star()
		if !p.openArgument(p.font, "”") {
			return false
		}
		p.write("“")
	case "textcolor", "color":
		return p.color(name, at)
	case "colorbox", "highlight", "hl":
		return p.openArgument(p.font, "")
	case "includegraphics", "includesvg":
		return p.image()
	case "ensuremath":
		p.formula(p.argument().text, at)
	case "label":
		p.label(p.argument().text)
	case "bibliography":
		p.report(at, "write its entries here, in thebibliography", `\bibliography{%s} is not read, and its entries are missing`, p.argument().text)
	case "hspace", "hskip":
		p.star()
		if name == "hskip" {
			p.skipArguments("d")
		} else {
			p.argument()
		}
		p.write(" ")
	case "uppercase", "MakeUppercase":
		for _, s := range p.inline(p.argument()) {
			if s.formula == nil {
				s.text = strings.ToUpper(s.text)
			}
			p.text = append(p.text, s)
		}
	case "newtheorem":
		p.newTheorem()
	case "renewcommand": // the definition of a label of items
		if name := strings.TrimPrefix(strings.TrimSpace(p.argument().text), `\`); name != "" {
			p.itemLabels[name] = p.argument().text
		}
	case "setcounter", "addtocounter", "stepcounter", "refstepcounter":
		p.counter(name)
	case pixelsPerCM:
		p.pixels, _ = strconv.ParseFloat(strings.TrimSpace(p.argument().text), 64)
	case "char", "symbol":
		return p.characterByNumber(name)
	case "rule":
		p.skipArguments("omm") // a line in a word, or one that keeps a distance
	case "Comment", "COMMENT":
		if !p.openArgument(p.font, "") {
			return false
		}
		p.write("// ")
	case "Call":
		p.text = append(p.text, p.inline(p.argument())...)
		if !p.openArgument(p.font, ")") {
			return false
		}
		p.write("(")
	case "todo", "TODO", "fixme":
		_, _ = p.optional()
		p.report(at, "do what it says, and remove it", `\%s is a note for authors, which readers see, too`, name)
		if !p.openArgument(p.font, "]") {
			return false
		}
		p.write("[")
	case "tikz":
		arguments := p.rest
		_, _ = p.optional()
		if strings.HasPrefix(p.rest, "{") {
			p.argument()
		} else if _, after, found := strings.Cut(p.rest, ";"); found {
			p.rest = after
		}
		p.text = append(p.text, p.drawing(at, `\tikz`, `\tikz`+strings.TrimSuffix(arguments, p.rest)))
	default:
		return false
	}
	return true
}

// footnote reads \footnote{text}, or the mark and the text apart.
func (p *latexParser) footnote(name string) {
	stated, _ := p.optional()
	if name == "footnotemark" {
		note := &footnote{}
		p.openNotes = append(p.openNotes, note)
		p.text = append(p.text, span{text: stated.text, note: note})
		return
	}
	note := &footnote{}
	if name == "footnotetext" && len(p.openNotes) > 0 {
		note, p.openNotes = p.openNotes[0], p.openNotes[1:]
	} else {
		p.text = append(p.text, span{note: note})
	}
	p.current = label{kind: "footnote", number: formatted('1', p.counters["footnote"]+1)}
	p.counters["footnote"]++
	note.blocks = p.argumentBlocks()
}

// lineEnd reads what may follow a line end: a star, and the length of the space below the line.
func (p *latexParser) lineEnd() {
	p.star()
	rest := strings.TrimLeft(p.rest, " \t")
	if inside, after, ok := balanced(rest, '[', ']'); ok && (isLength(inside) || strings.Trim(inside, "01234") == "") {
		p.rest = after
	}
}

// label defines a name for what has got a number last, or for the figure that is being read.
func (p *latexParser) label(name string) {
	if f := p.float; f != nil && !f.captioned {
		f.labels = append(f.labels, name)
		return
	}
	p.define(name)
}

// color reads \textcolor{red}{text} and \color{red}. No rendering of a statement has colours.
func (p *latexParser) color(name string, at int) bool {
	_, _ = p.optional()
	color := p.argument().text
	if color == "" || name == "textcolor" && !p.openArgument(p.font, "") {
		return false
	}
	if color = strings.TrimSpace(color); color != "black" && color != "." {
		p.report(at, "say it in words, too, for readers who do not see colours", `the colour %s is not shown`, color)
	}
	return true
}

// image reads \includegraphics after its name.
func (p *latexParser) image() bool {
	p.star()
	options, ok := p.optional()
	for ok {
		var more part
		if more, ok = p.optional(); ok {
			options = more
		}
	}
	file := besideText(strings.Trim(strings.TrimSpace(p.argument().text), `"`))
	if file == "" {
		return false
	}
	image := figure("", p.inGraphicsPath(file))
	image.width = graphicsWidthOf(options.text)
	if p.pixels > 0 && image.width.dots > 0 && strings.Contains(optionOf(options.text, "width"), "cm") {
		image.width.dots = int(float64(image.width.dots) / dotsPerCM * p.pixels)
	}
	if alt := optionOf(options.text, "alt"); alt != "" {
		image.alt = plain(p.inline(part{alt, options.at}))
	}
	image.target = p.target
	p.text = append(p.text, image)
	return true
}

// imageEndings are the endings that an image of LaTeX may leave out.
var imageEndings = []string{"", ".svg", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp"}

// inGraphicsPath finds an image, as LaTeX does: beside the text, or else in the directories that \graphicspath lists.
func (p *latexParser) inGraphicsPath(file string) string {
	if len(p.graphicsPaths) == 0 || p.files == nil {
		return file
	}
	for _, dir := range append([]string{""}, p.graphicsPaths...) {
		for _, ending := range imageEndings {
			if _, err := p.files(dir + file + ending); err == nil {
				return dir + file
			}
		}
	}
	return file
}

const dotsPerCM = 96 / 2.54

// characterByNumber reads \char92, \char"5C, \char'134 and \symbol{92}.
func (p *latexParser) characterByNumber(name string) bool {
	digits := p.argument().text
	if name == "char" {
		digits = charNumber().FindString(p.rest)
		p.rest = p.rest[len(digits):]
	}
	base := 10
	digits = strings.TrimSpace(digits)
	switch {
	case strings.HasPrefix(digits, `"`):
		base = 16
	case strings.HasPrefix(digits, "'"):
		base = 8
	case strings.HasPrefix(digits, "`"):
		p.write(strings.Trim(digits, "`\\"))
		return true
	}
	n, err := strconv.ParseUint(strings.TrimLeft(digits, `"'`), base, 21)
	if err != nil || n == 0 {
		return false
	}
	p.write(string(rune(n)))
	return true
}

var charNumber = lazyregexp.New("^([0-9]+|\"[0-9A-F]+|'[0-7]+|`\\\\?.)\\s?")

// skipArguments skips arguments, which ignored explains.
func (p *latexParser) skipArguments(arguments string) {
	for _, kind := range []byte(arguments) {
		switch kind {
		case 's':
			p.star()
		case 'o':
			_, _ = p.optional()
		case 'p':
			if _, rest, ok := balanced(p.rest, '(', ')'); ok {
				p.rest = rest
			}
		case 'd':
			p.rest = p.rest[len(assignedLength().FindString(p.rest)):]
		case 'b':
			if braceFollows().MatchString(p.rest) {
				p.argument()
			}
		case 'm':
			p.commandOrArgument()
		}
	}
}

// braceFollows matches the braces of one more argument, in the same paragraph.
var braceFollows = lazyregexp.New(`^[ \t]*\n?[ \t]*\{`)

// assignedLength matches a length or a number after the name of a parameter.
var assignedLength = lazyregexp.New(
	`^\s*=?\s*(-?[0-9]*\.?[0-9]+\s*(\\[A-Za-z]+|true)?\s*(em|ex|pt|mu|cm|mm|in|bp|pc|sp)?|\\[A-Za-z]+)(\s*(plus|minus)\s*-?[0-9.]+\s*(em|ex|pt|mu|cm|mm|in|fil+)?)*\s?`)

// commandOrArgument skips "{…}" or a command, as in \setlength\parindent{0pt}.
func (p *latexParser) commandOrArgument() {
	rest := strings.TrimLeft(p.rest, " \t\n")
	if strings.HasPrefix(rest, `\`) {
		p.rest = strings.TrimLeft(rest[1+len(commandName(rest)):], " \t")
		return
	}
	p.argument()
}

// afterName skips the space that ends a name of letters.
func (p *latexParser) afterName(name string) {
	if name != "" && isLetter(name[0]) {
		p.rest = strings.TrimLeft(p.rest, " \t")
		if rest, ok := strings.CutPrefix(p.rest, "\n"); ok && !isBlankLine(rest) {
			p.rest = strings.TrimLeft(rest, " \t")
		}
		p.rest = strings.TrimPrefix(p.rest, "{}")
	}
}

// openArgument begins the argument of a command, if there is one.
func (p *latexParser) openArgument(f style, after string) bool {
	rest := strings.TrimLeft(p.rest, " \t\n")
	if rest == "" || rest[0] != '{' || strings.Count(p.rest[:len(p.rest)-len(rest)], "\n") > 1 {
		return false
	}
	p.rest = rest[1:]
	p.open(f, after)
	return true
}

// accent reads the letter below an accent.
func (p *latexParser) accent(mark string) bool {
	if rest, alone := strings.CutPrefix(p.rest, "{}"); alone {
		p.rest = rest
		p.write(map[string]string{"\u0302": "^", "\u0303": "~", "\u0300": "`", "\u0301": "´", "\u0308": "¨"}[mark])
		return true
	}
	letter := p.argument().text
	if letter == "" {
		rest := strings.TrimLeft(p.rest, " ")
		switch {
		case strings.HasPrefix(rest, `\i`) && commandName(rest) == "i", strings.HasPrefix(rest, `\j`) && commandName(rest) == "j":
			letter, p.rest = rest[:2], strings.TrimLeft(rest[2:], " ")
		case rest != "" && (isLetter(rest[0]) || rest[0] >= 0x80):
			letter, p.rest = firstRune(rest)
		default:
			return false
		}
	}
	letter = strings.TrimSpace(letter)
	if letter == `\i` || letter == `\j` {
		letter = letter[1:]
	}
	first, others := firstRune(letter)
	p.write(norm.NFC.String(first+mark) + others)
	return true
}

// verb reads what follows \verb, \lstinline or \mintinline.
func (p *latexParser) verb(name string) bool {
	p.rest = strings.TrimPrefix(p.rest, "*")
	rest := p.rest
	if name != "verb" {
		if _, after, ok := balanced(rest, '[', ']'); ok {
			rest = after
		}
		if _, after, ok := balanced(rest, '{', '}'); ok && name == "mintinline" {
			rest = after
		}
		if inside, after, ok := balanced(rest, '{', '}'); ok {
			p.rest = after
			p.writeCode(inside)
			return true
		}
	}
	delimiter, rest := firstRune(rest)
	text, rest, found := strings.Cut(rest, delimiter)
	if delimiter == "" || !found || strings.Contains(text, "\n") {
		return false
	}
	p.rest = rest
	p.writeCode(text)
	return true
}

func (p *latexParser) writeCode(text string) {
	if p.latexDocument == nil {
		return // only its end is looked for
	}
	p.text = append(p.text, span{text: unbroken(text), style: p.font | typed, target: p.target})
}

// texAddressOf is the address that an argument of \url or \href means, in which a backslash may stand before special
// characters.
func texAddressOf(argument string) string {
	var b strings.Builder
	argument = strings.TrimSpace(argument)
	for i := 0; i < len(argument); i++ {
		if argument[i] == '\\' && i+1 < len(argument) && slices.Contains([]byte(`#%&_{}~$^\ `), argument[i+1]) {
			i++
		}
		if argument[i] != '\n' {
			b.WriteByte(argument[i])
		}
	}
	return b.String()
}
