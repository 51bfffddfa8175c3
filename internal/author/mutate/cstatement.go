package mutate

import (
	"slices"
	"strings"
)

// isSize reports whether a token is part of the size of an array or a container: `int a[100005]`, `vector<int> a(n
// + 1)`. Such sizes are generous, and where they are not, the program crashes: changing them tests nothing about
// the data.
func (c *cMutator) isSize(i int) bool {
	open := c.inside[i]
	switch {
	case c.is(open, "("):
		declared := c.isName(open-1) && (c.has(open-2, angle) ||
			c.is(open-2, ",") && c.is(c.inside[open], "{") && c.declares(c.statementStart(open-1)))
		return declared || c.is(open-1, "resize", "reserve", "assign")
	case c.is(open, "["):
		return (c.inside[open] < 0 || c.is(c.inside[open], "{")) && c.declares(c.statementStart(open))
	}
	return false
}

// statementStart is the first token of the statement that contains the token at an index.
func (c *cMutator) statementStart(i int) int {
	for i > 0 {
		i = c.back(i)
		if i == 0 || c.is(i-1, ";", "{", "}", "else", "do") || c.is(i-1, ")") && c.isControl(c.back(i-1)-1) {
			break
		}
		i--
	}
	for c.is(i, "case", "default", "public", "private", "protected") {
		for i < len(c.pieces) && !c.is(i, ":", ";") {
			i++
		}
		i++
	}
	return i
}

func (c *cMutator) isControl(i int) bool { return c.is(i, "if", "for", "while", "switch", "constexpr") }

// declares reports whether a statement that begins with the token at an index looks like a
// declaration.
func (c *cMutator) declares(i int) bool {
	switch {
	case c.isType(i):
		return true
	case !c.isName(i):
		return false
	}
	for c.is(i+1, "::") {
		i += 2
	}
	switch {
	case c.has(i+1, angle):
		return true
	case c.is(i+1, "*", "&", "&&"):
		return c.isName(i+2) && c.is(i+3, "=", ";", "(", "{", ",")
	}
	return c.isName(i + 1)
}

// statement removes the statement that ends with the semicolon at an index.
func (c *cMutator) statement(i int) {
	if !c.is(c.inside[i], "{") {
		return // the head of a loop, or a declaration outside of all functions
	}
	start := c.statementStart(i - 1)
	if start >= i || c.declares(start) {
		return
	}
	if c.is(start, "return") && i > start+1 && !c.goesOn(i) {
		return // without it the function would have no defined result
	}
	allowed := c.isName(start) || c.is(start, "return", "break", "continue", "goto", "throw", "delete", "++", "--", "*", "(")
	if allowed {
		c.tokens(Statement, start, i-1, "")
	}
}

// goesOn reports whether the function continues after the block that a return ends.
func (c *cMutator) goesOn(semicolon int) bool {
	if !c.is(semicolon+1, "}") {
		return true
	}
	before := c.back(semicolon+1) - 1
	return c.is(before, "else", "do") || c.is(before, ")") && c.isControl(c.back(before)-1)
}

// condition changes the condition in the round brackets at an index.
func (c *cMutator) condition(open int, forms ...string) {
	if !c.is(open, "(") || c.pieces[open].match < open+2 {
		return
	}
	close := c.pieces[open].match
	first := open + 1
	for i := first; i < close; i++ {
		if i = c.ahead(i); c.is(i, ";") {
			first = i + 1 // if (int x = …; condition)
		}
	}
	if first < close {
		c.force(first, close-1, forms...)
	}
}

// force replaces a condition by constants, or by its negation where no other operator makes that.
func (c *cMutator) force(first, last int, forms ...string) {
	for _, form := range forms {
		if form != "!" {
			c.tokens(Condition, first, last, form)
			continue
		}
		single := slices.ContainsFunc(c.pieces[first:last+1], func(p piece) bool { return p.is("&&", "||", "=") }) ||
			!slices.ContainsFunc(c.pieces[first:last+1], func(p piece) bool { return p.is("==", "!=") })
		if single && !c.is(first, "!") {
			c.tokens(Condition, first, last, "!("+c.source(first, last)+")")
		}
	}
}

// source is the text of the tokens from first to last.
func (c *cMutator) source(first, last int) string {
	return string(c.changes.text[c.pieces[first].start:c.pieces[last].end])
}

// loop changes the head of a for loop with the round bracket at open.
func (c *cMutator) loop(open int) {
	if !c.is(open, "(") || c.pieces[open].match < 0 {
		return
	}
	c.once(open)
	var ends []int // the two semicolons
	for i := open + 1; i < c.pieces[open].match; i++ {
		if i = c.ahead(i); c.is(i, ";") {
			ends = append(ends, i)
		}
	}
	if len(ends) != 2 || ends[1] == ends[0]+1 {
		return
	}
	first, last := ends[0]+1, ends[1]-1
	c.force(first, last, "false")
	var compared []string
	for i := first; i <= last; i++ {
		if i = c.ahead(i); c.has(i, mark) && (boundaries[c.pieces[i].text] != "" || c.is(i, "&&", "||", "==", "!=", "?", ",", "=")) {
			compared = append(compared, c.pieces[i].text)
		}
	}
	if c.has(last, number) {
		return // changed as a constant already
	}
	switch strings.Join(compared, " ") {
	case "<":
		c.behind(Offset, last, " - 1")
	case ">":
		c.behind(Offset, last, " + 1")
	}
}

// once ends a loop after its first round, given the round bracket of its head.
func (c *cMutator) once(open int) {
	if !c.is(open, "(") || !c.is(c.ahead(open)+1, "{") {
		return
	}
	block := c.ahead(open) + 1
	if end := c.pieces[block].match; end > block+1 && c.is(end-1, ";", "}") {
		c.behind(Flow, end-1, " break;")
	}
}

// returnEarly ends a function at the beginning of its body, which begins at an index.
func (c *cMutator) returnEarly(brace int) {
	open := c.back(brace - 1)
	if !c.is(open, "(") || open == brace-1 || !c.isName(open-1) || c.is(open-1, "main") {
		return
	}
	switch {
	case c.is(open-2, "void"):
		c.behind(Flow, brace, " return;")
	case c.is(open-2, "bool"):
		c.behind(Flow, brace, " return true;")
		c.behind(Flow, brace, " return false;")
	case c.has(open-2, word) && cIntegers().MatchString(c.pieces[open-2].text):
		c.behind(Flow, brace, " return 0;")
	}
}
