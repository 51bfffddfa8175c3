package mousetrap_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"grundy/checker/games/mousetrap"
)

// trees calls see with one maze for each form of a tree with the given number of rooms and the trap in the root.
func trees(t *testing.T, rooms int, see func(*mousetrap.Maze)) {
	t.Helper()
	known := map[string]bool{}
	parents := make([]int, rooms)
	var grow func(room int)
	grow = func(room int) {
		if room == rooms {
			if form := form(parents, 0); !known[form] {
				known[form] = true
				see(maze(t, parents))
			}
			return
		}
		for parents[room] = range room {
			grow(room + 1)
		}
	}
	grow(1)
}

// form returns the same text for trees that differ only in the numbers of their rooms.
func form(parents []int, room int) string {
	var below []string
	for child := room + 1; child < len(parents); child++ {
		if parents[child] == room {
			below = append(below, form(parents, child))
		}
	}
	sort.Strings(below)
	return "(" + strings.Join(below, "") + ")"
}

func maze(t *testing.T, parents []int) *mousetrap.Maze {
	t.Helper()
	var passages [][2]int
	for room := 1; room < len(parents); room++ {
		passages = append(passages, [2]int{parents[room], room})
	}
	m, err := mousetrap.NewMaze(len(parents), 0, passages)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// state is a compact position: bit e of blocked and dirty belongs to passage e. A blocked passage is never dirty.
type state struct {
	mouse          int
	blocked, dirty uint
}

func (s state) position(m *mousetrap.Maze) *mousetrap.Position {
	p := mousetrap.NewPosition(m, s.mouse)
	for e := range m.Passages {
		p.Blocked[e], p.Dirty[e] = s.blocked>>e&1 != 0, s.dirty>>e&1 != 0
	}
	return p
}

// search plays the game directly by the rules. mouse, if not nil, chooses the mouse's runs.
type search struct {
	maze  *mousetrap.Maze
	mouse func(state) (room int)
	known map[query]bool
}

type query struct {
	state
	moves int
}

// suffices reports whether the hunter, whose turn it is, can catch the mouse with so many moves.
func (s *search) suffices(q query) bool {
	if q.mouse == s.maze.Trap {
		return true
	}
	if won, ok := s.known[q]; ok {
		return won
	}
	won := false
	for next := range s.actions(q) {
		if s.afterMouse(next) {
			won = true
			break
		}
	}
	s.known[q] = won
	return won
}

// actions yields the hunter's legal actions, except for a pass that changes nothing.
func (s *search) actions(q query) func(func(query) bool) {
	return func(yield func(query) bool) {
		if len(s.runs(q.state)) > 0 && !yield(q) || q.moves == 0 {
			return
		}
		for e := range s.maze.Passages {
			bit := uint(1) << e
			if q.blocked&bit == 0 && !yield(query{state{q.mouse, q.blocked | bit, q.dirty &^ bit}, q.moves - 1}) {
				return
			}
			if q.dirty&bit != 0 && !yield(query{state{q.mouse, q.blocked, q.dirty &^ bit}, q.moves - 1}) {
				return
			}
		}
	}
}

func (s *search) afterMouse(q query) bool {
	runs := s.runs(q.state)
	if len(runs) == 0 {
		return s.suffices(q)
	}
	if s.mouse != nil {
		runs = []int{s.mouse(q.state)}
	}
	for _, room := range runs {
		if !s.suffices(query{s.run(q.state, room), q.moves}) {
			return false
		}
	}
	return true
}

func (s *search) runs(p state) []int {
	var rooms []int
	for e, ends := range s.maze.Passages {
		if (p.blocked|p.dirty)>>e&1 != 0 {
			continue
		}
		for side, room := range ends {
			if room == p.mouse {
				rooms = append(rooms, ends[1-side])
			}
		}
	}
	return rooms
}

func (s *search) run(p state, room int) state {
	return state{room, p.blocked, p.dirty | 1<<s.maze.Passage(p.mouse, room)}
}

// states yields all positions of a maze.
func states(m *mousetrap.Maze) func(func(state) bool) {
	return func(yield func(state) bool) {
		for mouse := range m.Rooms() {
			for blocked := range uint(1) << len(m.Passages) {
				for dirty := range uint(1) << len(m.Passages) {
					if blocked&dirty == 0 && !yield(state{mouse, blocked, dirty}) {
						return
					}
				}
			}
		}
	}
}

const (
	small = 7 // rooms, for all positions
	tiny  = 6 // rooms, for all hunters from all positions
)

// TestAnalyse compares the least number of moves, and the actions of hunter and mouse, with the search on all positions of all
// small mazes.
func TestAnalyse(t *testing.T) {
	t.Parallel()
	for rooms := 1; rooms <= small; rooms++ {
		trees(t, rooms, func(m *mousetrap.Maze) {
			s := &search{maze: m, known: map[query]bool{}}
			least := func(p state) int {
				for moves := range rooms {
					if s.suffices(query{p, moves}) {
						return moves
					}
				}
				return mousetrap.Never
			}
			for p := range states(m) {
				position := p.position(m)
				moves := least(p)
				if got := position.Analyse().Moves; got != moves {
					t.Fatalf("%v, %+v: %d moves, want %d", m.Passages, p, got, moves)
				}
				if moves != mousetrap.Never && !position.Over() {
					checkHunt(t, s, query{p, moves})
				}
				checkFlights(t, s, p, least)
			}
		})
	}
}

// checkHunt checks that the hunter's action preserves what he can achieve.
func checkHunt(t *testing.T, s *search, q query) {
	t.Helper()
	position := q.position(s.maze)
	action := position.Hunt()
	if err := position.Do(action); err != nil {
		t.Fatalf("%v, %+v: %v", s.maze.Passages, q, err)
	}
	next := query{state{mouse: q.mouse}, q.moves - action.Moves()}
	for e := range s.maze.Passages {
		if position.Blocked[e] {
			next.blocked |= 1 << e
		} else if position.Dirty[e] {
			next.dirty |= 1 << e
		}
	}
	if next == q && len(s.runs(q.state)) == 0 || !s.afterMouse(next) {
		t.Fatalf("%v, %+v: %s is no good", s.maze.Passages, q, s.maze.Describe(action))
	}
}

// checkFlights checks that the mouse's runs are those that cost the hunter the most.
func checkFlights(t *testing.T, s *search, p state, least func(state) int) {
	t.Helper()
	if p.mouse == s.maze.Trap {
		return
	}
	most := -1
	var want []int
	for _, room := range s.runs(p) {
		moves := least(s.run(p, room))
		if moves > most {
			want, most = nil, moves
		}
		if moves == most {
			want = append(want, room)
		}
	}
	if got := p.position(s.maze).Flights(); !slices.Equal(got, want) {
		t.Fatalf("%v, %+v: the mouse's best runs are %v, want %v", s.maze.Passages, p, got, want)
	}
}

// TestMousePunishes lets every hunter play against the mouse of this package from every position of the tiny mazes:
// none needs fewer moves than the least number. So a hunter that wastes a move anywhere loses.
func TestMousePunishes(t *testing.T) {
	t.Parallel()
	for rooms := 2; rooms <= tiny; rooms++ {
		trees(t, rooms, func(m *mousetrap.Maze) {
			s := &search{maze: m, known: map[query]bool{}, mouse: func(p state) int {
				flights := p.position(m).Flights()
				// Choose any of the best runs, depending on the position alone.
				return flights[int(p.dirty^p.blocked*5)%len(flights)]
			}}
			for p := range states(m) {
				moves := p.position(m).Analyse().Moves
				if moves > 0 && s.suffices(query{p, min(moves-1, rooms+1)}) {
					t.Fatalf("%v, %+v: some hunter needs fewer than %d moves", m.Passages, p, moves)
				}
			}
		})
	}
}

// TestPlay lets both sides play on random mazes, the hunter sometimes carelessly. The number of moves that the hunter
// needs never falls by more than each action costs, and without carelessness it falls by exactly that.
func TestPlay(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for game := range 400 {
		careless := game % 4 * 10 // out of a hundred actions
		p := randomPosition(t, random, 2+random.IntN(60))
		rounds := 0
		for ; !p.Over() && rounds < 5*p.Rooms(); rounds++ {
			before := p.Analyse()
			if before.Moves == mousetrap.Never {
				break
			}
			action := p.Follow(before)
			if random.IntN(100) < careless {
				action = randomAction(p, random)
			}
			if err := p.Do(action); err != nil {
				t.Fatal(err)
			}
			if flights := p.Flights(); len(flights) > 0 {
				p.Run(flights[random.IntN(len(flights))])
			}
			after := p.Analyse().Moves
			if after < before.Moves-action.Moves() || careless == 0 && after > before.Moves-action.Moves() {
				t.Fatalf("game %d, round %d: %d moves before %s, %d after it", game, rounds, before.Moves, p.Describe(action), after)
			}
		}
		if careless == 0 && rounds >= 3*p.Rooms() {
			t.Fatalf("game %d: %d rounds in %d rooms", game, rounds, p.Rooms())
		}
	}
}

func randomPosition(t *testing.T, random *rand.Rand, rooms int) *mousetrap.Position {
	t.Helper()
	reach := 1 + random.IntN(rooms)
	parents := make([]int, rooms)
	for room := 1; room < rooms; room++ {
		parents[room] = room - 1 - random.IntN(min(reach, room))
	}
	return mousetrap.NewPosition(maze(t, parents), random.IntN(rooms))
}

// randomAction returns any legal action.
func randomAction(p *mousetrap.Position, random *rand.Rand) mousetrap.Action {
	passage := random.IntN(len(p.Passages))
	switch {
	case p.Dirty[passage]:
		return mousetrap.Action{Kind: mousetrap.Clean, Passage: passage}
	case !p.Blocked[passage] && random.IntN(3) == 0:
		return mousetrap.Action{Kind: mousetrap.Block, Passage: passage}
	}
	return mousetrap.Action{Kind: mousetrap.Pass}
}

func TestNewMazeRefuses(t *testing.T) {
	t.Parallel()
	for want, passages := range map[string][][2]int{
		"there is no room 9":                                {{0, 1}, {0, 8}, {1, 2}},
		"there is no room 5":                                {{0, 1}, {0, 4}, {1, 2}},
		"there is no room 0":                                {{-1, 1}, {0, 2}, {0, 3}},
		"the passages close a cycle at room 1":              {{0, 1}, {1, 2}, {2, 0}},
		"the passages close a cycle at room 2":              {{0, 1}, {1, 2}, {1, 2}},
		"a tree of 4 rooms has 3 passages, not 1":           {{0, 1}},
		"only 2 of the 4 rooms are connected with the trap": {{0, 1}, {2, 3}, {3, 2}},
	} {
		if _, err := mousetrap.NewMaze(4, 0, passages); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %q", passages, err, want)
		}
	}
	for trap, want := range map[int]string{-1: "there is no room 0", 2: "there is no room 3"} {
		if _, err := mousetrap.NewMaze(2, trap, [][2]int{{0, 1}}); err == nil || err.Error() != want {
			t.Errorf("a trap outside the maze: %v, want %q", err, want)
		}
	}
}

// Passages are found from both ends, including that of the trap, and between no other rooms.
func TestPassage(t *testing.T) {
	t.Parallel()
	m := maze(t, []int{0, 0, 1})
	for u := -2; u <= 4; u++ {
		for v := -2; v <= 4; v++ {
			want := -1
			switch [2]int{min(u, v), max(u, v)} {
			case [2]int{0, 1}:
				want = 0
			case [2]int{1, 2}:
				want = 1
			}
			if got := m.Passage(u, v); got != want {
				t.Errorf("between %d and %d: %d, want %d", u, v, got, want)
			}
		}
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	m := maze(t, []int{0, 0, 1})
	for want, action := range map[string]mousetrap.Action{
		"pass":      {Kind: mousetrap.Pass},
		"block 2 3": {Kind: mousetrap.Block, Passage: 1},
		"clean 1 2": {Kind: mousetrap.Clean},
	} {
		if got := m.Describe(action); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDoRefuses(t *testing.T) {
	t.Parallel()
	p := mousetrap.NewPosition(maze(t, []int{0, 0, 1}), 1)
	if err := p.Do(mousetrap.Action{Kind: mousetrap.Clean}); err == nil || err.Error() != "the passage between 1 and 2 is not dirty" {
		t.Errorf("cleaning a clean passage: %v", err)
	}
	block := mousetrap.Action{Kind: mousetrap.Block, Passage: 1}
	if err := p.Do(block); err != nil {
		t.Error(err)
	}
	if err := p.Do(block); err == nil || err.Error() != "the passage between 2 and 3 is blocked already" {
		t.Errorf("blocking twice: %v", err)
	}
	if got := fmt.Sprint(p.Runs()); got != "[0]" {
		t.Errorf("the mouse may run to %s", got)
	}
}
