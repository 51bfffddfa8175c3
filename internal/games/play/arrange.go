package play

import (
	"math"
	"math/rand/v2"

	"grundy/checker/drawing"
)

// graph is a connected graph to draw: the names of the vertices, and the edges between them.
type graph struct {
	names []string
	edges [][2]int
}

// arrangement is a graph with positions for its vertices in an area of the given columns and rows.
type arrangement struct {
	graph
	columns, rows int
	at            []cell
}

// Bounds of the graphs to draw; more lines make a tangle.
const (
	mostVertices  = 32
	mostEdges     = 64
	fewestColumns = 24
)

// rowsTried are the heights of areas to try, the lowest first. On the screen an area is at most twice as
// wide as it is high.
var rowsTried = []int{9, 13, 17, 21}

// How many layouts are tried, and into how many rotations each of them, over half a turn.
const (
	beginnings = 6
	turns      = 12
)

// arrange looks for positions in an area of at most the given columns, and as few rows as possible. It returns
// false if no drawing would be readable.
func (g graph) arrange(columns int) (best arrangement, ok bool) {
	if len(g.names) > mostVertices || len(g.edges) > mostEdges || columns < fewestColumns {
		return arrangement{}, false
	}
	distances := drawing.Distances(len(g.names), g.edges)
	var spreads [][]drawing.Point
	for seed := range uint64(beginnings) {
		spreads = append(spreads, drawing.Spread(distances, rand.New(rand.NewPCG(seed, 0))))
	}
	least := unreadable
	for _, rows := range rowsTried {
		for _, points := range spreads {
			for turn := range turns {
				a := arrangement{g, min(columns, 4*rows), rows, nil}
				a.at = a.fit(turned(points, math.Pi*float64(turn)/turns))
				if faults := a.faults(); faults < least {
					best, least = a, faults
				}
			}
		}
		if least <= clear {
			break
		}
	}
	return best, least < unreadable
}

// turned rotates points by an angle.
func turned(points []drawing.Point, angle float64) []drawing.Point {
	sin, cos := math.Sincos(angle)
	all := make([]drawing.Point, len(points))
	for i, p := range points {
		all[i] = drawing.Point{X: p.X*cos - p.Y*sin, Y: p.X*sin + p.Y*cos}
	}
	return all
}

// fit scales points to positions in the middle of the area, and fills it as far as the bounds of
// stretching permit.
func (a arrangement) fit(points []drawing.Point) []cell {
	const (
		stretch = 1.6
		thin    = 1e-3 // all on a line
	)
	longest := 0
	for _, name := range a.names {
		longest = max(longest, len(name))
	}
	low, high := points[0], points[0]
	for _, p := range points {
		low.X, low.Y, high.X, high.Y = min(low.X, p.X), min(low.Y, p.Y), max(high.X, p.X), max(high.Y, p.Y)
	}
	// On the screen a row is as high as two columns are wide.
	wide, tall := float64(a.columns-longest-3), float64(a.rows-1)*2
	byWidth, byHeight := wide/max(high.X-low.X, thin), tall/max(high.Y-low.Y, thin)
	least := min(byWidth, byHeight)
	byWidth, byHeight = min(byWidth, stretch*least), min(byHeight, stretch*least)
	at := make([]cell, len(points))
	for i, p := range points {
		at[i] = cell{
			column: (a.columns-1)/2 + int(math.Round((p.X-(low.X+high.X)/2)*byWidth)),
			row:    (a.rows-1)/2 + int(math.Round((p.Y-(low.Y+high.Y)/2)*byHeight/2)),
		}
	}
	return at
}

// Costs of what makes a drawing hard to read. It is unreadable if names touch, lines cross the names of others, or
// lines are too short to be seen between their ends.
const (
	unreadable = 1000
	clear      = 40 // or less: more room is not needed
	short      = 20 // fewer dots than a character has
	narrow     = 20 // two edges that leave a vertex, or cross each other, at a small angle
	crossing   = 5
)

// faults adds up the costs of a drawing.
func (a arrangement) faults() int {
	faults := 0
	owner := map[cell]int{}
	for v, at := range a.at {
		for column := begin(at, a.names[v]) - 1; column <= begin(at, a.names[v])+len(a.names[v]); column++ {
			cell := cell{column, at.row}
			if _, taken := owner[cell]; taken {
				faults += unreadable
			}
			owner[cell] = v
		}
	}
	for i, edge := range a.edges {
		seen := 0
		for _, dot := range dotted(a.at[edge[0]], a.at[edge[1]]) {
			v, taken := owner[cell{dot.column / dotsWide, dot.row / dotsHigh}]
			switch {
			case !taken:
				seen++
			case v != edge[0] && v != edge[1]:
				faults += unreadable
			}
		}
		switch {
		case seen == 0:
			faults += unreadable
		case seen < dotsWide*dotsHigh:
			faults += short
		}
		for _, other := range a.edges[:i] {
			faults += a.between(edge, other)
		}
		if faults >= unreadable {
			return faults
		}
	}
	return faults
}

// between adds up the costs of a pair of edges.
func (a arrangement) between(e, f [2]int) int {
	if e[1] == f[0] || e[1] == f[1] {
		e[0], e[1] = e[1], e[0]
	}
	if e[0] == f[1] {
		f[0], f[1] = f[1], f[0]
	}
	// Some ten degrees, or less.
	u, v := a.vector(e[0], e[1]), a.vector(f[0], f[1])
	along := (u.X*v.X + u.Y*v.Y) / math.Hypot(u.X, u.Y) / math.Hypot(v.X, v.Y)
	isNarrow := along > 0.98 || e[0] != f[0] && along < -0.98
	switch {
	case e[0] != f[0] && (a.apart(e, f) || a.apart(f, e)):
		return 0
	case isNarrow:
		return narrow
	case e[0] != f[0]:
		return crossing
	}
	return 0
}

// apart reports whether both ends of f are on the same side of the line through e.
func (a arrangement) apart(e, f [2]int) bool {
	side := func(v int) float64 {
		along, to := a.vector(e[0], e[1]), a.vector(e[0], v)
		return along.X*to.Y - along.Y*to.X
	}
	return side(f[0])*side(f[1]) > 0
}

// vector is the vector from one vertex to another as a terminal shows it.
func (a arrangement) vector(from, to int) drawing.Point {
	return drawing.Point{
		X: float64((a.at[to].column - a.at[from].column) * dotsWide),
		Y: float64((a.at[to].row - a.at[from].row) * dotsHigh),
	}
}
