package mutate

import "grundy/internal/base/lazyregexp"

// pyMutator finds the changes of a Python file, one logical line at a time.
type pyMutator struct {
	changes
	lines []pyLine
}

func pythonChanges(source []byte) ([]change, error) {
	p := &pyMutator{changes{text: source}, pyLines(string(source))}
	for i, line := range p.lines {
		l := &pyLineMutator{p, line.pieces, enclosing(line.pieces)}
		l.change()
		p.compound(i)
	}
	p.types()
	return p.list, nil
}

var pyKeywords = lazyregexp.New(`^(False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|` +
	`finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$`)

// compound changes the head of a compound statement: conditions, and the end of its body.
func (p *pyMutator) compound(i int) {
	line := p.lines[i]
	l := &pyLineMutator{p, line.pieces, enclosing(line.pieces)}
	colon := l.colon()
	if colon < 0 {
		return
	}
	switch first := line.pieces[0]; {
	case first.is("if", "elif"):
		l.force(1, colon-1, "True", "False", "not")
	case first.is("while"):
		l.force(1, colon-1, "False")
		p.once(i, colon)
	case first.is("for"):
		p.once(i, colon)
	case first.is("def") && !l.is(1, "main") && colon == len(line.pieces)-1 && i+1 < len(p.lines):
		body := p.lines[i+1]
		p.replace(Flow, body.start, body.start, "return\n"+body.indent)
	}
}

// once ends the loop with the head at line i after its first round.
func (p *pyMutator) once(i, colon int) {
	head := p.lines[i]
	if colon < len(head.pieces)-1 {
		p.replace(Flow, head.end, head.end, "; break")
		return
	}
	last := i
	for last+1 < len(p.lines) && len(p.lines[last+1].indent) > len(head.indent) {
		last++
	}
	if last > i && !p.lines[last].pieces[0].is("break", "continue", "return") {
		p.replace(Flow, p.lines[last].end, p.lines[last].end, "\n"+p.lines[i+1].indent+"break")
	}
}

// types narrows the types of NumPy; Python's own numbers do not overflow.
func (p *pyMutator) types() {
	for _, line := range p.lines {
		for _, piece := range line.pieces {
			switch {
			case piece.kind == word && piece.is("int64"):
				p.replace(Overflow, piece.start, piece.end, "int32")
			case piece.kind == word && piece.is("float64"):
				p.replace(Overflow, piece.start, piece.end, "float32")
			}
		}
	}
}
