package play

import (
	"math"
	"math/rand/v2"
)

// graph is what is to be drawn of one: the vertices' names, and the edges between them. It is connected.
type graph struct {
	names []string
	edges [][2]int
}

// arrangement is a graph with places for its vertices in an area of so many columns and rows.
type arrangement struct {
	graph
	columns, rows int
	at            []place
}

// Bounds of what is tried to be drawn; more lines make a tangle.
const (
	mostVertices  = 32
	mostEdges     = 64
	fewestColumns = 24
)

// rowsTried are the heights of areas, the least first. An area is at most as wide as it looks high, twice.
var rowsTried = []int{9, 13, 17, 21}

// Beginnings are tried, and each of them turned round, by a half turn in all.
const (
	beginnings = 6
	turns      = 12
)

// arrange looks for places in an area of at most so many columns, and as few rows as will do. It is not ok when nobody could read
// what would be drawn.
func (g graph) arrange(columns int) (best arrangement, ok bool) {
	if len(g.names) > mostVertices || len(g.edges) > mostEdges || columns < fewestColumns {
		return arrangement{}, false
	}
	distances := g.distances()
	var spreads [][]point
	for seed := range uint64(beginnings) {
		spreads = append(spreads, spread(distances, rand.New(rand.NewPCG(seed, 0))))
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

// distances are those between any two vertices, in edges.
func (g graph) distances() [][]int {
	next := make([][]int, len(g.names))
	for _, edge := range g.edges {
		next[edge[0]], next[edge[1]] = append(next[edge[0]], edge[1]), append(next[edge[1]], edge[0])
	}
	all := make([][]int, len(g.names))
	for start := range all {
		steps, order, known := make([]int, len(g.names)), []int{start}, map[int]bool{start: true}
		for i := 0; i < len(order); i++ {
			for _, v := range next[order[i]] {
				if !known[v] {
					known[v], steps[v], order = true, steps[order[i]]+1, append(order, v)
				}
			}
		}
		all[start] = steps
	}
	return all
}

// point is where a vertex stands in the plane.
type point struct{ x, y float64 }

// spread finds points whose distances are like those of the vertices. It begins anywhere, and moves one vertex after the other to
// where the others want it (Gansner, Koren and North, "Graph Drawing by Stress Majorization", 2004).
func spread(distances [][]int, random *rand.Rand) []point {
	const rounds = 200
	at := make([]point, len(distances))
	for v := range at {
		at[v] = point{random.Float64(), random.Float64()}
	}
	for range rounds {
		for v := range at {
			var wanted point
			var weights float64
			for u, steps := range distances[v] {
				if u == v {
					continue
				}
				distance := float64(steps)
				weight := 1 / (distance * distance)
				pull := distance / max(math.Hypot(at[v].x-at[u].x, at[v].y-at[u].y), 1e-9)
				wanted.x += weight * (at[u].x + pull*(at[v].x-at[u].x))
				wanted.y += weight * (at[u].y + pull*(at[v].y-at[u].y))
				weights += weight
			}
			if weights > 0 {
				at[v] = point{wanted.x / weights, wanted.y / weights}
			}
		}
	}
	return at
}

// turned are points turned round by an angle.
func turned(points []point, angle float64) []point {
	sin, cos := math.Sincos(angle)
	all := make([]point, len(points))
	for i, p := range points {
		all[i] = point{p.x*cos - p.y*sin, p.x*sin + p.y*cos}
	}
	return all
}

// fit makes places of points, in the middle of the area, which they fill as far as they may be stretched.
func (a arrangement) fit(points []point) []place {
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
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	// A row is as high as two columns are wide.
	wide, tall := float64(a.columns-longest-3), float64(a.rows-1)*2
	byWidth, byHeight := wide/max(high.x-low.x, thin), tall/max(high.y-low.y, thin)
	least := min(byWidth, byHeight)
	byWidth, byHeight = min(byWidth, stretch*least), min(byHeight, stretch*least)
	at := make([]place, len(points))
	for i, p := range points {
		at[i] = place{
			column: (a.columns-1)/2 + int(math.Round((p.x-(low.x+high.x)/2)*byWidth)),
			row:    (a.rows-1)/2 + int(math.Round((p.y-(low.y+high.y)/2)*byHeight/2)),
		}
	}
	return at
}

// What makes a drawing hard to read. Names that touch each other, lines through the names of others, and such as cannot be seen
// between their ends make it unreadable.
const (
	unreadable = 1000
	clear      = 40 // or less: more room is not needed
	short      = 20 // fewer dots than a character has
	narrow     = 20 // two edges that leave a vertex side by side, or cross each other so
	crossing   = 5
)

// faults counts what makes the drawing hard to read.
func (a arrangement) faults() int {
	faults := 0
	owner := map[place]int{}
	for v, at := range a.at {
		for column := begin(at, a.names[v]) - 1; column <= begin(at, a.names[v])+len(a.names[v]); column++ {
			cell := place{column, at.row}
			if _, taken := owner[cell]; taken {
				faults += unreadable
			}
			owner[cell] = v
		}
	}
	for i, edge := range a.edges {
		seen := 0
		for _, dot := range dotted(a.at[edge[0]], a.at[edge[1]]) {
			v, taken := owner[place{dot.column / dotsWide, dot.row / dotsHigh}]
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

// between counts the faults of two edges beside each other.
func (a arrangement) between(e, f [2]int) int {
	if e[1] == f[0] || e[1] == f[1] {
		e[0], e[1] = e[1], e[0]
	}
	if e[0] == f[1] {
		f[0], f[1] = f[1], f[0]
	}
	// Some ten degrees, or less.
	u, v := a.vector(e[0], e[1]), a.vector(f[0], f[1])
	along := (u.x*v.x + u.y*v.y) / math.Hypot(u.x, u.y) / math.Hypot(v.x, v.y)
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

// apart tells whether both ends of f are on the same side of the line through e.
func (a arrangement) apart(e, f [2]int) bool {
	side := func(v int) float64 {
		along, to := a.vector(e[0], e[1]), a.vector(e[0], v)
		return along.x*to.y - along.y*to.x
	}
	return side(f[0])*side(f[1]) > 0
}

// vector is the way from a vertex to another one as a terminal shows it.
func (a arrangement) vector(from, to int) point {
	return point{
		float64((a.at[to].column - a.at[from].column) * dotsWide),
		float64((a.at[to].row - a.at[from].row) * dotsHigh),
	}
}
