package play

import (
	"fmt"
	"slices"
	"strconv"

	"grundy/checker/drawing"
	"grundy/checker/games/mousetrap"
	"grundy/checker/games/spiders"
	"grundy/internal/ui/terminal"
)

// pictureMoves is the most moves of several spiders to choose from.
const pictureMoves = 12

// Board shows the path in rows. The flies cut an edge by pressing it; the spiders choose among the moves that may
// help.
func (t *spidersTable) Board() drawing.Board {
	if t.path == nil {
		return drawing.Board{Title: "Path", Description: "no path yet"}
	}
	path := drawing.Path{Prey: t.path.Fly, Hunters: t.path.At, Cut: t.path.Cut}
	b := path.Board()
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
			b.Choices = append(b.Choices, drawing.Choice{Move: move, Name: t.Tell(move)})
		}
	}
	b.Press(turn && !t.toMove, t.Tell)
	if turn && t.toMove {
		b.Parts = append(b.Parts, t.stepsFrom(path.Place)...)
	}
	return b
}

// Positions of the discs that move a spider, relative to its vertex; those of a second spider on it are
// above.
const (
	stepAside   = 11.0
	stepAbove   = 15.0
	pictureSame = 2 // spiders on one vertex
)

// stepsFrom returns discs above the spiders that move them.
func (t *spidersTable) stepsFrom(at func(v int) drawing.Point) []drawing.Part {
	var parts []drawing.Part
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
			parts = append(parts, drawing.Part{
				Kind: drawing.Dot, At: drawing.Point{X: at(v).X + step.aside, Y: at(v).Y - above}, Text: step.arrow,
				Move: move, Words: spiderGoes(move), Piece: strconv.Itoa(i + 1),
			})
		}
	}
	return parts
}

// Board shows the maze as a tree below the trap, or its part nearest to the mouse. Pressing a passage blocks it,
// and pressing the disc on a dirty one cleans it.
func (t *mousetrapTable) Board() drawing.Board {
	if t.game == nil {
		return drawing.Board{Title: "Maze", Description: "no maze yet"}
	}
	turn := t.Next() == Player
	b := drawing.Maze{
		Rooms: t.rooms, Mouse: t.game.Mouse, Trap: t.trap, Neighbours: t.game.Neighbours,
		Passage: func(room, other int, line drawing.Part) []drawing.Part { return t.passage(room, other, line, turn) },
	}.Board()
	b.Description += fmt.Sprintf("; %s of %d left", terminal.Count(t.left, "move"), t.moves)
	if turn {
		b.Choices = []drawing.Choice{{Move: "pass", Name: "pass"}}
	}
	return b
}

// passage draws the passage between two rooms.
func (t *mousetrapTable) passage(room, other int, line drawing.Part, turn bool) []drawing.Part {
	passage := t.game.Passage(room, other)
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
		return []drawing.Part{line}
	}
	clean := t.game.Describe(mousetrap.Action{Kind: mousetrap.Clean, Passage: passage})
	return []drawing.Part{line, {
		Kind: drawing.Dot, At: drawing.Point{X: (line.At.X + line.To.X) / 2, Y: (line.At.Y + line.To.Y) / 2}, Text: "✦",
		Move: clean, Words: t.Tell(clean),
	}}
}

// Board shows the part of the web that was nearest to the spider when it was first drawn. When the spider leaves
// that part, it is drawn anew. Pressing a thread cuts it.
func (t *spidersWeb) Board() drawing.Board {
	if t.web == nil {
		return drawing.Board{Title: "Web", Description: "no web yet"}
	}
	if t.laid == nil {
		t.laid = drawing.Lay(t.spider-1, t.edges)
	}
	if _, shown := t.laid.At[t.web.At]; !shown {
		t.laid = drawing.Lay(t.web.At, t.left())
	}
	b := drawing.Graph{
		Vertices: t.vertices, Edges: t.edges,
		Gone: func(thread [2]int) bool { return !slices.Contains(t.web.Threads[thread[0]], thread[1]) },
		Look: func(v int) (text, class string) {
			switch {
			case v == t.web.At:
				class = "danger"
			case t.web.Fly[v]:
				class = "prey"
			}
			return t.name(v), class
		},
	}.Board(t.laid)
	b.Title = "Web"
	b.Description = fmt.Sprintf("the spider is at %d and can get to %s", t.web.At+1, others(len(t.reached())-1))
	b.Press(t.Next() == Player, t.Tell)
	return b
}
