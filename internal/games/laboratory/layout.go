package laboratory

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"grundy/internal/base/yamldoc"
)

// layout is the lines of an input, as a package describes them.
type layout []line

// line is a line, or lines that are repeated or have a header line.
type line struct {
	text template // the line, or the header of the others
	head bool
	// loop is the name of the loop variable in the lines. It takes a range of numbers, or the numbers in a word.
	loop         string
	from, to, in *Expression
	when         *Expression // nil for always
	lines        layout
}

// Bounds of an input: its size, and the steps to write it.
const (
	maxInput = 64 << 10 // bytes
	maxSteps = 100_000
)

// template is a text with expressions in braces.
type template []piece

// piece is a text, or an expression to insert.
type piece struct {
	text string
	of   *Expression
}

// newTemplate parses a template. The error is an *ExpressionError whose position is relative to the
// expression.
func newTemplate(text string, names map[string]Kind) (template, error) {
	var t template
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		t = append(t, piece{text: before})
		if !found {
			break
		}
		end, depth := 0, 1 // sets have braces, too
		for ; end < len(rest); end++ {
			switch rest[end] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 {
				break
			}
		}
		if depth > 0 {
			return nil, &ExpressionError{Text: rest, At: len(rest), Message: "want } at the end of an expression"}
		}
		x, err := Parse(rest[:end], names)
		if err != nil {
			return nil, err
		}
		t = append(t, piece{of: x})
		text = rest[end+1:]
	}
	return t, nil
}

// reader reads the package's description, and reports its faults.
type reader struct{ depth int }

// maxNested bounds the nesting of lines.
const maxNested = 6

// layout reads lines over the given names.
func (r *reader) layout(v yamldoc.Value, names map[string]Kind) layout {
	if r.depth++; r.depth > maxNested {
		v.Fault("", "lines lie deeper than %d in each other", maxNested)
		return nil
	}
	defer func() { r.depth-- }()
	items, ok := v.Items(`write a list of lines, such as "{a} {b}"`)
	if !ok {
		return nil
	}
	var l layout
	for _, item := range items {
		if item.Kind() == yamldoc.Map {
			l = append(l, r.lines(item, names))
		} else if text, ok := item.Scalar(); ok {
			l = append(l, line{text: r.template(item, text, names)})
		}
	}
	return l
}

// lines reads lines that are repeated, conditional or have a header.
func (r *reader) lines(item yamldoc.Value, names map[string]Kind) line {
	var l line
	m, ok := item.Mapping()
	if !ok {
		return l
	}
	below := maps.Clone(names)
	m.Text("for", &l.loop)
	if in, found := m.Take("in"); found {
		l.in = r.expression(in, names, Word)
		below[l.loop] = Number
	}
	if from, found := m.Take("from"); found {
		l.from = r.expression(from, names, Number)
		below[l.loop] = Number
	}
	if to, found := m.Take("to"); found {
		l.to = r.expression(to, names, Number)
	}
	if when, found := m.Take("when"); found {
		l.when = r.expression(when, names, Truth)
	}
	head, headed := m.Take("head")
	if lines, found := m.Take("lines"); found {
		l.lines = r.layout(lines, below)
	} else {
		item.Fault("", "lines is missing: the lines to write")
	}
	if headed {
		below["lines"] = Number
		if text, ok := head.Scalar(); ok {
			l.head, l.text = true, r.template(head, text, below)
		}
	}
	m.Finish(nil)
	switch {
	case l.loop == "" && (l.in != nil || l.from != nil || l.to != nil):
		item.Fault("such as for: i", "for is missing: the name of the loop variable")
	case l.loop != "" && (l.in == nil) == (l.from == nil || l.to == nil):
		item.Fault("", "want from and to, or in, beside for")
	case l.head && l.loop != "":
		item.Fault("put lines with for below it", "want head or for, not both")
	}
	return l
}

// expression reads an expression of a kind.
func (r *reader) expression(v yamldoc.Value, names map[string]Kind, kind Kind) *Expression {
	text, ok := v.Scalar()
	if !ok {
		return nil
	}
	x, err := Parse(text, names)
	if err != nil {
		faulty(v, err)
		return nil
	}
	if x.kind != kind {
		v.Fault("", "want %s, this is %s", kind, x.kind)
		return nil
	}
	return x
}

func (r *reader) template(v yamldoc.Value, text string, names map[string]Kind) template {
	t, err := newTemplate(text, names)
	if err != nil {
		faulty(v, err)
	}
	return t
}

// faulty reports the fault of an expression.
func faulty(v yamldoc.Value, err error) {
	wrong := err.(*ExpressionError) // the parser returns no other errors
	v.Fault(wrong.Help, "%q, %s", wrong.Text, wrong.Error())
}

// writer writes an input.
type writer struct {
	strings.Builder
	steps int
}

// write writes lines.
func (w *writer) write(l layout, names map[string]Value) error {
	for _, one := range l {
		if err := w.step(); err != nil {
			return err
		}
		if err := w.one(one, names); err != nil {
			return err
		}
	}
	return nil
}

// step counts steps, so that no description can keep the user waiting.
func (w *writer) step() error {
	if w.steps++; w.steps > maxSteps || w.Len() > maxInput {
		return fmt.Errorf("the laboratory of the package makes an input of more than %d KiB, or in more than %d steps", maxInput>>10, maxSteps)
	}
	return nil
}

func (w *writer) one(one line, names map[string]Value) error {
	if one.when != nil {
		if holds, err := one.when.Value(names); err != nil || !holds.isTrue() {
			return err
		}
	}
	switch {
	case one.head:
		below := writer{steps: w.steps}
		if err := below.write(one.lines, names); err != nil {
			return err
		}
		w.steps = below.steps
		names = with(names, "lines", number(float64(strings.Count(below.String(), "\n"))))
		if err := w.line(one.text, names); err != nil {
			return err
		}
		w.WriteString(below.String())
		return nil
	case one.loop != "":
		return one.each(names, func(value Value) error {
			if err := w.step(); err != nil {
				return err
			}
			return w.write(one.lines, with(names, one.loop, value))
		})
	case one.lines != nil:
		return w.write(one.lines, names)
	}
	return w.line(one.text, names)
}

func with(names map[string]Value, name string, value Value) map[string]Value {
	below := maps.Clone(names)
	below[name] = value
	return below
}

// each calls do with each value of a loop.
func (one *line) each(names map[string]Value, do func(Value) error) error {
	if one.in != nil {
		list, err := one.in.Value(names)
		if err != nil {
			return err
		}
		for text := range strings.FieldsSeq(list.Word) {
			n, err := strconv.ParseFloat(text, 64)
			if err == nil {
				err = do(number(n))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	from, err := one.from.Value(names)
	if err != nil {
		return err
	}
	to, err := one.to.Value(names)
	for n := from.Number; err == nil && n <= to.Number; n++ {
		err = do(number(n))
	}
	return err
}

// line writes a line.
func (w *writer) line(t template, names map[string]Value) error {
	for _, p := range t {
		if p.of == nil {
			w.WriteString(p.text)
			continue
		}
		value, err := p.of.Value(names)
		if err != nil {
			return err
		}
		w.WriteString(value.String())
	}
	w.WriteByte('\n')
	return nil
}
