package mousetrap

import (
	"fmt"
	"strconv"
)

// Maze is a tree of rooms with a trap in one of them. It is immutable.
type Maze struct {
	Trap int
	// Passages are the ends of each passage.
	Passages [][2]int

	// neighbours lists the rooms next to each room and the passages to them, in the order of the passages.
	neighbours [][]neighbour
	// order holds the rooms by distance from the trap. up is the passage from each of them towards the trap.
	order []int
	up    []neighbour
}

// neighbour is a room and the passage that leads to it.
type neighbour struct{ room, passage int }

// NewMaze returns a maze with the given number of rooms. The error says why the passages do not form a tree.
func NewMaze(rooms, trap int, passages [][2]int) (*Maze, error) {
	if trap < 0 || trap >= rooms {
		return nil, fmt.Errorf("there is no room %d", trap+1)
	}
	if len(passages) != rooms-1 {
		return nil, fmt.Errorf("a tree of %d rooms has %d passages, not %d", rooms, rooms-1, len(passages))
	}
	m := &Maze{Trap: trap, Passages: passages, neighbours: make([][]neighbour, rooms), up: make([]neighbour, rooms)}
	for i, ends := range passages {
		for side, room := range ends {
			if room < 0 || room >= rooms {
				return nil, fmt.Errorf("there is no room %d", room+1)
			}
			m.neighbours[room] = append(m.neighbours[room], neighbour{ends[1-side], i})
		}
	}
	m.up[trap] = neighbour{-1, -1}
	m.order = append(make([]int, 0, rooms), trap)
	for i := 0; i < len(m.order); i++ {
		room := m.order[i]
		for _, next := range m.neighbours[room] {
			if next.passage == m.up[room].passage {
				continue
			}
			if len(m.order) == rooms {
				return nil, fmt.Errorf("the passages close a cycle at room %d", next.room+1)
			}
			m.up[next.room] = neighbour{room, next.passage}
			m.order = append(m.order, next.room)
		}
	}
	if len(m.order) < rooms {
		return nil, fmt.Errorf("only %d of the %d rooms are connected with the trap", len(m.order), rooms)
	}
	return m, nil
}

// Rooms returns the number of rooms.
func (m *Maze) Rooms() int { return len(m.neighbours) }

// Passage returns the number of the passage between two rooms, or -1.
func (m *Maze) Passage(u, v int) int {
	if u < 0 || v < 0 || u >= m.Rooms() || v >= m.Rooms() {
		return -1
	}
	switch {
	case m.up[u].room == v:
		return m.up[u].passage
	case m.up[v].room == u:
		return m.up[v].passage
	}
	return -1
}

// Neighbours returns the rooms next to a room.
func (m *Maze) Neighbours(room int) []int {
	rooms := make([]int, len(m.neighbours[room]))
	for i, next := range m.neighbours[room] {
		rooms[i] = next.room
	}
	return rooms
}

// Way returns the way from a room to the trap, both included.
func (m *Maze) Way(room int) []int {
	way := []int{room}
	for room != m.Trap {
		room = m.up[room].room
		way = append(way, room)
	}
	return way
}

// Kind is what the hunter does in a round.
type Kind int

// The hunter's actions. Passing is free; each of the others is a move.
const (
	Pass Kind = iota
	Block
	Clean
)

// Action is what the hunter does, and to which passage. A Pass has no passage.
type Action struct {
	Kind    Kind
	Passage int
}

// Moves returns what the action costs.
func (a Action) Moves() int {
	if a.Kind == Pass {
		return 0
	}
	return 1
}

// Describe formats an action as the hunter prints it, with the rooms counted from 1: "block 3 5".
func (m *Maze) Describe(a Action) string {
	if a.Kind == Pass {
		return "pass"
	}
	word := map[Kind]string{Block: "block ", Clean: "clean "}[a.Kind]
	ends := m.Passages[a.Passage]
	return word + strconv.Itoa(ends[0]+1) + " " + strconv.Itoa(ends[1]+1)
}

// Position is a maze, a mouse in it, and the blocked and dirty passages. It does not matter whether a blocked passage
// is dirty.
type Position struct {
	*Maze
	Mouse          int
	Blocked, Dirty []bool
}

// NewPosition returns the beginning: all passages are clean and none is blocked.
func NewPosition(m *Maze, mouse int) *Position {
	return &Position{Maze: m, Mouse: mouse, Blocked: make([]bool, len(m.Passages)), Dirty: make([]bool, len(m.Passages))}
}

// Over reports whether the mouse is in the trap.
func (p *Position) Over() bool { return p.Mouse == p.Trap }

// Open reports whether the mouse may use a passage: it is clean and not blocked.
func (p *Position) Open(passage int) bool { return !p.Blocked[passage] && !p.Dirty[passage] }

// Do performs the hunter's action. If the rules forbid it, the error says why and nothing changes.
func (p *Position) Do(a Action) error {
	switch {
	case a.Kind == Block && p.Blocked[a.Passage]:
		return fmt.Errorf("the passage between %s is blocked already", p.ends(a.Passage))
	case a.Kind == Clean && !p.Dirty[a.Passage]:
		return fmt.Errorf("the passage between %s is not dirty", p.ends(a.Passage))
	case a.Kind == Block:
		p.Blocked[a.Passage] = true
	case a.Kind == Clean:
		p.Dirty[a.Passage] = false
	}
	return nil
}

func (p *Position) ends(passage int) string {
	return fmt.Sprintf("%d and %d", p.Passages[passage][0]+1, p.Passages[passage][1]+1)
}

// Runs returns the rooms that the mouse can run to. If there are none, it is stuck and stays.
func (p *Position) Runs() []int {
	var rooms []int
	for _, next := range p.neighbours[p.Mouse] {
		if p.Open(next.passage) {
			rooms = append(rooms, next.room)
		}
	}
	return rooms
}

// Run moves the mouse to one of the rooms of Runs, which makes the passage dirty.
func (p *Position) Run(room int) {
	p.Dirty[p.Passage(p.Mouse, room)] = true
	p.Mouse = room
}
