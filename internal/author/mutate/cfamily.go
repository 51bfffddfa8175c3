package mutate

import (
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/event"
)

// cMutator finds the changes of a C or C++ file. It works on tokens. Text that only looks like a comparison or a
// call does not compile when it is changed, and is counted so.
type cMutator struct {
	changes
	pieces []piece
	// inside holds for each token the index of the bracket that it stands in, -1 outside of all.
	inside []int
}

func cChanges(source []byte) ([]change, error) {
	pieces, defines := cPieces(string(source))
	c := &cMutator{changes{text: source}, pieces, enclosing(pieces)}
	for i, p := range pieces {
		switch p.kind {
		case mark:
			c.symbol(i)
		case number:
			c.number(i)
		case word:
			c.word(i)
		}
	}
	c.types(defines)
	return c.list, nil
}

func enclosing(pieces []piece) []int {
	inside := make([]int, len(pieces))
	open := []int{-1}
	for i, p := range pieces {
		if p.match >= 0 && p.match < i {
			open = open[:len(open)-1]
		}
		inside[i] = open[len(open)-1]
		if p.match > i {
			open = append(open, i)
		}
	}
	return inside
}

var (
	cTypes = lazyregexp.New(`^(u?int\d+_t|int|long|short|char|bool|float|double|void|unsigned|signed|auto|const|size_t|` +
		`__int128|constexpr|static|struct|class|enum|union|typename|register|volatile|mutable)$`)
	cKeywords = lazyregexp.New(`^(return|if|else|for|while|do|switch|case|default|goto|break|continue|sizeof|new|delete|` +
		`throw|using|namespace|template|typedef|operator|public|private|protected|try|catch|and|or|not|co_return|co_yield|` +
		`static_assert|friend|extern|inline|virtual|explicit)$`)
	cIntegers = lazyregexp.New(`^(u?int\d*_t|int|long|short|unsigned|size_t|ll|i64)$`)
)

// is reports whether the token at an index is one of the texts.
func (c *cMutator) is(i int, texts ...string) bool {
	return i >= 0 && i < len(c.pieces) && c.pieces[i].is(texts...)
}

// has reports whether the token at an index is of a kind.
func (c *cMutator) has(i int, k kind) bool {
	return i >= 0 && i < len(c.pieces) && c.pieces[i].kind == k
}

// isName reports whether a word is neither a keyword nor a type.
func (c *cMutator) isName(i int) bool {
	return c.has(i, word) && !cKeywords().MatchString(c.pieces[i].text) && !cTypes().MatchString(c.pieces[i].text)
}

func (c *cMutator) isType(i int) bool {
	return c.has(i, word) && cTypes().MatchString(c.pieces[i].text)
}

// piece replaces a token.
func (c *cMutator) piece(operator event.Operator, i int, text string) {
	c.tokens(operator, i, i, text)
}

// tokens replaces the tokens from first to last.
func (c *cMutator) tokens(operator event.Operator, first, last int, text string) {
	c.replace(operator, c.pieces[first].start, c.pieces[last].end, text)
}

// behind adds text after a token.
func (c *cMutator) behind(operator event.Operator, i int, text string) {
	c.replace(operator, c.pieces[i].end, c.pieces[i].end, text)
}

// operand reports whether a value may end with the token at an index, so that the next token is a binary operator.
func (c *cMutator) operand(i int) bool {
	switch {
	case i < 0:
		return false
	case c.is(i, "++", "--"):
		return c.operand(i - 1)
	case c.has(i, number), c.has(i, text), c.is(i, ")", "]"):
		return true
	}
	return c.isName(i)
}

func (c *cMutator) symbol(i int) {
	p := c.pieces[i]
	switch {
	case boundaries[p.text] != "":
		c.piece(Boundary, i, boundaries[p.text])
	case p.is("<<", ">>"):
		// Streams are written to and read from; only numbers are shifted.
		if c.has(i-1, number) && !c.is(i-2, "<<", ">>") {
			c.piece(Symbol, i, swaps[p.text])
		}
	case p.is("+", "-", "*", "/") && c.isSize(i):
	case p.is("+", "-", "*", "/", "%", "&", "|", "^", "&&", "||", "==", "!="):
		if c.operand(i - 1) {
			c.piece(Symbol, i, swaps[p.text])
		} else if p.is("-") {
			c.piece(Symbol, i, "")
		}
		if p.is("&&", "||") {
			c.operands(i)
		}
	case p.is("!", "~"):
		c.piece(Symbol, i, "")
	case swaps[p.text] != "":
		c.piece(Symbol, i, swaps[p.text])
	case p.is("{"):
		c.returnEarly(i)
	case p.is(";"):
		c.statement(i)
	}
}

// operands removes the influence of each side of && and ||.
func (c *cMutator) operands(i int) {
	limits := []string{"||", "?", ":", ";", ",", "=", "return", "{", "}", "(", "[", "+=", "-=", "|=", "&=", "^="}
	value := "false"
	if c.is(i, "&&") {
		value = "true"
		limits = append(limits, "&&")
	}
	first := c.back(i - 1)
	for first > 0 && !c.is(first-1, limits...) {
		first = c.back(first - 1)
	}
	if first < i {
		c.tokens(Condition, first, i-1, value)
	}
	limits = append(limits, ")", "]")
	last := c.ahead(i + 1)
	for last+1 < len(c.pieces) && (c.is(last+1, "(", "[") || !c.is(last+1, limits...)) {
		last = c.ahead(last + 1)
	}
	if last < len(c.pieces) {
		c.tokens(Condition, i+1, last, value)
	}
}

// back goes from a closing bracket to its opening one, ahead the other way; both stay where there is none.
func (c *cMutator) back(i int) int {
	if i >= 0 && c.pieces[i].match >= 0 && c.pieces[i].match < i {
		return c.pieces[i].match
	}
	return max(i, 0)
}

func (c *cMutator) ahead(i int) int {
	if i < len(c.pieces) && c.pieces[i].match > i {
		return c.pieces[i].match
	}
	return i
}

func (c *cMutator) number(i int) {
	literal := c.pieces[i].text
	if digits := strings.TrimRight(literal, "lL"); digits != literal {
		c.piece(Overflow, i, digits)
	}
	if c.isSize(i) {
		return
	}
	for _, other := range neighbours(literal) {
		c.piece(Constant, i, other)
	}
}

func (c *cMutator) word(i int) {
	switch p := c.pieces[i]; p.text {
	case "true":
		c.piece(Constant, i, "false")
	case "false":
		c.piece(Constant, i, "true")
	case "break":
		c.piece(Flow, i, "continue")
	case "continue":
		c.piece(Flow, i, "break")
	case "and", "or":
		c.piece(Symbol, i, swaps[p.text])
	case "if":
		c.condition(i+1, "true", "false", "!")
	case "while":
		c.condition(i+1, "false")
		c.once(i + 1)
	case "for":
		c.loop(i + 1)
	case "lower_bound":
		c.piece(Boundary, i, "upper_bound")
	case "upper_bound":
		c.piece(Boundary, i, "lower_bound")
	case "min_element":
		c.piece(Argument, i, "max_element")
	case "max_element":
		c.piece(Argument, i, "min_element")
	default:
		if c.isName(i) {
			c.call(i)
		}
	}
}
