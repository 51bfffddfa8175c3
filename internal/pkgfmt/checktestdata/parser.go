package checktestdata

import (
	"fmt"
	"strings"

	"grundy/internal/base/bytesize"
)

// Parse reads a program. The error is a *SyntaxError.
func Parse(source []byte) (program *Program, err error) {
	if bytesize.Size(len(source)) > MaxSource {
		return nil, &SyntaxError{Position{1, 1}, fmt.Sprintf("the program is longer than %v", MaxSource)}
	}
	p := &parser{lexer: lexer{source: string(source), line: 1}, slots: map[string]int{}}
	// The parser is a dozen mutually recursive functions; a panic spares each of them the error handling.
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case *SyntaxError:
			err = fault
		default:
			panic(fault)
		}
	}()
	p.advance()
	steps := p.block()
	if p.token.kind != atEnd {
		p.fail("%s outside of a block", p.token)
	}
	steps = append(steps, step{at: p.token.at, name: "EOF", do: endOfFile{}})
	return &Program{steps: steps, names: len(p.slots)}, nil
}

// parser reads a program by recursive descent.
type parser struct {
	lexer lexer
	token token // the next token
	last  int   // end of the previous token
	slots map[string]int
	depth int
}

func (p *parser) advance() {
	p.last = p.token.stop
	p.token = p.lexer.next()
}

func (p *parser) fail(format string, args ...any) { p.failAt(p.token.at, format, args...) }

func (p *parser) failAt(at Position, format string, args ...any) {
	panic(&SyntaxError{at, fmt.Sprintf(format, args...)})
}

// is reports whether the next token is the given symbol or word.
func (p *parser) is(text string) bool {
	return (p.token.kind == aSymbol || p.token.kind == aWord) && p.token.text == text
}

// accept skips a symbol or word if it comes next.
func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail("want %q, found %s", text, p.token)
	}
}

// nest bounds the recursion; the result undoes it.
func (p *parser) nest() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail("more than %d levels of blocks and brackets", maxDepth)
	}
	return func() { p.depth-- }
}

// block reads commands up to an END, an ELSE or the end.
func (p *parser) block() []step {
	var steps []step
	for p.token.kind != atEnd && !p.is("END") && !p.is("ELSE") {
		steps = append(steps, p.command())
	}
	return steps
}

func (p *parser) command() step {
	defer p.nest()()
	s := step{at: p.token.at, name: p.token.text}
	if p.token.kind != aWord {
		p.fail("want a command, found %s", p.token)
	}
	p.advance()
	switch s.name {
	case "SPACE":
		s.do = &character{' ', "a space"}
	case "NEWLINE":
		s.do = &character{'\n', "a newline"}
	case "EOF":
		s.do = endOfFile{}
	case "INT":
		s.do = p.int()
	case "FLOAT", "FLOATP":
		s.do = p.float(s.name == "FLOATP")
	case "STRING":
		p.expect("(")
		s.do = &readString{p.expression()}
		p.expect(")")
	case "REGEX":
		s.do = p.regex()
	case "ASSERT":
		s.do = p.assertion()
	case "SET":
		s.do = p.assignments()
	case "UNSET":
		p.expect("(")
		s.do = &unset{p.names()}
		p.expect(")")
	case "REP", "REPI", "WHILE", "WHILEI":
		s.do = p.loop(s.at, s.name)
	case "IF":
		s.do = p.choice(s.at)
	case "END", "ELSE":
		p.failAt(s.at, "want a command, found %s", s.name)
	default:
		p.failAt(s.at, "unknown command %s", source(s.name))
	}
	return s
}

// int reads the rest of INT(min, max [, variable]).
func (p *parser) int() command {
	r := new(readInteger)
	p.expect("(")
	r.low = p.expression()
	p.expect(",")
	r.high = p.expression()
	if p.accept(",") {
		r.into = p.place()
	}
	p.expect(")")
	return r
}

// float reads the rest of FLOAT(min, max [, variable [, form]]), and the two additional numbers of FLOATP.
func (p *parser) float(decimals bool) command {
	r := new(readFloat)
	p.expect("(")
	r.low = p.expression()
	p.expect(",")
	r.high = p.expression()
	if decimals {
		p.expect(",")
		r.minDecimals = p.expression()
		p.expect(",")
		r.maxDecimals = p.expression()
	}
	if p.accept(",") {
		r.into = p.place()
		if p.accept(",") {
			r.form = p.form()
		}
	}
	p.expect(")")
	return r
}

func (p *parser) form() floatForm {
	switch {
	case p.accept("FIXED"):
		return fixed
	case p.accept("SCIENTIFIC"):
		return scientific
	}
	p.fail("want FIXED or SCIENTIFIC, found %s", p.token)
	return anyForm
}

// regex reads the rest of REGEX(string [, variable]). It compiles a constant expression at once.
func (p *parser) regex() command {
	p.expect("(")
	at := p.token.at
	r := &readRegex{of: p.expression()}
	if c, ok := r.of.(*constant); ok && c.value.isString() {
		var err error
		if r.compiled, err = compile(c.value.x.(string)); err != nil {
			p.failAt(at, "%v", err)
		}
	}
	if p.accept(",") {
		r.into = p.place()
	}
	p.expect(")")
	return r
}

func (p *parser) assertion() command {
	p.expect("(")
	start := p.token.start
	a := &assertion{test: p.test()}
	a.text = source(p.lexer.source[start:p.last])
	p.expect(")")
	return a
}

// assignments reads the rest of SET(variable = value, …).
func (p *parser) assignments() command {
	var list assignments
	p.expect("(")
	for {
		a := assignment{place: p.place()}
		p.expect("=")
		a.value = p.expression()
		list = append(list, a)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}

// loop reads the rest of REP(count [, separator]) … END and its three variants.
func (p *parser) loop(at Position, name string) command {
	l := new(loop)
	p.expect("(")
	if strings.HasSuffix(name, "I") {
		l.counter = p.place()
		p.expect(",")
	}
	if strings.HasPrefix(name, "REP") {
		l.count = p.expression()
	} else {
		l.condition = p.test()
	}
	if p.accept(",") {
		l.separator = []step{p.command()}
	}
	p.expect(")")
	l.body = p.block()
	p.close(at, name)
	return l
}

// choice reads the rest of IF(test) … [ELSE …] END.
func (p *parser) choice(at Position) command {
	c := new(choice)
	p.expect("(")
	c.condition = p.test()
	p.expect(")")
	c.then = p.block()
	if p.accept("ELSE") {
		c.otherwise = p.block()
	}
	p.close(at, "IF")
	return c
}

// close reads the END of a block.
func (p *parser) close(at Position, name string) {
	if !p.accept("END") {
		p.fail("want the END of the %s in %s, found %s", name, at, p.token)
	}
}

// names reads variables without indices: a, b, ….
func (p *parser) names() []*variableRef {
	list := []*variableRef{p.name()}
	for p.accept(",") {
		list = append(list, p.name())
	}
	return list
}

func (p *parser) name() *variableRef {
	t := p.token
	if t.kind != aName {
		p.fail("want a variable, found %s", t)
	}
	p.advance()
	slot, known := p.slots[t.text]
	if !known {
		slot = len(p.slots)
		p.slots[t.text] = slot
	}
	return &variableRef{at: t.at, name: t.text, slot: slot}
}

// place reads a variable with optional indices.
func (p *parser) place() *variableRef {
	v := p.name()
	if !p.accept("[") {
		return v
	}
	v.indices = append(v.indices, p.expression())
	for p.accept(",") {
		v.indices = append(v.indices, p.expression())
	}
	p.expect("]")
	return v
}
