package mutate

import "strings"

// call exchanges neighbouring arguments of a possible call of the name at an index.
func (c *cMutator) call(i int) {
	open := i + 1
	if c.has(open, angle) {
		for open < len(c.pieces) && !c.is(open, "(", ";", "{") {
			open++
		}
	}
	if !c.is(open, "(") || c.pieces[open].match < 0 {
		return
	}
	name := c.pieces[i].text
	if other := opposites[name]; other != "" {
		c.piece(Argument, i, other)
	}
	if orderIrrelevant(name) {
		return
	}
	arguments := c.arguments(open)
	for k := range max(0, len(arguments)-1) {
		a, b := arguments[k], arguments[k+1]
		if c.declaresParameter(a) || c.declaresParameter(b) {
			return
		}
		if c.has(a[0], text) != c.has(b[0], text) {
			continue
		}
		c.exchange(Argument, c.pieces[a[0]].start, c.pieces[a[1]].end, c.pieces[b[0]].start, c.pieces[b[1]].end)
	}
}

// arguments returns the first and the last token of each argument in the round brackets at an index, or nothing if
// an argument is empty.
func (c *cMutator) arguments(open int) [][2]int {
	var found [][2]int
	first, depth := open+1, 0
	for i := open + 1; i <= c.pieces[open].match; i++ {
		i = c.ahead(i)
		if c.has(i, angle) {
			depth += strings.Count(c.pieces[i].text, "<") - strings.Count(c.pieces[i].text, ">")
		}
		if i == c.pieces[open].match || c.is(i, ",") && depth == 0 {
			if first == i {
				return nil
			}
			found = append(found, [2]int{first, i - 1})
			first = i + 1
		}
	}
	return found
}

// declaresParameter reports whether the text in the brackets is a parameter rather than an argument: `const
// string& name`.
func (c *cMutator) declaresParameter(argument [2]int) bool {
	for i := argument[0]; i <= argument[1]; i++ {
		if c.isType(i) && !c.is(i+1, "(", "{") || c.isName(i) && c.isName(i+1) && i < argument[1] {
			return true
		}
	}
	return false
}
