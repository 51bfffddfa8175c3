package statement

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// expandLaTeX removes comments and text that conditions hide, and expands the macros that the text itself defines, as
// TeX does before it sets anything. Verbatim text stays as it is.
func (r *reading) expandLaTeX() {
	e := expander{
		r: r, text: r.text, out: r.rewriter(), budget: leastExpansion + 4*len(r.text),
		macros: map[string]macro{}, environments: map[string]environmentMacro{}, flags: map[string]bool{}, counters: map[string]int{}, verbatim: map[string]bool{},
	}
	for !e.ended {
		if len(e.pending) == 0 {
			plain := strings.IndexAny(e.text[e.at:], `\%`)
			if plain < 0 {
				plain = len(e.text) - e.at
			}
			if plain > 0 {
				e.emitKept(e.at, e.at+plain)
				e.at += plain
				continue
			}
		}
		t := e.take()
		if t.text == "" {
			break
		}
		e.place = t.at
		e.execute(t)
	}
	for _, c := range e.conditions {
		e.report(c, `write \fi behind it`, `\%s is not closed`, c.name())
	}
	e.flush()
	r.source = e.out.source()
	r.settings = e.settings.String()
}

// leastExpansion is what the macros of a small source may add to it, in bytes and tokens. Macros can double a text with
// every step.
const leastExpansion = 32 << 10

// token is a command, a character, or a paragraph break.
type token struct {
	text      string // with the space that ends the name of a command
	at        int    // its offset in the text, or that of the macro it comes from
	kept      bool   // whether it stands in the text
	final     bool   // whether it is not a macro, whatever is defined
	parameter uint8  // the number of the parameter that it stands for, in the body of a macro
}

// name is the name of a command, "" for other tokens.
func (t token) name() string {
	if len(t.text) < 2 || t.text[0] != '\\' || t.parameter > 0 {
		return ""
	}
	if isNameLetter(t.text[1], true) {
		return strings.TrimRight(t.text[1:], " \t\n")
	}
	return t.text[1:]
}

func isNameLetter(c byte, at bool) bool { return isLetter(c) || at && c == '@' }

// expander reads tokens: first those that macros left, then those of the text.
type expander struct {
	r            *reading
	text         string
	at           int     // the next byte of the text to read
	pending      []token // the next is the last
	place        int     // of the command that is executed
	out          *rewriter
	settings     strings.Builder // what drawings may need
	begin, end   int             // the part of the text that is kept, but not written yet
	word         bool
	macros       map[string]macro
	environments map[string]environmentMacro
	flags        map[string]bool // those of \newif
	counters     map[string]int  // those of \newcounter
	verbatim     map[string]bool // environments of \lstnewenvironment
	conditions   []token         // the open ones
	letterAt     bool            // whether @ is a letter
	budget       int
	exhausted    bool
	unbalanced   bool // whether an argument was not closed
	ended        bool
}

func (e *expander) report(t token, help, format string, args ...any) {
	e.r.report(t.at, help, format, args...)
}

// tokens are those of a text that contains no comments.
func tokens(text string) []token {
	e := expander{text: text}
	var all []token
	for t := e.take(); t.text != ""; t = e.take() {
		t.kept = false
		all = append(all, t)
	}
	return all
}

func written(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		if t.parameter > 0 {
			b.WriteString("#" + string('0'+rune(t.parameter)))
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// take reads the next token; its text is "" at the end.
func (e *expander) take() token {
	if last := len(e.pending) - 1; last >= 0 {
		t := e.pending[last]
		e.pending = e.pending[:last]
		return t
	}
	for e.at < len(e.text) && e.text[e.at] == '%' {
		if e.skipComment() {
			return token{text: "\n\n", at: e.at}
		}
	}
	if e.at >= len(e.text) {
		return token{}
	}
	begin := e.at
	if e.text[begin] == '\\' {
		e.at = e.endOfCommand(begin)
	} else {
		_, size := utf8.DecodeRuneInString(e.text[begin:])
		e.at += size
	}
	return token{text: e.text[begin:e.at], at: begin, kept: true}
}

// skipComment skips a comment, the end of its line and the indentation of the next one. It reports whether a blank
// line follows, which ends the paragraph.
func (e *expander) skipComment() (blank bool) {
	end := strings.IndexByte(e.text[e.at:], '\n')
	rest := e.text[e.at+1:]
	if end >= 0 {
		rest = rest[:end-1]
	}
	if e.r != nil && e.at > 0 && '0' <= e.text[e.at-1] && e.text[e.at-1] <= '9' && strings.TrimLeft(rest, " \t%") != "" {
		e.r.report(e.at, "write \\% for a per cent sign", "the comment %s hides the rest of the line", "%"+rest)
	}
	if end < 0 {
		e.at = len(e.text)
		return false
	}
	e.at += end + 1
	for e.at < len(e.text) && (e.text[e.at] == ' ' || e.text[e.at] == '\t') {
		e.at++
	}
	return e.at < len(e.text) && e.text[e.at] == '\n'
}

// endOfCommand is the offset behind a command and the space that ends its name.
func (e *expander) endOfCommand(begin int) int {
	end := begin + 1
	for end < len(e.text) && isNameLetter(e.text[end], e.letterAt) {
		end++
	}
	if end == begin+1 {
		if end < len(e.text) {
			_, size := utf8.DecodeRuneInString(e.text[end:])
			end += size
		}
		return end
	}
	spaces := func() {
		for end < len(e.text) && (e.text[end] == ' ' || e.text[end] == '\t') {
			end++
		}
	}
	spaces()
	if end < len(e.text) && e.text[end] == '\n' && !isBlankLine(e.text[end+1:]) {
		end++
		spaces()
	}
	return end
}

// execute does what a token says, or writes it.
func (e *expander) execute(t token) {
	name := t.name()
	if name == "" || t.final {
		e.emit(t)
		return
	}
	if m, ok := e.macros[name]; ok && !e.exhausted && !e.unbalanced {
		e.expand(t, m)
		return
	}
	if !e.unbalanced && e.isDefinition(t) {
		e.keepSetting(t)
		return
	}
	if e.isCondition(t) || !e.unbalanced && e.isCounter(t) {
		return
	}
	if e.isOverlay(t) {
		return
	}
	e.keepIfSetting(t)
	switch name {
	case "verb", "lstinline", "mintinline":
		e.emit(t)
		p := latexParser{rest: e.text[e.at:]}
		if len(e.pending) == 0 && p.verb(name) {
			e.keepTo(len(e.text) - len(p.rest))
		}
	case "url", "href", "path", "nolinkurl":
		e.emit(t)
		if len(e.pending) == 0 {
			if _, rest, ok := balanced(e.text[e.at:], '{', '}'); ok {
				e.keepTo(len(e.text) - len(rest))
			}
		}
	case "begin":
		e.beginEnvironment(t)
	case "end":
		e.endEnvironment(t)
	case "makeatletter", "makeatother":
		e.letterAt = name == "makeatletter"
	case "endinput":
		e.ended = true
	case "csname":
		var inside []token
		for t := e.take(); t.text != "" && t.name() != "endcsname"; t = e.take() {
			inside = append(inside, t)
		}
		e.pending = append(e.pending, token{text: `\` + strings.TrimSpace(written(inside)) + " ", at: t.at})
	case "xspace":
		next := e.take()
		if next.text != "" {
			e.pending = append(e.pending, next)
		}
		if next.text != "" && !strings.Contains(" ~}.,:;!?)/'-\n\t", next.text[:1]) {
			e.emit(token{text: " ", at: t.at})
		}
	default:
		e.emit(t)
	}
}

// beginEnvironment keeps verbatim environments, drops comments, and expands those that the text defines.
func (e *expander) beginEnvironment(t token) {
	name, ok := e.environmentName()
	if !ok {
		e.emit(t)
		return
	}
	end := `\end{` + name + "}"
	plainName := strings.TrimSuffix(name, "*")
	inText := len(e.pending) == 0
	switch definition, defined := e.environments[name]; {
	case name == "document":
		e.flush()
		e.out = e.r.rewriter() // what stands before it only defines
	case defined && !e.exhausted:
		e.expand(t, definition.begin)
	case plainName == "comment" && inText:
		_, rest, _ := strings.Cut(e.text[e.at:], end)
		e.at = len(e.text) - len(rest)
	case e.verbatim[name] && inText:
		inside, rest, _ := strings.Cut(e.text[e.at:], end)
		e.emit(token{text: `\begin{lstlisting}`, at: t.at})
		e.keepTo(e.at + len(inside))
		e.emit(token{text: `\end{lstlisting}`, at: t.at})
		e.at = len(e.text) - len(rest)
	case (isVerbatim(plainName) || slices.Contains(drawingEnvironments, name)) && inText:
		inside, _, _ := strings.Cut(e.text[e.at:], end)
		e.emit(token{text: `\begin{` + name + "}", at: t.at})
		e.keepTo(min(e.at+len(inside)+len(end), len(e.text)))
	default:
		e.skipOverlay()
		e.emit(token{text: `\begin{` + name + "}", at: t.at})
	}
}

func (e *expander) endEnvironment(t token) {
	name, ok := e.environmentName()
	if !ok {
		e.emit(t)
		return
	}
	switch definition, defined := e.environments[name]; {
	case name == "document":
		e.ended = true
	case defined && !e.exhausted:
		e.expand(t, definition.end)
	default:
		e.emit(token{text: `\end{` + name + "}", at: t.at})
	}
}

// environmentName reads "{name}".
func (e *expander) environmentName() (string, bool) {
	e.skipSpaces()
	if !e.isNext("{") {
		return "", false
	}
	inside, ok := e.group()
	return strings.TrimSpace(written(inside)), ok
}

// isCondition reports whether a token belongs to a condition, and skips text that it hides.
func (e *expander) isCondition(t token) bool {
	name := t.name()
	switch {
	case name == "else" || name == "or":
		if len(e.conditions) == 0 {
			return false
		}
		e.skipHidden(false)
		return true
	case name == "fi":
		if len(e.conditions) == 0 {
			return false
		}
		e.conditions = e.conditions[:len(e.conditions)-1]
		return true
	case e.isFlag(name):
		return true
	case !e.beginsCondition(name):
		return false
	}
	e.conditions = append(e.conditions, t)
	if !e.holds(t) {
		e.skipHidden(true)
	}
	return true
}

// isFlag reports whether a command sets a flag of \newif, and sets it.
func (e *expander) isFlag(name string) bool {
	for _, value := range []bool{true, false} {
		flag, ok := strings.CutSuffix(name, map[bool]string{true: "true", false: "false"}[value])
		if _, declared := e.flags[flag]; ok && declared {
			e.flags[flag] = value
			return true
		}
	}
	return false
}

// constantConditions are conditions whose outcome does not depend on the text: it becomes a page, like that of
// plasTeX.
var constantConditions = map[string]bool{
	"iftrue": true, "iffalse": false, "ifplastex": true, "ifpdf": false, "ifxetex": false, "ifluatex": false, "ifpdftex": false,
	"ifmmode": false, "ifvmode": false, "ifhmode": true, "ifinner": false, "ifdraft": false,
}

func (e *expander) beginsCondition(name string) bool {
	flag, ok := strings.CutPrefix(name, "if")
	if !ok {
		return false
	}
	if _, declared := e.flags[flag]; declared {
		return true
	}
	if _, constant := constantConditions[name]; constant {
		return true
	}
	switch name {
	case "ifx", "ifnum", "ifdim", "ifodd", "ifcase", "ifdefined", "ifcsname", "if", "ifcat", "ifvoid", "ifeof", "unless":
		return true
	}
	return false
}

// holds reports whether a condition is true. One that is not understood counts as true, so that nothing is lost.
func (e *expander) holds(t token) bool {
	name := t.name()
	if value, declared := e.flags[name[2:]]; declared {
		return value
	}
	if value, constant := constantConditions[name]; constant {
		return value
	}
	switch name {
	case "ifdefined":
		_, defined := e.macros[e.take().name()]
		return defined
	case "ifx":
		one, other := e.take(), e.take()
		return e.meaning(one) == e.meaning(other)
	}
	e.report(t, `use \iftrue, \iffalse or a flag of \newif`, `the condition \%s is not understood`, name)
	for !e.atLineEnd() {
		e.take()
	}
	return true
}

func (e *expander) atLineEnd() bool {
	t := e.take()
	if t.text != "" {
		e.pending = append(e.pending, t)
	}
	return t.text == "" || strings.Contains(t.text, "\n")
}

// meaning is what two tokens share if \ifx takes them as the same.
func (e *expander) meaning(t token) string {
	name := t.name()
	if name == "" {
		return t.text
	}
	if m, ok := e.macros[name]; ok {
		return strings.Repeat("#", len(m.parameters)) + written(m.body)
	}
	if _, known := characters[name]; known {
		return `\` + name
	}
	return `\undefined`
}

// skipHidden skips text up to the \fi of the open condition, or to its \else if that shows text again.
func (e *expander) skipHidden(toElse bool) {
	depth := 0
	for t := e.take(); t.text != ""; t = e.take() {
		switch name := t.name(); {
		case e.beginsCondition(name):
			depth++
		case name == "fi" && depth == 0:
			e.conditions = e.conditions[:len(e.conditions)-1]
			return
		case name == "fi":
			depth--
		case name == "else" && depth == 0 && toElse:
			return
		}
	}
}

// skipSpaces skips spaces and single line ends.
func (e *expander) skipSpaces() {
	for {
		t := e.take()
		if t.text == "" {
			return
		}
		if t.text != " " && t.text != "\t" && t.text != "\n" {
			e.pending = append(e.pending, t)
			return
		}
	}
}

// isNext reports whether a character comes next.
func (e *expander) isNext(character string) bool {
	t := e.take()
	if t.text == "" {
		return false
	}
	e.pending = append(e.pending, t)
	return t.text == character
}

// skip reads a character if it comes next.
func (e *expander) skip(character string) bool {
	if !e.isNext(character) {
		return false
	}
	e.take()
	return true
}

// argument reads "{…}" or a single token.
func (e *expander) argument() []token {
	e.skipSpaces()
	if e.isNext("{") {
		inside, _ := e.group()
		return inside
	}
	t := e.take()
	if t.text == "" || t.text == "}" || t.text == "\n\n" {
		if t.text != "" {
			e.pending = append(e.pending, t)
		}
		return nil
	}
	return []token{t}
}

// group reads "{…}", whose brace comes next.
func (e *expander) group() ([]token, bool) {
	if e.unbalanced {
		return nil, false
	}
	all := []token{e.take()}
	for depth := 1; depth > 0; {
		t := e.take()
		switch t.text {
		case "":
			e.unbalanced = true // no argument of the rest can be told
			for i := len(all) - 1; i >= 0; i-- {
				e.pending = append(e.pending, all[i])
			}
			return nil, false
		case "{":
			depth++
		case "}":
			depth--
		}
		all = append(all, t)
	}
	return all[1 : len(all)-1], true
}

// bracketed reads "[…]".
func (e *expander) bracketed() ([]token, bool) {
	var skipped []token
	t := e.take()
	for ; t.text == " " || t.text == "\n"; t = e.take() {
		skipped = append(skipped, t)
	}
	if t.text != "" {
		e.pending = append(e.pending, t)
	}
	if t.text == "[" {
		e.take()
		return e.upTo(tokens("]")), true
	}
	for i := len(skipped) - 1; i >= 0; i-- {
		e.pending = append(e.pending, skipped[i])
	}
	return nil, false
}

// upTo reads up to a text outside of braces, which it skips. Braces around all of what it read are no part of it.
func (e *expander) upTo(end []token) []token {
	var read []token
	depth := 0
	for {
		t := e.take()
		if t.text == "" {
			return read
		}
		if strings.TrimSpace(t.text) == "" && strings.TrimSpace(written(end)) == "" {
			return read
		}
		read = append(read, t)
		switch t.text {
		case "{":
			depth++
		case "}":
			depth--
		}
		if depth == 0 && endWith(read, end) {
			read = read[:len(read)-len(end)]
			if last := len(read) - 1; last > 0 && read[0].text == "{" && read[last].text == "}" && closesAtEnd(read) {
				read = read[1:last]
			}
			return read
		}
	}
}

func endWith(read, end []token) bool {
	if len(read) < len(end) {
		return false
	}
	for i, t := range end {
		if strings.TrimSpace(read[len(read)-len(end)+i].text) != strings.TrimSpace(t.text) {
			return false
		}
	}
	return true
}

// closesAtEnd reports whether the brace at the beginning is closed by that at the end.
func closesAtEnd(read []token) bool {
	depth := 0
	for i, t := range read {
		switch t.text {
		case "{":
			depth++
		case "}":
			depth--
		}
		if depth == 0 {
			return i == len(read)-1
		}
	}
	return false
}

// emit writes a token. Letters behind a command that no space ends do not become part of its name.
func (e *expander) emit(t token) {
	if t.text == "" {
		return
	}
	if e.word && isLetter(t.text[0]) {
		e.flush()
		e.out.put(" ", t.at)
	}
	if t.kept {
		e.emitKept(t.at, t.at+len(t.text))
	} else {
		e.flush()
		e.out.put(t.text, t.at)
	}
	last := t.text[len(t.text)-1]
	e.word = t.text[0] == '\\' && isLetter(last)
}

// emitKept writes a part of the text.
func (e *expander) emitKept(begin, end int) {
	if begin == end {
		return
	}
	if e.word && isLetter(e.text[begin]) {
		e.flush()
		e.out.put(" ", begin)
	}
	e.word = false
	if begin != e.end {
		e.flush()
		e.begin = begin
	}
	e.end = end
}

// keepTo writes the text up to an offset as it is.
func (e *expander) keepTo(end int) {
	e.emitKept(e.at, end)
	e.at = end
}

func (e *expander) flush() {
	e.out.keep(e.begin, e.end)
	e.begin = e.end
}
