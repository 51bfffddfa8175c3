package drawing

import (
	"fmt"
	"slices"
	"strconv"
)

// Sizes of paths.
const (
	pathStep   = 36.0 // from a vertex to the next
	pathRow    = 20   // vertices
	pathHeight = 56.0
	mostPath   = 400 // vertices; of a longer path the beginning is drawn
)

// Path is a path with prey on some vertices and hunters on others.
type Path struct {
	Prey []bool // by vertex
	// Hunters are the vertices of the hunters, in order.
	Hunters []int
	// Cut says which edges were removed, each indexed by the vertex before it; nil means none.
	Cut []bool
}

// Place returns the position of a vertex.
func (p Path) Place(v int) Point {
	return Point{edge + float64(v%pathRow)*pathStep, 2*edge + float64(v/pathRow)*pathHeight}
}

// Board draws the path in rows. Pressing an edge cuts it: "EDGE", counted from 1.
func (p Path) Board() Board {
	b := Board{Title: "Path", Description: fmt.Sprintf("%d vertices, %s", len(p.Prey), count(len(p.Hunters), "spider"))}
	drawn := min(len(p.Prey), mostPath)
	for link := range drawn - 1 {
		from, to := p.Place(link), p.Place(link+1)
		if to.Y > from.Y { // the edge continues in the next row
			to = Point{from.X + pathStep/2, from.Y}
		}
		part := Part{Kind: Line, At: from, To: to}
		if link < len(p.Cut) && p.Cut[link] {
			part.Class = "gone"
		} else {
			part.Move = strconv.Itoa(link + 1)
		}
		b.Parts = append(b.Parts, part)
	}
	for v, prey := range p.Prey[:drawn] {
		part := Part{Kind: Dot, At: p.Place(v)}
		hunter := slices.Index(p.Hunters, v)
		switch {
		case hunter >= 0:
			part.Kind, part.Class, part.Text = Stone, "danger", "S"+strconv.Itoa(hunter+1)
		case prey:
			part.Kind, part.Class, part.Text = Stone, "prey", "F"
		}
		b.Parts = append(b.Parts, part, text(p.Place(v).X, p.Place(v).Y+22, strconv.Itoa(v+1), "faint"))
	}
	rows := (drawn + pathRow - 1) / pathRow
	b.Width, b.Height = 2*edge+pathStep*float64(min(pathRow, drawn)-1)+pathStep/2, float64(rows)*pathHeight+edge
	if hidden := len(p.Prey) - drawn; hidden > 0 {
		b.Parts = append(b.Parts, text(edge, b.Height, fmt.Sprintf("and %d more vertices", hidden), "faint start"))
		b.Height += edge
	}
	return b
}

// PathOf parses a path with one letter for each vertex: F for prey, S for a hunter, any other for neither.
func PathOf(letters string) Path {
	var p Path
	for v, letter := range letters {
		p.Prey = append(p.Prey, letter == 'F')
		if letter == 'S' {
			p.Hunters = append(p.Hunters, v)
		}
	}
	return p
}
