package mutate

import (
	"slices"

	"grundy/internal/event"
)

// pyLineMutator changes one logical line.
type pyLineMutator struct {
	*pyMutator
	pieces []piece
	inside []int // for each token the index of the bracket that it stands in, -1 outside of all
}

// isSize reports whether a token is part of the length of a list: `[0] * (n + 1)`. Such lengths are generous, and
// where they are not, the program crashes: changing them tests nothing about the data.
func (l *pyLineMutator) isSize(i int) bool {
	open := l.inside[i]
	return l.is(open, "(") && l.is(open-1, "*") && l.is(open-2, "]")
}

func (l *pyLineMutator) is(i int, texts ...string) bool {
	return i >= 0 && i < len(l.pieces) && l.pieces[i].is(texts...)
}

func (l *pyLineMutator) has(i int, k kind) bool {
	return i >= 0 && i < len(l.pieces) && l.pieces[i].kind == k
}

func (l *pyLineMutator) isName(i int) bool {
	return l.has(i, word) && !pyKeywords().MatchString(l.pieces[i].text)
}

func (l *pyLineMutator) piece(operator event.Operator, i int, text string) {
	l.replace(operator, l.pieces[i].start, l.pieces[i].end, text)
}

// ahead goes from an opening bracket to its closing one.
func (l *pyLineMutator) ahead(i int) int {
	if i < len(l.pieces) && l.pieces[i].match > i {
		return l.pieces[i].match
	}
	return i
}

func (l *pyLineMutator) back(i int) int {
	if i >= 0 && l.pieces[i].match >= 0 && l.pieces[i].match < i {
		return l.pieces[i].match
	}
	return max(i, 0)
}

// colon is the index of the colon that ends the head of a compound statement, -1 in others.
func (l *pyLineMutator) colon() int {
	if !l.is(0, "if", "elif", "else", "while", "for", "def", "class", "try", "except", "finally", "with", "async", "match", "case") {
		return -1
	}
	for i := 0; i < len(l.pieces); i++ {
		if i = l.ahead(i); l.is(i, ":") {
			return i
		}
		if l.is(i, "lambda") {
			for i < len(l.pieces) && !l.is(i, ":") {
				i = l.ahead(i) + 1
			}
		}
	}
	return -1
}

// operand reports whether a value may end with the token at an index.
func (l *pyLineMutator) operand(i int) bool {
	return l.isName(i) || l.is(i, "True", "False", "None", ")", "]", "}") || l.has(i, number) || l.has(i, text)
}

func (l *pyLineMutator) change() {
	if l.is(0, "import", "from", "global", "nonlocal", "@") {
		return
	}
	for i, p := range l.pieces {
		switch p.kind {
		case mark:
			l.symbol(i)
		case number:
			l.number(i)
		case word:
			l.word(i)
		}
	}
	l.statements()
}

func (l *pyLineMutator) number(i int) {
	if l.isSize(i) {
		return
	}
	for _, other := range neighbours(l.pieces[i].text) {
		l.piece(Constant, i, other)
	}
}

func (l *pyLineMutator) symbol(i int) {
	p := l.pieces[i]
	switch {
	case p.is("+", "-", "*", "//") && l.isSize(i):
	case boundaries[p.text] != "":
		l.piece(Boundary, i, boundaries[p.text])
	case p.is("//"):
		l.piece(Symbol, i, "*")
	case p.is("//="):
		l.piece(Symbol, i, "*=")
	case p.is("**"):
		if l.operand(i - 1) {
			l.piece(Symbol, i, "*")
		}
	case p.is("%") && l.has(i-1, text):
	case p.is("*", "/") && l.is(i+1, ",", ")"): // marks among parameters
	case p.is("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"):
		if l.operand(i - 1) {
			l.piece(Symbol, i, swaps[p.text])
		} else if p.is("-") {
			l.piece(Symbol, i, "")
		}
	case p.is("~"):
		l.piece(Symbol, i, "")
	case swaps[p.text] != "":
		l.piece(Symbol, i, swaps[p.text])
	case p.is("[") && l.operand(i-1):
		l.slice(i)
	}
}

// slice moves the bounds of a slice in the square brackets at an index.
func (l *pyLineMutator) slice(open int) {
	end := l.pieces[open].match
	var colons []int
	for i := open + 1; i < end; i++ {
		if i = l.ahead(i); l.is(i, ":") {
			colons = append(colons, i)
		}
		if l.is(i, ",", "lambda") {
			return
		}
	}
	if len(colons) == 0 {
		return
	}
	first := colons[0]
	switch {
	case first == open+1:
		l.replace(Offset, l.pieces[first].start, l.pieces[first].start, "1")
	case !l.has(first-1, number):
		l.replace(Offset, l.pieces[first-1].end, l.pieces[first-1].end, " + 1")
	}
	if len(colons) > 1 {
		end = colons[1]
	}
	switch {
	case end == first+1:
		l.replace(Offset, l.pieces[first].end, l.pieces[first].end, "-1")
	case !l.has(end-1, number):
		l.replace(Offset, l.pieces[end-1].end, l.pieces[end-1].end, " - 1")
	}
}

func (l *pyLineMutator) word(i int) {
	switch p := l.pieces[i]; p.text {
	case "True":
		l.piece(Constant, i, "False")
	case "False":
		l.piece(Constant, i, "True")
	case "and", "or":
		l.piece(Symbol, i, swaps[p.text])
		l.operands(i)
	case "not":
		if i+1 < len(l.pieces) {
			l.replace(Symbol, p.start, l.pieces[i+1].start, "")
		}
	case "break":
		l.piece(Flow, i, "continue")
	case "continue":
		l.piece(Flow, i, "break")
	case "bisect_left":
		l.piece(Boundary, i, "bisect_right")
	case "bisect_right", "bisect":
		l.piece(Boundary, i, "bisect_left")
	default:
		if l.isName(i) && l.is(i+1, "(") && l.pieces[i+1].match > 0 && !l.is(i-1, "def", "class") {
			l.call(i)
		}
	}
}

// operands removes the influence of each side of and, or.
func (l *pyLineMutator) operands(i int) {
	limits := []string{"or", "if", "elif", "else", "while", "return", "lambda", "for", "assert", "yield", ":", ",", "=", ":=", "(", "[", "{", ";"}
	value := "False"
	if l.is(i, "and") {
		value = "True"
		limits = append(limits, "and")
	}
	first := l.back(i - 1)
	for first > 0 && !l.is(first-1, limits...) {
		first = l.back(first - 1)
	}
	if first < i {
		l.replace(Condition, l.pieces[first].start, l.pieces[i-1].end, value)
	}
	limits = append(limits, ")", "]", "}")
	last := l.ahead(i + 1)
	for last+1 < len(l.pieces) && (l.is(last+1, "(", "[", "{") || !l.is(last+1, limits...)) {
		last = l.ahead(last + 1)
	}
	if last < len(l.pieces) {
		l.replace(Condition, l.pieces[i+1].start, l.pieces[last].end, value)
	}
}

// force replaces the condition of the tokens from first to last by constants, or by its negation where no other
// operator does so.
func (l *pyLineMutator) force(first, last int, forms ...string) {
	if first > last {
		return
	}
	start, end := l.pieces[first].start, l.pieces[last].end
	for _, form := range forms {
		if form != "not" {
			l.replace(Condition, start, end, form)
			continue
		}
		inside := l.pieces[first : last+1]
		several := slices.ContainsFunc(inside, func(p piece) bool { return p.is("and", "or") })
		equality := slices.ContainsFunc(inside, func(p piece) bool { return p.is("==", "!=") })
		if (several || !equality) && !l.is(first, "not") {
			l.replace(Condition, start, end, "not ("+string(l.changes.text[start:end])+")")
		}
	}
}

func (l *pyLineMutator) call(i int) {
	open := i + 1
	arguments := l.arguments(open)
	name := l.pieces[i].text
	if other := opposites[name]; other != "" && !l.is(i-1, ".") {
		l.piece(Argument, i, other)
	}
	if name == "range" {
		l.ranges(open, arguments)
		return
	}
	if orderIrrelevant(name) {
		return
	}
	for k := range max(0, len(arguments)-1) {
		a, b := arguments[k], arguments[k+1]
		if !l.positional(a) || !l.positional(b) {
			return
		}
		if l.has(a[0], text) != l.has(b[0], text) {
			continue
		}
		l.exchange(Argument, l.pieces[a[0]].start, l.pieces[a[1]].end, l.pieces[b[0]].start, l.pieces[b[1]].end)
	}
}

// ranges makes a range longer, shorter, and begin later.
func (l *pyLineMutator) ranges(open int, arguments [][2]int) {
	if len(arguments) == 0 {
		return
	}
	end := l.pieces[arguments[min(1, len(arguments)-1)][1]]
	if end.kind != number {
		l.replace(Offset, end.end, end.end, " - 1")
		l.replace(Offset, end.end, end.end, " + 1")
	}
	if start := l.pieces[arguments[0][1]]; len(arguments) == 1 {
		l.replace(Offset, l.pieces[open].end, l.pieces[open].end, "1, ")
	} else if start.kind != number {
		l.replace(Offset, start.end, start.end, " + 1")
	}
}

// arguments returns the first and the last token of each argument in the round brackets at an index.
func (l *pyLineMutator) arguments(open int) [][2]int {
	var found [][2]int
	first := open + 1
	for i := open + 1; i <= l.pieces[open].match; i++ {
		if i < l.pieces[open].match {
			i = l.ahead(i)
		}
		if i == l.pieces[open].match || l.is(i, ",") {
			if i > first {
				found = append(found, [2]int{first, i - 1})
			}
			first = i + 1
		}
	}
	return found
}

// positional reports whether an argument has no name, unpacks no list and is not a generator.
func (l *pyLineMutator) positional(argument [2]int) bool {
	if l.is(argument[0], "*", "**") {
		return false
	}
	for i := argument[0]; i <= argument[1]; i++ {
		if i = l.ahead(i); l.is(i, "=", "for", "lambda") {
			return false
		}
	}
	return true
}

// statements removes simple statements, each one between semicolons.
func (l *pyLineMutator) statements() {
	first := l.colon() + 1
	for i := first; i <= len(l.pieces); i++ {
		if i < len(l.pieces) {
			if i = l.ahead(i); !l.is(i, ";") {
				continue
			}
		}
		if i > first && !l.is(first, "pass", "import", "from", "global", "nonlocal", "def", "class") && !l.isDocumentation(first, i) {
			l.replace(Statement, l.pieces[first].start, l.pieces[i-1].end, "pass")
		}
		first = i + 1
	}
}

// isDocumentation reports whether a statement is only a string.
func (l *pyLineMutator) isDocumentation(first, end int) bool {
	return end == first+1 && l.has(first, text)
}
