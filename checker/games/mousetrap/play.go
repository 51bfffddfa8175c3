package mousetrap

import "sort"

// Never is the number of moves if no number suffices: a passage between the mouse and the trap is blocked.
const Never = 1 << 40

// Plan is the analysis of a position at the hunter's turn.
type Plan struct {
	// Moves is the least number that suffices for the hunter, or Never.
	Moves int
	// Way is the way from the mouse to the trap, both included. Levels is how many of its rooms the mouse may reach
	// by climbing: all but the trap, or those up to the first dirty passage.
	Way    []int
	Levels int
	// Weights[v] is the cost of a mouse below v that has just come down to v: the number of open passages from v away
	// from the trap, plus the second greatest weight among the rooms they lead to.
	Weights []int
	// Sides are the open passages off the way, by the level where they begin.
	Sides []Side
	// SidesFrom and DirtyFrom count, for each level, the sides and the dirty passages of the way at this level and
	// above.
	SidesFrom, DirtyFrom []int
	// Blocks are the sides that must be blocked before the mouse gets there, the most urgent first.
	Blocks []Side
}

// Side is a passage off the way from the mouse to the trap.
type Side struct{ Level, Room, Passage int }

// Analyse finds the least number of moves and how to achieve it, in O(n log n).
//
// The hunter gains nothing by cleaning before the mouse is stuck. Until then he only blocks, so the mouse never turns
// back: it climbs some levels and then turns off into a side or gets stuck below a dirty passage. If it turns off at
// level i after b sides below this level were blocked, the total is the side's weight + SidesFrom[i] + DirtyFrom[i] +
// b.
func (p *Position) Analyse() *Plan {
	plan := &Plan{Way: p.Way(p.Mouse), Weights: p.weights()}
	way := plan.Way[:len(plan.Way)-1]
	plan.SidesFrom, plan.DirtyFrom = make([]int, len(way)+1), make([]int, len(way)+1)
	plan.Levels = len(way)
	blocked := false
	for i := len(way) - 1; i >= 0; i-- {
		room := way[i]
		plan.SidesFrom[i], plan.DirtyFrom[i] = plan.SidesFrom[i+1], plan.DirtyFrom[i+1]
		for _, next := range p.neighbours[room] {
			if next.passage != p.up[room].passage && (i == 0 || next.room != way[i-1]) && p.Open(next.passage) {
				plan.SidesFrom[i]++
				plan.Sides = append(plan.Sides, Side{i, next.room, next.passage})
			}
		}
		blocked = blocked || p.Blocked[p.up[room].passage]
		if p.Dirty[p.up[room].passage] {
			plan.DirtyFrom[i]++
			plan.Levels = i + 1
		}
	}
	sort.SliceStable(plan.Sides, func(i, j int) bool { return plan.Sides[i].Level < plan.Sides[j].Level })
	if blocked {
		plan.Moves = Never
		return plan
	}
	// Every passage costs at most one move.
	plan.Moves = sort.Search(p.Rooms(), func(moves int) bool {
		_, ok := plan.blocks(moves)
		return ok
	})
	plan.Blocks, _ = plan.blocks(plan.Moves)
	return plan
}

// weights computes the weights from the farthest room to the nearest.
func (p *Position) weights() []int {
	weights, largest, second := make([]int, p.Rooms()), make([]int, p.Rooms()), make([]int, p.Rooms())
	for i := len(p.order) - 1; i > 0; i-- {
		room := p.order[i]
		weights[room] += second[room]
		up := p.up[room]
		if !p.Open(up.passage) {
			continue
		}
		weights[up.room]++
		if weights[room] > largest[up.room] {
			largest[up.room], second[up.room] = weights[room], largest[up.room]
		} else {
			second[up.room] = max(second[up.room], weights[room])
		}
	}
	return weights
}

// blocks returns the sides that must be blocked if the given number of moves is to suffice; ok reports whether it
// does.
func (plan *Plan) blocks(moves int) (blocks []Side, ok bool) {
	sides := plan.Sides
	for level := range plan.Levels {
		before := len(blocks)
		spare := moves - plan.SidesFrom[level] - plan.DirtyFrom[level] - before
		// The mouse can stay below a dirty passage.
		if level == plan.Levels-1 && plan.DirtyFrom[level] > 0 && spare < 0 {
			return nil, false
		}
		for len(sides) > 0 && sides[0].Level == level {
			if plan.Weights[sides[0].Room] > spare {
				blocks = append(blocks, sides[0])
			}
			sides = sides[1:]
		}
		if len(blocks) > min(level+1, moves) {
			return nil, false
		}
	}
	return blocks, true
}

// Hunt returns a perfect action of the hunter: its cost plus the least number of moves afterwards equals the least
// number of moves now. If that is Never, no such action exists.
func (p *Position) Hunt() Action { return p.Follow(p.Analyse()) }

// Follow is Hunt with a plan of this position.
func (p *Position) Follow(plan *Plan) Action {
	switch {
	case len(plan.Blocks) > 0:
		return Action{Block, plan.Blocks[0].Passage}
	case len(p.Runs()) > 0 || p.Over():
		return Action{Kind: Pass}
	case len(plan.Sides) > 0:
		return Action{Block, plan.Sides[0].Passage}
	}
	return Action{Clean, p.up[p.Mouse].passage}
}

// Flights returns the mouse's best runs: those after which the hunter needs the most moves. It returns none if the
// mouse is stuck. It takes O(n log n).
func (p *Position) Flights() []int {
	if p.Over() {
		return nil
	}
	var best []int
	most := -1
	plan := p.Analyse()
	for _, room := range p.Runs() {
		moves := p.after(plan, room)
		if moves > most {
			best, most = nil, moves
		}
		if moves == most {
			best = append(best, room)
		}
	}
	return best
}

// after returns what the hunter needs when the mouse has run to a room. plan is that of the present position.
func (p *Position) after(plan *Plan, room int) int {
	if plan.Moves == Never {
		return Never
	}
	if room != plan.Way[1] {
		return plan.Weights[room] + plan.SidesFrom[0] + plan.DirtyFrom[0]
	}
	from, passage := p.Mouse, p.Passage(p.Mouse, room)
	p.Run(room)
	defer func() { p.Mouse, p.Dirty[passage] = from, false }()
	return p.Analyse().Moves
}
