package drawing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// edgeLength is the length of an edge without tension.
const edgeLength = 56.0

// Layout assigns points to vertices of a part of a graph. They stay where they are while edges vanish.
type Layout struct {
	At            map[int]Point
	Width, Height float64
}

// Graph is an undirected graph.
type Graph struct {
	Vertices int
	Edges    [][2]int
	// Gone reports whether an edge has been removed. Look returns the text and class of a vertex. nil means no
	// removed edges, and vertex numbers.
	Gone func(link [2]int) bool
	Look func(v int) (text, class string)
}

// Board draws the part of the graph in the layout. Pressing an edge cuts it: "FROM TO", counted from 1.
func (g Graph) Board(l *Layout) Board {
	b := Board{Title: "Graph", Width: l.Width, Height: l.Height, Description: count(g.Vertices, "vertex") + ", " + count(len(g.Edges), "edge")}
	if g.Vertices != 1 {
		b.Description = fmt.Sprintf("%d vertices, %s", g.Vertices, count(len(g.Edges), "edge"))
	}
	for _, link := range g.Edges {
		from, here := l.At[link[0]]
		to, there := l.At[link[1]]
		if !here || !there {
			continue
		}
		part := Part{Kind: Line, At: from, To: to, Move: fmt.Sprintf("%d %d", link[0]+1, link[1]+1)}
		if g.Gone != nil && g.Gone(link) {
			part.Class, part.Move = "gone", ""
		}
		b.Parts = append(b.Parts, part)
	}
	for v := range g.Vertices {
		if at, shown := l.At[v]; shown {
			part := Part{Kind: Stone, At: at, Text: strconv.Itoa(v + 1)}
			if g.Look != nil {
				part.Text, part.Class = g.Look(v)
			}
			b.Parts = append(b.Parts, part)
		}
	}
	if hidden := g.Vertices - len(l.At); hidden > 0 {
		b.Description += fmt.Sprintf(", %d of them not shown", hidden)
	}
	return b
}

// Lay computes a layout of the vertices nearest to one.
func Lay(from int, edges [][2]int) *Layout {
	next := map[int][]int{}
	for _, link := range edges {
		next[link[0]], next[link[1]] = append(next[link[0]], link[1]), append(next[link[1]], link[0])
	}
	near := nearest(from, func(v int) []int { return next[v] })
	number := map[int]int{}
	for i, v := range near {
		number[v] = i
	}
	var links [][2]int
	for _, link := range edges {
		u, here := number[link[0]]
		v, there := number[link[1]]
		if here && there {
			links = append(links, [2]int{u, v})
		}
	}
	points := Spread(Distances(len(near), links), rand.New(rand.NewPCG(0, 0)))
	low, high := points[0], points[0]
	for _, p := range points {
		low, high = Point{min(low.X, p.X), min(low.Y, p.Y)}, Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	l := &Layout{At: map[int]Point{}, Width: 2*edge + edgeLength*(high.X-low.X), Height: 2*edge + edgeLength*(high.Y-low.Y)}
	for i, p := range points {
		l.At[near[i]] = Point{edge + math.Round(edgeLength*(p.X-low.X)), edge + math.Round(edgeLength*(p.Y-low.Y))}
	}
	return l
}

// Distances returns the distances between all vertices of a connected graph, in edges.
func Distances(vertices int, edges [][2]int) [][]int {
	next := make([][]int, vertices)
	for _, link := range edges {
		next[link[0]], next[link[1]] = append(next[link[0]], link[1]), append(next[link[1]], link[0])
	}
	all := make([][]int, vertices)
	for start := range all {
		steps, order, known := make([]int, vertices), []int{start}, map[int]bool{start: true}
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

// Spread finds points whose distances resemble those of the vertices. It starts at random and moves one vertex after
// the other to where the others pull it (Gansner, Koren and North, "Graph Drawing by Stress Majorization", 2004).
func Spread(distances [][]int, random *rand.Rand) []Point {
	const rounds = 200
	at := make([]Point, len(distances))
	for v := range at {
		at[v] = Point{random.Float64(), random.Float64()}
	}
	for range rounds {
		for v := range at {
			var wanted Point
			var weights float64
			for u, steps := range distances[v] {
				if u == v {
					continue
				}
				distance := float64(steps)
				weight := 1 / (distance * distance)
				pull := distance / max(math.Hypot(at[v].X-at[u].X, at[v].Y-at[u].Y), 1e-9)
				wanted.X += weight * (at[u].X + pull*(at[v].X-at[u].X))
				wanted.Y += weight * (at[u].Y + pull*(at[v].Y-at[u].Y))
				weights += weight
			}
			if weights > 0 {
				at[v] = Point{wanted.X / weights, wanted.Y / weights}
			}
		}
	}
	return at
}

// Sizes of graphs of moves.
const (
	moveAcross = 44.0
	moveDown   = 52.0
	moveSway   = 30.0
	swayAngle  = 2.4
)

// Moves draws a graph without cycles whose edges are moves. Vertices without a move are at the bottom; the height of
// the others is the length of the longest way down. Look returns the text and class of a vertex; nil means its
// number. If there are many vertices, only the lowest are drawn.
func Moves(next [][]int, look func(v int) (text, class string)) Board {
	height := heights(next)
	order := make([]int, len(next))
	for v := range order {
		order[v] = v
	}
	slices.SortStableFunc(order, func(u, v int) int { return height[u] - height[v] })
	order = order[:min(len(order), mostVertices)]
	b := Board{Title: "Moves", Description: fmt.Sprintf("%d vertices; moves lead down", len(next))}
	top, wide := 0, map[int]int{}
	for _, v := range order {
		wide[height[v]]++
		top = max(top, height[v])
	}
	most := 0
	for _, n := range wide {
		most = max(most, n)
	}
	at, taken := map[int]Point{}, map[int]int{}
	for _, v := range order {
		level := height[v]
		// Shift the levels so that no three are aligned and neighbours differ in height: then no long move hides
		// behind others.
		shift := moveSway*(1+math.Sin(swayAngle*float64(level))) + moveAcross*float64(most-wide[level])/2
		at[v] = Point{edge + shift + moveAcross*float64(taken[level]), edge + moveDown*float64(top-level) + moveDown/5*float64(taken[level]%2)}
		taken[level]++
	}
	for _, v := range order {
		for _, u := range next[v] {
			b.Parts = append(b.Parts, Part{Kind: Arrow, At: at[v], To: at[u]})
		}
	}
	slices.Sort(order)
	for _, v := range order {
		part := Part{Kind: Stone, At: at[v], Text: strconv.Itoa(v + 1)}
		if look != nil {
			part.Text, part.Class = look(v)
		}
		b.Parts = append(b.Parts, part)
	}
	b.Width, b.Height = 2*edge+2*moveSway+moveAcross*float64(most-1), 2*edge+moveDown*float64(top)+moveDown/5
	if hidden := len(next) - len(order); hidden > 0 {
		b.Parts = append(b.Parts, text(2*edge, b.Height, fmt.Sprintf("%d higher vertices are left out", hidden), "faint start"))
		b.Height += edge
		b.Width = max(b.Width, 2*edge+letter*32)
	}
	return b
}

// heights returns the length of the longest way on from each vertex.
func heights(next [][]int) []int {
	height, left, before := make([]int, len(next)), make([]int, len(next)), make([][]int, len(next))
	var done []int
	for v, options := range next {
		if left[v] = len(options); left[v] == 0 {
			done = append(done, v)
		}
		for _, u := range options {
			before[u] = append(before[u], v)
		}
	}
	for i := 0; i < len(done); i++ {
		for _, v := range before[done[i]] {
			height[v] = max(height[v], height[done[i]]+1)
			if left[v]--; left[v] == 0 {
				done = append(done, v)
			}
		}
	}
	return height
}
