package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/checker/games/mousetrap"
	"grundy/internal/ui/terminal"
)

// mousetrapTable is the table of problem mousetrapduel: a maze with its trap and mouse and a number of moves, then
// actions "block U V", "clean U V" and "pass" of the player, who is the hunter, and rooms of the mouse.
type mousetrapTable struct {
	// rooms is 0 until the judge has named the sizes.
	rooms, trap, mouse, moves int
	passages                  [][2]int
	game                      *mousetrap.Position // nil until all passages are known
	left, rounds              int
	mousesTurn                bool
}

func newMousetrap() Table { return &mousetrapTable{} }

func (t *mousetrapTable) Hear(line string) error {
	switch {
	case t.rooms == 0:
		sizes, err := integers(line, 4)
		if err != nil {
			return err
		}
		t.rooms, t.trap, t.mouse, t.moves = sizes[0], sizes[1]-1, sizes[2]-1, sizes[3]
		return t.build()
	case t.game == nil:
		ends, err := integers(line, 2)
		if err != nil {
			return err
		}
		t.passages = append(t.passages, [2]int{ends[0] - 1, ends[1] - 1})
		return t.build()
	}
	room, err := t.run(line)
	if err != nil {
		return err
	}
	if room != t.game.Mouse {
		t.game.Run(room)
	}
	t.mousesTurn = false
	return nil
}

// run reads a room of the mouse, and checks it against the rules.
func (t *mousetrapTable) run(text string) (room int, err error) {
	at, err := integers(text, 1)
	if err != nil {
		return 0, err
	}
	room = at[0] - 1
	switch runs := t.game.Runs(); {
	case slices.Contains(runs, room), room == t.game.Mouse && len(runs) == 0:
		return room, nil
	case room == t.game.Mouse:
		return 0, errors.New("the mouse must run while it can")
	}
	return 0, fmt.Errorf("the mouse cannot run from %d to %d", t.game.Mouse+1, room+1)
}

// build makes the maze once all of it is known.
func (t *mousetrapTable) build() error {
	if len(t.passages) < t.rooms-1 {
		return nil
	}
	maze, err := mousetrap.NewMaze(t.rooms, t.trap, t.passages)
	if err != nil {
		return err
	}
	if t.mouse < 0 || t.mouse >= t.rooms {
		return fmt.Errorf("there is no room %d", t.mouse+1)
	}
	t.game, t.left = mousetrap.NewPosition(maze, t.mouse), t.moves
	return nil
}

func (t *mousetrapTable) Say(line string) error {
	action, err := t.parse(line)
	if err != nil {
		return err
	}
	if err := t.game.Do(action); err != nil {
		return err
	}
	t.left -= action.Moves()
	t.rounds++
	t.mousesTurn = true
	return nil
}

func (t *mousetrapTable) Read(text string) (string, error) {
	action, err := t.parse(text)
	if err != nil {
		return "", err
	}
	switch {
	case action.Kind == mousetrap.Block && t.game.Blocked[action.Passage]:
		return "", errors.New("that passage is blocked already")
	case action.Kind == mousetrap.Clean && !t.game.Dirty[action.Passage]:
		return "", errors.New("that passage is not dirty")
	}
	return t.game.Describe(action), nil
}

// parse reads an action. It accepts abbreviated words, and a single room next to the mouse's.
func (t *mousetrapTable) parse(text string) (mousetrap.Action, error) {
	words := strings.Fields(strings.ToLower(text))
	var action mousetrap.Action
	if len(words) == 0 {
		return action, errors.New("say block, clean or pass")
	}
	kinds := map[string]mousetrap.Kind{"pass": mousetrap.Pass, "block": mousetrap.Block, "clean": mousetrap.Clean}
	known := false
	for word, kind := range kinds {
		if strings.HasPrefix(word, words[0]) {
			action.Kind, known = kind, true
		}
	}
	switch {
	case !known:
		return action, fmt.Errorf("want block, clean or pass, got %q", words[0])
	case action.Kind == mousetrap.Pass && len(words) > 1:
		return action, errors.New("nothing follows pass")
	case action.Kind == mousetrap.Pass:
		return action, nil
	case t.left == 0:
		return action, fmt.Errorf("no move is left: all %d are used up", t.moves)
	}
	if len(words) == 2 {
		words = append(words, strconv.Itoa(t.game.Mouse+1))
	}
	ends, err := integers(strings.Join(words[1:], " "), 2)
	if err != nil {
		return action, fmt.Errorf("a passage is the two rooms that it joins: %w", err)
	}
	if action.Passage = t.game.Passage(ends[0]-1, ends[1]-1); action.Passage < 0 {
		return action, fmt.Errorf("no passage joins the rooms %d and %d", ends[0], ends[1])
	}
	return action, nil
}

// Tell says what the hunter does, or where the mouse goes.
func (t *mousetrapTable) Tell(line string) string {
	if t.mousesTurn {
		if room, err := t.run(line); err == nil && room == t.game.Mouse {
			return "stay in room " + line
		}
		return "run to room " + line
	}
	words := strings.Fields(line)
	if len(words) != 3 {
		return line
	}
	return fmt.Sprintf("%s the passage between %s and %s", words[0], words[1], words[2])
}

// Parts returns the line with the rooms in the order of the picture.
func (t *mousetrapTable) Parts(line string) []string {
	line, err := t.Read(line)
	if err != nil {
		return nil
	}
	return []string{line}
}

// Won reports whether the mouse is caught, which ends the hunt.
func (t *mousetrapTable) Won() bool { return t.game.Over() }

func (t *mousetrapTable) Next() Speaker {
	switch {
	case t.game == nil || t.mousesTurn:
		return Judge
	case t.game.Over():
		return NoSpeaker
	}
	return Player
}

// WhyPass says why passing wins.
func (t *mousetrapTable) WhyPass(move string) string {
	if move != "pass" {
		return ""
	}
	return "no passage has to be blocked before the mouse runs on, wherever it runs, and a pass is free"
}

func (t *mousetrapTable) HowTo() string {
	return fmt.Sprintf("You hunt the mouse. In each round you block a passage for good, clean a dirty one, or pass, which is free; you have %s in all. "+
		"Then the mouse must run through a clean, open passage, which is dirty from then on; where there is none it stays. You win when it is in the trap. "+
		"Press a passage to block it, and the ✦ on a dirty one to clean it.", terminal.Count(t.moves, "move"))
}

func (t *mousetrapTable) Ask() string { return "your action: block U V, clean U V or pass" }

func (t *mousetrapTable) Draw(columns int) string {
	head := fmt.Sprintf("round %d, %s of %d left    ── clean   ~~ dirty   ×× blocked", t.rounds+1, terminal.Count(t.left, "move"), t.moves)
	lines, ok := t.drawTree(columns)
	if !ok {
		lines = t.drawWay(columns)
	}
	return folded(head, columns) + "\n" + strings.Join(lines, "\n")
}

// Bounds of a drawing: rooms of a maze that is drawn as a whole, and rooms of the way shown next to the mouse and
// to the trap.
const (
	drawnRooms     = 30
	drawnNearMouse = 10
	drawnNearTrap  = 4
)

// drawTree draws all of a small maze, from the trap on.
func (t *mousetrapTable) drawTree(columns int) (lines []string, ok bool) {
	if t.rooms > drawnRooms {
		return nil, false
	}
	ok = true
	var draw func(room, from int, before, indent string)
	draw = func(room, from int, before, indent string) {
		line := before + t.name(room)
		ok = ok && len([]rune(line)) <= columns
		lines = append(lines, line)
		var below []int
		for _, next := range t.game.Neighbours(room) {
			if next != from {
				below = append(below, next)
			}
		}
		for i, next := range below {
			corner, rail := "├", "│   "
			if i == len(below)-1 {
				corner, rail = "└", "    "
			}
			draw(next, room, indent+corner+t.mark(room, next)+" ", indent+rail)
		}
	}
	draw(t.trap, -1, "", "")
	return lines, ok
}

// mark shows the state of a passage.
func (t *mousetrapTable) mark(u, v int) string {
	passage := t.game.Passage(u, v)
	switch {
	case t.game.Blocked[passage]:
		return "××"
	case t.game.Dirty[passage]:
		return "~~"
	}
	return "──"
}

func (t *mousetrapTable) name(room int) string {
	name := strconv.Itoa(room + 1)
	if room == t.trap {
		name += " trap"
	}
	if room == t.game.Mouse {
		name += " mouse"
	}
	return name
}

// drawWay draws the way from the trap to the mouse with its side passages.
func (t *mousetrapTable) drawWay(columns int) []string {
	way := t.game.Way(t.game.Mouse)
	var lines []string
	for i := len(way) - 1; i >= 0; i-- {
		if hidden := len(way) - drawnNearTrap - drawnNearMouse; i == len(way)-1-drawnNearTrap && hidden > 0 {
			lines = append(lines, fmt.Sprintf("   … %s more of the way", terminal.Count(hidden, "room")))
			i = drawnNearMouse - 1
		}
		line := t.name(way[i])
		if i < len(way)-1 {
			line = t.mark(way[i], way[i+1]) + " " + line
			if sides := t.sidesOf(way, i); len(sides) > 0 {
				line += "   to " + strings.Join(sides, ", ")
			}
		}
		lines = append(lines, terminal.Clip(line, columns))
	}
	return lines
}

// sidesOf returns the passages that leave the way, those to the largest parts of the maze first.
func (t *mousetrapTable) sidesOf(way []int, level int) []string {
	type side struct{ room, size int }
	var sides []side
	for _, next := range t.game.Neighbours(way[level]) {
		if next != way[level+1] && (level == 0 || next != way[level-1]) {
			sides = append(sides, side{next, t.size(next, way[level])})
		}
	}
	slices.SortStableFunc(sides, func(a, b side) int { return b.size - a.size })
	words := make([]string, len(sides))
	for i, side := range sides {
		words[i] = fmt.Sprintf("%s%d", t.mark(way[level], side.room), side.room+1)
		if side.size > 1 {
			words[i] += fmt.Sprintf(" (%s)", terminal.Count(side.size, "room"))
		}
	}
	return words
}

// size counts the rooms on a room's side of the passage from another one.
func (t *mousetrapTable) size(room, from int) int {
	type visit struct{ room, from int }
	visits := []visit{{room, from}}
	for i := 0; i < len(visits); i++ {
		for _, next := range t.game.Neighbours(visits[i].room) {
			if next != visits[i].from {
				visits = append(visits, visit{next, visits[i].room})
			}
		}
	}
	return len(visits)
}

func (t *mousetrapTable) Hint() string {
	plan := t.game.Analyse()
	if t.game.Over() || plan.Moves > t.left {
		return noMoveWins
	}
	return t.game.Describe(t.game.Follow(plan))
}

// Refuted names the best run of the mouse if the hunter has too few moves left then.
func (t *mousetrapTable) Refuted() string {
	after, answer := *t.game, "the mouse is stuck, and too few moves are left to clean its way"
	if flights := t.game.Flights(); len(flights) > 0 {
		answer = t.Tell(strconv.Itoa(flights[0] + 1))
		after.Dirty = slices.Clone(after.Dirty)
		after.Run(flights[0])
	}
	if after.Over() || after.Analyse().Moves <= t.left {
		return ""
	}
	return answer
}

// explainedSides is how many sides are listed.
const explainedSides = 8

func (t *mousetrapTable) Why() string {
	plan := t.game.Analyse()
	switch {
	case t.game.Over():
		return fmt.Sprintf("The mouse is in the trap, and %d of %s were enough: the hunter has won.", t.moves-t.left, terminal.Count(t.moves, "move"))
	case plan.Moves == mousetrap.Never:
		return "A passage between the mouse and the trap is blocked, and there is no other way: " +
			"the mouse can never be caught. The hunter has lost."
	}
	var text strings.Builder
	switch {
	case len(t.game.Runs()) == 0:
		fmt.Fprintf(&text, "The mouse is stuck. %s beside its way to the trap must be blocked, "+
			"%s of the way cleaned: %d + %d = %s.\n", terminal.Count(len(plan.Sides), "open passage"),
			terminal.Count(plan.DirtyFrom[0], "dirty passage"), len(plan.Sides), plan.DirtyFrom[0], terminal.Count(plan.Moves, "move"))
	case len(plan.Sides) > 0:
		t.explainSides(&text, plan)
	}
	fmt.Fprintf(&text, "The hunter needs %s and has %d left: ", terminal.Count(plan.Moves, "move"), t.left)
	if plan.Moves <= t.left {
		text.WriteString("he wins.")
	} else {
		text.WriteString("he has lost.")
	}
	return text.String()
}

// explainSides lists what the mouse's turn into each side costs the hunter, the most expensive ones
// first.
func (t *mousetrapTable) explainSides(text *strings.Builder, plan *mousetrap.Plan) {
	text.WriteString("The mouse may turn off its way to the trap. That costs f + s + d + b moves: " +
		"f below the room, s sides at its level and above, d dirty passages of the way, " +
		"b urgent sides below its level, which are blocked in vain by then.\n")
	type side struct {
		mousetrap.Side
		inVain, cost int
		urgent       bool
	}
	var sides []side
	for _, s := range plan.Sides {
		if s.Level >= plan.Levels {
			continue
		}
		inVain := 0
		for _, block := range plan.Blocks {
			if block.Level < s.Level {
				inVain++
			}
		}
		cost := plan.Weights[s.Room] + plan.SidesFrom[s.Level] + plan.DirtyFrom[s.Level] + inVain
		sides = append(sides, side{s, inVain, cost, slices.Contains(plan.Blocks, s)})
	}
	slices.SortStableFunc(sides, func(a, b side) int { return b.cost - a.cost })
	for i, s := range sides {
		if i == explainedSides {
			fmt.Fprintf(text, "  and %s more\n", terminal.Count(len(sides)-i, "side"))
			break
		}
		urgent := ""
		if s.urgent {
			urgent = "  urgent"
		}
		fmt.Fprintf(text, "  room %d at level %d: %d + %d + %d + %d = %d%s\n", s.Room+1, s.Level, plan.Weights[s.Room],
			plan.SidesFrom[s.Level], plan.DirtyFrom[s.Level], s.inVain, s.cost, urgent)
	}
	if len(plan.Blocks) > 0 {
		fmt.Fprintf(text, "Sides that cost more than %d are urgent: %s must be blocked before the mouse "+
			"leaves their level, the nearest first.\n", plan.Moves, terminal.Count(len(plan.Blocks), "passage"))
	} else {
		fmt.Fprintf(text, "None costs more than %d, so nothing is urgent.\n", plan.Moves)
	}
}
