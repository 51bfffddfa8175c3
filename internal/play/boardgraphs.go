package play

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"grundy/checker/games/mousetrap"
	"grundy/checker/games/spiders"
	"grundy/internal/board"
	"grundy/internal/terminal"
)

// Pictures of graphs, in units of a picture.
const (
	pictureVertices = 60   // at most
	pathStep        = 36.0 // from a vertex of a path to the next
	pathRow         = 20   // vertices
	pathHeight      = 56.0
	pictureMoves    = 12   // of several spiders
	treeAcross      = 34.0 // from a room to the next one of its depth
	treeDown        = 44.0
	edgeLength      = 56.0 // of a web, if nothing pulls
)

// Board has the path in rows. The flies cut an edge by pressing it; the spiders choose among the moves that may help.
func (t *spidersTable) Board() board.Board {
	b := board.Board{Title: "Path", Description: "no path yet"}
	if t.path == nil {
		return b
	}
	turn := t.chosen && t.Next() == Player
	switch {
	case !t.chosen:
		b.Choices = sides("FLIES", "SPIDERS")
	case turn && t.toMove:
		b.Joined = true
		moves := t.path.Moves()
		moves = moves[:min(len(moves), pictureMoves)]
		if wait := string(t.wait()); !slices.Contains(moves, wait) {
			moves = append(moves, wait)
		}
		for _, move := range moves {
			b.Choices = append(b.Choices, board.Choice{Move: move, Name: t.Tell(move)})
		}
	}
	b.Description = fmt.Sprintf("%d vertices, %s", len(t.path.Fly), terminal.Count(len(t.path.At), "spider"))
	at := func(v int) board.Point {
		return board.Point{X: pictureEdge + float64(v%pathRow)*pathStep, Y: 2*pictureEdge + float64(v/pathRow)*pathHeight}
	}
	for edge, gone := range t.path.Cut {
		from, to := at(edge), at(edge+1)
		if to.Y > from.Y { // it goes on in the next row
			to = board.Point{X: from.X + pathStep/2, Y: from.Y}
		}
		part := board.Part{Kind: board.Line, At: from, To: to}
		switch {
		case gone:
			part.Class = "gone"
		case turn && !t.toMove:
			part.Move = strconv.Itoa(edge + 1)
			part.Words = t.Tell(part.Move)
		}
		b.Parts = append(b.Parts, part)
	}
	for v, fly := range t.path.Fly {
		part := board.Part{Kind: board.Dot, At: at(v)}
		spider := slices.Index(t.path.At, v)
		switch {
		case spider >= 0:
			part.Kind, part.Class, part.Text = board.Stone, "danger", "S"+strconv.Itoa(spider+1)
		case fly:
			part.Kind, part.Class, part.Text = board.Stone, "prey", "F"
		}
		b.Parts = append(b.Parts, part, word(at(v).X, at(v).Y+22, strconv.Itoa(v+1), "faint"))
	}
	if turn && t.toMove {
		b.Parts = append(b.Parts, t.stepsFrom(at)...)
	}
	rows := (len(t.path.Fly) + pathRow - 1) / pathRow
	b.Width, b.Height = 2*pictureEdge+pathStep*float64(min(pathRow, len(t.path.Fly))-1)+pathStep/2, float64(rows)*pathHeight+pictureEdge
	return b
}

// Where the discs are that move a spider, as seen from its vertex; those of a second one on it are above.
const (
	stepAside   = 11.0
	stepAbove   = 15.0
	pictureSame = 2 // spiders on one vertex
)

// stepsFrom are discs above the spiders that move them.
func (t *spidersTable) stepsFrom(at func(v int) board.Point) []board.Part {
	var parts []board.Part
	here := map[int]int{}
	for i, v := range t.path.At {
		here[v]++
		if here[v] > pictureSame {
			continue
		}
		above := stepAbove * float64(here[v])
		for _, step := range []struct {
			letter byte
			aside  float64
			arrow  string
		}{{spiders.Left, -stepAside, "←"}, {spiders.Right, stepAside, "→"}} {
			steps := t.wait()
			steps[i] = step.letter
			if t.path.Clone().Move(string(steps)) != nil {
				continue
			}
			move := strconv.Itoa(i+1) + string(step.letter)
			parts = append(parts, board.Part{
				Kind: board.Dot, At: board.Point{X: at(v).X + step.aside, Y: at(v).Y - above}, Text: step.arrow,
				Move: move, Words: spiderGoes(move), Piece: strconv.Itoa(i + 1),
			})
		}
	}
	return parts
}

// Board has the maze as a tree below the trap, or the part of it that is nearest to the mouse. Pressing a passage blocks it, and
// pressing the disc on a dirty one cleans it.
func (t *mousetrapTable) Board() board.Board {
	b := board.Board{Title: "Maze", Description: "no maze yet"}
	if t.game == nil {
		return b
	}
	b.Description = fmt.Sprintf("the mouse is in room %d, the trap in room %d; %s of %d left", t.game.Mouse+1, t.trap+1, terminal.Count(t.left, "move"), t.moves)
	turn := t.Next() == Player
	if turn {
		b.Choices = []board.Choice{{Move: "pass", Name: "pass"}}
	}
	near := nearest(t.game.Mouse, t.game.Neighbours)
	root := near[len(near)-1]
	for _, room := range t.game.Way(t.game.Mouse) { // from the mouse to the trap
		if slices.Contains(near, room) {
			root = room
		}
	}
	at := map[int]board.Point{}
	below := map[int]int{root: -1}
	order := []int{root}
	columns := 0.0
	var place func(room, from int, depth float64) float64
	place = func(room, from int, depth float64) float64 {
		first, last, leaf := 0.0, 0.0, true
		for _, next := range t.game.Neighbours(room) {
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
		at[room] = board.Point{X: pictureEdge + treeAcross*x, Y: pictureEdge + treeDown*depth}
		b.Height = max(b.Height, at[room].Y+pictureEdge)
		return x
	}
	place(root, -1, 0)
	for _, room := range order[1:] {
		b.Parts = append(b.Parts, t.passage(at, room, below[room], turn)...)
	}
	for _, room := range order {
		part := board.Part{Kind: board.Stone, At: at[room], Text: strconv.Itoa(room + 1)}
		switch room {
		case t.game.Mouse:
			part.Class, part.Text = "prey", "M"+part.Text
		case t.trap:
			part.Class, part.Text = "goal", "T"+part.Text
		}
		b.Parts = append(b.Parts, part)
	}
	if hidden := t.rooms - len(order); hidden > 0 {
		b.Parts = append(b.Parts, word(pictureEdge+2*treeAcross, b.Height, terminal.Count(hidden, "room")+" more", "faint"))
		b.Height += pictureEdge
	}
	b.Width = 2*pictureEdge + treeAcross*max(columns-1, 3)
	return b
}

// passage is that between two rooms.
func (t *mousetrapTable) passage(at map[int]board.Point, room, other int, turn bool) []board.Part {
	passage := t.game.Passage(room, other)
	line := board.Part{Kind: board.Line, At: at[other], To: at[room]}
	can := turn && t.left > 0 && !t.game.Blocked[passage]
	switch {
	case t.game.Blocked[passage]:
		line.Class = "blocked"
	case t.game.Dirty[passage]:
		line.Class = "dirty"
	}
	if can {
		line.Move = t.game.Describe(mousetrap.Action{Kind: mousetrap.Block, Passage: passage})
		line.Words = t.Tell(line.Move)
	}
	if !can || !t.game.Dirty[passage] {
		return []board.Part{line}
	}
	clean := t.game.Describe(mousetrap.Action{Kind: mousetrap.Clean, Passage: passage})
	return []board.Part{line, {
		Kind: board.Dot, At: board.Point{X: (line.At.X + line.To.X) / 2, Y: (line.At.Y + line.To.Y) / 2}, Text: "✦",
		Move: clean, Words: t.Tell(clean),
	}}
}

// nearest are the vertices of a graph nearest to one, as many as a picture has, that one first.
func nearest(from int, neighbours func(int) []int) []int {
	order, known := []int{from}, map[int]bool{from: true}
	for i := 0; i < len(order); i++ {
		for _, next := range neighbours(order[i]) {
			if !known[next] && len(order) < pictureVertices {
				known[next] = true
				order = append(order, next)
			}
		}
	}
	return order
}

// laidWeb is a part of a web with places for its vertices, which stay where they are while threads are cut.
type laidWeb struct {
	at            map[int]board.Point
	width, height float64
}

// Board has the part of the web that was nearest to the spider when it was drawn first; it is drawn anew where the spider leaves it.
// Pressing a thread cuts it.
func (t *spidersWeb) Board() board.Board {
	b := board.Board{Title: "Web", Description: "no web yet"}
	if t.web == nil {
		return b
	}
	b.Description = fmt.Sprintf("the spider is at %d and can get to %s", t.web.At+1, others(len(t.reached())-1))
	if t.laid == nil {
		t.laid = layWeb(t.spider-1, t.edges)
	}
	if _, shown := t.laid.at[t.web.At]; !shown {
		t.laid = layWeb(t.web.At, t.left())
	}
	turn := t.Next() == Player
	for _, edge := range t.edges {
		from, here := t.laid.at[edge[0]]
		to, there := t.laid.at[edge[1]]
		if !here || !there {
			continue
		}
		part := board.Part{Kind: board.Line, At: from, To: to}
		switch {
		case !slices.Contains(t.web.Threads[edge[0]], edge[1]):
			part.Class = "gone"
		case turn:
			part.Move = fmt.Sprintf("%d %d", edge[0]+1, edge[1]+1)
			part.Words = t.Tell(part.Move)
		}
		b.Parts = append(b.Parts, part)
	}
	for v := range t.vertices {
		if at, shown := t.laid.at[v]; shown {
			part := board.Part{Kind: board.Stone, At: at, Text: t.name(v)}
			switch {
			case v == t.web.At:
				part.Class = "danger"
			case t.web.Fly[v]:
				part.Class = "prey"
			}
			b.Parts = append(b.Parts, part)
		}
	}
	b.Width, b.Height = t.laid.width, t.laid.height
	return b
}

// layWeb finds places for the vertices nearest to one.
func layWeb(from int, edges [][2]int) *laidWeb {
	next := map[int][]int{}
	for _, edge := range edges {
		next[edge[0]], next[edge[1]] = append(next[edge[0]], edge[1]), append(next[edge[1]], edge[0])
	}
	near := nearest(from, func(v int) []int { return next[v] })
	number := map[int]int{}
	var g graph
	for i, v := range near {
		number[v] = i
		g.names = append(g.names, "")
	}
	for _, edge := range edges {
		u, here := number[edge[0]]
		v, there := number[edge[1]]
		if here && there {
			g.edges = append(g.edges, [2]int{u, v})
		}
	}
	points := spread(g.distances(), rand.New(rand.NewPCG(0, 0)))
	low, high := points[0], points[0]
	for _, p := range points {
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	w := &laidWeb{at: map[int]board.Point{}, width: 2*pictureEdge + edgeLength*(high.x-low.x), height: 2*pictureEdge + edgeLength*(high.y-low.y)}
	for i, p := range points {
		w.at[near[i]] = board.Point{X: pictureEdge + math.Round(edgeLength*(p.x-low.x)), Y: pictureEdge + math.Round(edgeLength*(p.y-low.y))}
	}
	return w
}
