package laboratory

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/games"
)

// Grid is the positions for one choice of held values.
type Grid struct {
	*Laboratory
	// Held are the values of the axes that are neither columns nor rows.
	Held map[string]Value
	// Columns and Rows are the values of the first and the second axis, which may be missing.
	Columns, Rows []Value
}

// Cell is a position of a grid.
type Cell struct {
	// Index counts the places of a grid row by row, including empty ones.
	Index int
	// Names are the values of all axes.
	Names map[string]Value
}

// Grid chooses the held values; axes without a choice keep their start value.
func (l *Laboratory) Grid(held map[string]string) (*Grid, error) {
	g := &Grid{Laboratory: l, Held: map[string]Value{}, Columns: l.Axes[0].Values, Rows: []Value{{}}}
	if len(l.Axes) > 1 {
		g.Rows = l.Axes[1].Values
	}
	var names []string
	for _, axis := range l.held() {
		names = append(names, axis.Name)
		g.Held[axis.Name] = axis.Start
		text, given := held[axis.Name]
		if !given {
			continue
		}
		i := axis.find(text)
		if i < 0 {
			last := axis.Values[len(axis.Values)-1]
			return nil, hint.Errorf(fmt.Sprintf("it goes from %s to %s", axis.Values[0], last), "%s has no value %q", axis.Name, text)
		}
		g.Held[axis.Name] = axis.Values[i]
	}
	for _, name := range slices.Sorted(maps.Keys(held)) {
		if _, known := g.Held[name]; !known {
			remedy := "nothing is held here"
			if len(names) > 0 {
				remedy = "held are " + strings.Join(names, ", ")
			}
			return nil, hint.Errorf(remedy, "%q is not held", name)
		}
	}
	return g, nil
}

// Cells returns the positions, row by row. Values that are not a position make no cell.
func (g *Grid) Cells() ([]Cell, error) {
	var cells []Cell
	for row := range g.Rows {
		for column := range g.Columns {
			cell := Cell{Index: row*len(g.Columns) + column, Names: maps.Clone(g.Held)}
			cell.Names[g.Axes[0].Name] = g.Columns[column]
			if len(g.Axes) > 1 {
				cell.Names[g.Axes[1].Name] = g.Rows[row]
			}
			if g.where != nil {
				is, err := g.where.Value(cell.Names)
				if err != nil {
					return nil, descriptionError("where", err)
				}
				if !is.isTrue() {
					continue
				}
			}
			cells = append(cells, cell)
		}
	}
	return cells, nil
}

// Chosen returns the positions that meet a condition over the names of all axes; all of them if it is "". The error is
// an *ExpressionError if the condition is wrong.
func (g *Grid) Chosen(condition string) ([]Cell, error) {
	cells, err := g.Cells()
	if err != nil || condition == "" {
		return cells, err
	}
	is, err := Parse(condition, g.kinds())
	if err != nil {
		return nil, err
	}
	if is.Kind() != Truth {
		return nil, &ExpressionError{Text: condition, Message: fmt.Sprintf("want a condition, got %s", is.Kind()), Help: fmt.Sprintf("such as %s < 8", g.Axes[0].Name)}
	}
	var chosen []Cell
	for _, cell := range cells {
		value, err := is.Value(cell.Names)
		if err != nil {
			return nil, err
		}
		if value.isTrue() {
			chosen = append(chosen, cell)
		}
	}
	return chosen, nil
}

// descriptionError is an error in the package's description.
func descriptionError(part string, err error) error {
	return hint.Errorf("the author of the package must fix that", "%s: %s: %w", games.GridFile, part, err)
}

// Place names a position in messages: "a = 3, b = 5".
func (g *Grid) Place(cell Cell) string {
	var parts []string
	for _, axis := range g.Axes {
		parts = append(parts, axis.Name+" = "+cell.Names[axis.Name].String())
	}
	return strings.Join(parts, ", ")
}

// Distance is the distance of a position from the first one, in steps along the two axes. The smallest
// positions are the nearest.
func (g *Grid) Distance(cell Cell) int {
	return cell.Index/len(g.Columns) + cell.Index%len(g.Columns)
}

// Most is the most cells that an input may hold.
func (g *Grid) Most() int {
	if g.batched {
		return maxCells
	}
	return 1
}

// Input writes the input that asks about some cells. There may be no more than one input can hold.
func (g *Grid) Input(cells []Cell) (string, error) {
	var w writer
	if g.batched {
		if err := w.write(g.frame, with(g.Held, "cells", number(float64(len(cells))))); err != nil {
			return "", descriptionError("input", err)
		}
	}
	for _, cell := range cells {
		w.steps = 0
		if err := w.write(g.cell, cell.Names); err != nil {
			return "", descriptionError("cell, for "+g.Place(cell), err)
		}
	}
	return w.String(), nil
}

// Answers finds the answers for cells in the output for them.
func (g *Grid) Answers(cells []Cell, output string) ([]string, error) {
	lines := slices.Collect(strings.Lines(output))
	answers := make([]string, len(cells))
	for i, cell := range cells {
		line, place := float64(i+1), 1.0
		names := with(cell.Names, "cell", number(line))
		for _, part := range []struct {
			of   *Expression
			into *float64
		}{{g.line, &line}, {g.word, &place}} {
			if part.of == nil {
				continue
			}
			value, err := part.of.Value(names)
			if err != nil {
				return nil, descriptionError("answer", err)
			}
			*part.into = value.Number
		}
		if !isWhole(line) || line < 1 || line > float64(len(lines)) {
			return nil, fmt.Errorf("the output has %d lines, and none with number %v", len(lines), line)
		}
		words := strings.Fields(lines[int(line)-1])
		if !isWhole(place) || place < 1 || place > float64(len(words)) {
			return nil, fmt.Errorf("line %v of the output has %d words, and none with number %v", line, len(words), place)
		}
		answers[i] = words[int(place)-1]
	}
	return answers, nil
}
