package laboratory

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
	"grundy/internal/games"
	"grundy/internal/pkgfmt/problem"
)

// Laboratory is a package's description of its grid.
type Laboratory struct {
	// Axes are the columns, the rows if there are any, and the held axes.
	Axes []Axis
	// Classes are answers with a name, such as "lost". Other answers are numbers or words, shown verbatim.
	Classes []Class

	frame, cell layout
	batched     bool // whether an input holds several cells
	where       *Expression
	line, word  *Expression // position of the answer in the output
}

// Axis is a quantity with one value for each position.
type Axis struct {
	Name, About string
	Values      []Value // not empty
	Start       Value   // the value that is held at first
}

// Class is an answer with a name.
type Class struct{ Answer, Name string }

// Bounds of a grid.
const (
	maxAxes   = 8
	maxValues = 64 // of an axis
	maxCells  = 1024
)

// ErrNone says that a problem describes no grid.
var ErrNone = hint.Errorf("docs/laboratory.md says which problems have one, and how a package describes it", "the problem has no laboratory")

// Read reads a package's description. The error is ErrNone if there is none, and a *problem.FaultError if it is
// wrong.
func Read(p *problem.Problem) (*Laboratory, error) {
	text, err := fsutil.ReadWithin(p.Dir, filepath.Join(p.Dir, filepath.FromSlash(games.GridFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", p.ID, ErrNone)
	}
	if err != nil {
		return nil, fmt.Errorf("read the laboratory: %w", err)
	}
	report := &problem.Report{}
	l := &Laboratory{}
	if root, ok := report.Parse(games.GridFile, text); ok {
		l.read(root)
	}
	if fatal := report.Faults.Fatal(false); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
	}
	return l, nil
}

// read reads the file, and reports its faults.
func (l *Laboratory) read(root yamldoc.Value) {
	m, ok := root.Mapping()
	if !ok {
		return
	}
	axes, found := m.Take("axes")
	if !found {
		root.Fault("such as - {name: n, about: stones, from: 0, to: 20}", "axes is missing: what columns and rows stand for")
		return
	}
	l.readAxes(axes)
	if answers, found := m.Take("answers"); found {
		l.readClasses(answers)
	}
	if len(l.Axes) == 0 {
		return
	}
	kinds, held := l.kinds(), map[string]Kind{"cells": Number}
	for _, axis := range l.held() {
		held[axis.Name] = axis.kind()
	}
	r := &reader{}
	var frame yamldoc.Value
	if frame, l.batched = m.Take("input"); l.batched {
		l.frame = r.layout(frame, held)
	}
	if cell, found := m.Take("cell"); found {
		l.cell = r.layout(cell, kinds)
	} else if !l.batched {
		root.Fault(`such as cell: ["{n}"]`, "cell is missing: how a cell becomes an input")
	}
	if where, found := m.Take("where"); found {
		l.where = r.expression(where, kinds, Truth)
	}
	if answer, found := m.Take("answer"); found {
		if of, ok := answer.Mapping(); ok {
			places := l.kinds()
			places["cell"] = Number
			if line, found := of.Take("line"); found {
				l.line = r.expression(line, places, Number)
			}
			if place, found := of.Take("word"); found {
				l.word = r.expression(place, places, Number)
			}
			of.Finish(nil)
		}
	}
	m.Finish(nil)
}

func (l *Laboratory) readAxes(v yamldoc.Value) {
	items, ok := v.Items("write a list of axes: the columns, the rows, and the held axes")
	if ok && len(items) == 0 {
		v.Fault("such as - {name: n, about: stones, from: 0, to: 20}", "want at least one axis")
	}
	for _, item := range items {
		m, ok := item.Mapping()
		if !ok {
			continue
		}
		var axis Axis
		m.Text("name", &axis.Name)
		m.Text("about", &axis.About)
		axis.Values = axisValues(m)
		axis.readStart(m)
		m.Finish(nil)
		taken := slices.ContainsFunc(l.Axes, func(other Axis) bool { return other.Name == axis.Name })
		switch tokens, err := scan(axis.Name); {
		case err != nil || len(tokens) != 2 || tokens[0].kind != nameToken:
			item.Fault("such as n", "name: want one word of letters, got %q", axis.Name)
		case taken, reserved[axis.Name]:
			item.Fault("", "name: %q means something else", axis.Name)
		case len(axis.Values) == 0 || len(axis.Values) > maxValues:
			item.Fault("from: 0 and to: 20, or of: [normal, misere]", "want from 1 to %d values", maxValues)
		case len(l.Axes) == maxAxes:
			item.Fault("", "more than %d axes", maxAxes)
		default:
			l.Axes = append(l.Axes, axis)
		}
	}
	if len(l.Axes) > 1 && len(l.Axes[0].Values)*len(l.Axes[1].Values) > maxCells {
		v.Fault("", "more than %d cells", maxCells)
	}
}

// readStart reads which value is held at first.
func (a *Axis) readStart(m *yamldoc.Mapping) {
	if len(a.Values) == 0 {
		return
	}
	a.Start = a.Values[0]
	start, found := m.Take("start")
	if !found {
		return
	}
	text, _ := start.Scalar()
	if i := a.find(text); i >= 0 {
		a.Start = a.Values[i]
	} else {
		start.Fault("", "%s has no value %q", a.Name, text)
	}
}

// find is the index of the value with this spelling, or -1.
func (a *Axis) find(text string) int {
	return slices.IndexFunc(a.Values, func(v Value) bool { return v.String() == text })
}

// reserved are names with a meaning in expressions or descriptions.
var reserved = func() map[string]bool {
	names := map[string]bool{"cells": true, "cell": true, "lines": true, "by": true, "claim": true} // the last two: page addresses
	for name := range functions {
		names[name] = true
	}
	for name := range constants {
		names[name] = true
	}
	return names
}()

// axisValues reads a range of numbers or a list of words.
func axisValues(m *yamldoc.Mapping) (values []Value) {
	if of, found := m.Take("of"); found {
		words, _ := of.Texts()
		for _, text := range words {
			values = append(values, word(text))
		}
		return values
	}
	from, to, step := int64(0), int64(-1), int64(1)
	for _, bound := range []struct {
		key   string
		into  *int64
		least int64
	}{{"from", &from, 0}, {"to", &to, 0}, {"step", &step, 1}} {
		if v, found := m.Take(bound.key); found {
			if n, ok := v.Integer(bound.least); ok {
				*bound.into = n
			}
		}
	}
	for n := from; n <= to && len(values) <= maxValues; n += step {
		values = append(values, number(float64(n)))
	}
	return values
}

func (l *Laboratory) readClasses(v yamldoc.Value) {
	m, ok := v.Mapping()
	if !ok {
		return
	}
	for _, field := range m.Rest() {
		name, _ := field.Value.Text()
		switch tokens, err := scan(name); {
		case err != nil || len(tokens) != 2 || tokens[0].kind != nameToken || reserved[name] || l.kinds()[name] != 0:
			field.Value.Fault("such as lost", "want one word of letters that means nothing else, got %q", name)
		default:
			l.Classes = append(l.Classes, Class{Answer: field.Key, Name: name})
		}
	}
}

func (l *Laboratory) kinds() map[string]Kind {
	kinds := map[string]Kind{}
	for _, axis := range l.Axes {
		kinds[axis.Name] = axis.kind()
	}
	return kinds
}

func (a *Axis) kind() Kind { return a.Values[0].Kind }

// held returns the axes of which a grid has one value each.
func (l *Laboratory) held() []Axis { return l.Axes[min(2, len(l.Axes)):] }

// Choices are choices of held values for checks: the start values; the last value of every axis; and each other
// value, with start values for the other axes.
func (l *Laboratory) Choices() []map[string]string {
	last := map[string]string{}
	choices := []map[string]string{{}}
	if len(l.held()) > 0 {
		choices = append(choices, last)
	}
	for _, axis := range l.held() {
		last[axis.Name] = axis.Values[len(axis.Values)-1].String()
		for _, value := range axis.Values {
			choice := map[string]string{axis.Name: value.String()}
			if value != axis.Start && !slices.ContainsFunc(choices, func(other map[string]string) bool { return maps.Equal(choice, other) }) {
				choices = append(choices, choice)
			}
		}
	}
	return choices
}

func (l *Laboratory) classNamed(name string) (Class, bool) {
	i := slices.IndexFunc(l.Classes, func(c Class) bool { return c.Name == name })
	if i < 0 {
		return Class{}, false
	}
	return l.Classes[i], true
}

// Called names an answer: by its class, else verbatim.
func (l *Laboratory) Called(answer string) string {
	for _, class := range l.Classes {
		if class.Answer == answer {
			return class.Name
		}
	}
	return answer
}

// Sign is an answer as a cell shows it. Answers of classes that are not numbers are dots, thick for the first
// class.
func (l *Laboratory) Sign(answer string) string {
	i := slices.IndexFunc(l.Classes, func(c Class) bool { return c.Answer == answer })
	_, notNumber := strconv.Atoi(answer)
	switch {
	case answer == "":
		return "!"
	case i < 0 || notNumber == nil:
		return answer
	case i == 0:
		return "●"
	}
	return "·"
}

// String describes columns and rows: "stones in the pile × the most stones that a move takes".
func (l *Laboratory) String() string {
	var shown []string
	for _, axis := range l.Axes[:min(2, len(l.Axes))] {
		shown = append(shown, cmp.Or(axis.About, axis.Name))
	}
	return strings.Join(shown, " × ")
}
