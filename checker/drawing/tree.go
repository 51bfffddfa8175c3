package drawing

import (
	"fmt"
	"slices"
	"strconv"
)

// Sizes of trees and graphs.
const (
	mostVertices = 60
	treeAcross   = 34.0 // from a vertex to the next one at the same depth
	treeDown     = 44.0
)

// Maze is a tree of rooms with a mouse and a trap.
type Maze struct {
	Rooms, Mouse, Trap int
	Neighbours         func(room int) []int
	// Passage returns the parts for the passage between two rooms, the second of which is nearer to the trap, given a
	// plain line. nil draws the line.
	Passage func(room, other int, line Part) []Part
}

// Board draws the maze below the trap, or the part of it nearest to the mouse.
func (m Maze) Board() Board {
	b := Board{Title: "Maze", Description: fmt.Sprintf("the mouse is in room %d, the trap in room %d", m.Mouse+1, m.Trap+1)}
	near := nearest(m.Mouse, m.Neighbours)
	root := near[len(near)-1]
	for _, room := range m.way() {
		if slices.Contains(near, room) {
			root = room
		}
	}
	at := map[int]Point{}
	below := map[int]int{root: -1}
	order := []int{root}
	columns := 0.0
	var place func(room, from int, depth float64) float64
	place = func(room, from int, depth float64) float64 {
		first, last, leaf := 0.0, 0.0, true
		for _, next := range m.Neighbours(room) {
			if next != from && slices.Contains(near, next) {
				below[next] = room
				order = append(order, next)
				x := place(next, room, depth+1)
				if leaf {
					first, leaf = x, false
				}
				last = x
			}
		}
		if leaf {
			first, last = columns, columns
			columns++
		}
		x := (first + last) / 2
		at[room] = Point{edge + treeAcross*x, edge + treeDown*depth}
		b.Height = max(b.Height, at[room].Y+edge)
		return x
	}
	place(root, -1, 0)
	for _, room := range order[1:] {
		line := []Part{{Kind: Line, At: at[below[room]], To: at[room]}}
		if m.Passage != nil {
			line = m.Passage(room, below[room], line[0])
		}
		b.Parts = append(b.Parts, line...)
	}
	for _, room := range order {
		part := Part{Kind: Stone, At: at[room], Text: strconv.Itoa(room + 1)}
		switch room {
		case m.Mouse:
			part.Class, part.Text = "prey", "M"+part.Text
		case m.Trap:
			part.Class, part.Text = "goal", "T"+part.Text
		}
		b.Parts = append(b.Parts, part)
	}
	if hidden := m.Rooms - len(order); hidden > 0 {
		b.Parts = append(b.Parts, text(edge+2*treeAcross, b.Height, count(hidden, "room")+" more", "faint"))
		b.Height += edge
	}
	b.Width = 2*edge + treeAcross*max(columns-1, 3)
	return b
}

// way returns the way from the mouse to the trap.
func (m Maze) way() []int {
	from, order := map[int]int{m.Trap: m.Trap}, []int{m.Trap}
	for i := 0; i < len(order); i++ {
		for _, next := range m.Neighbours(order[i]) {
			if _, known := from[next]; !known {
				from[next] = order[i]
				order = append(order, next)
			}
		}
	}
	way := []int{m.Mouse}
	for room := m.Mouse; room != m.Trap; {
		next, known := from[room]
		if !known {
			break
		}
		way, room = append(way, next), next
	}
	return way
}

// nearest returns the vertices nearest to the given one, which comes first, up to the number that fits in a picture.
func nearest(from int, neighbours func(int) []int) []int {
	order, known := []int{from}, map[int]bool{from: true}
	for i := 0; i < len(order); i++ {
		for _, next := range neighbours(order[i]) {
			if !known[next] && len(order) < mostVertices {
				known[next] = true
				order = append(order, next)
			}
		}
	}
	return order
}
