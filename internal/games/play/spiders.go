package play

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/checker/games/spiders"
	"grundy/internal/ui/terminal"
)

// spidersTable is the table of problem spidersduel: a path, a side, then in turn an edge to cut and a step for
// each spider.
type spidersTable struct {
	path          *spiders.Path // nil until the judge has shown it
	search        spiders.PathSearch
	chosen, flies bool
	toMove        bool // whether the spiders move next, rather than the flies
}

func newSpiders() Table { return &spidersTable{} }

func (t *spidersTable) Hear(line string) error {
	if t.path == nil {
		path, err := spiders.ParsePath(line)
		if err != nil {
			return err
		}
		t.path = path
		return nil
	}
	return t.turn(line)
}

func (t *spidersTable) Say(line string) error {
	if !t.chosen {
		flies, err := chosen(line, "FLIES", "SPIDERS")
		t.chosen, t.flies = err == nil, flies
		return err
	}
	return t.turn(line)
}

// turn makes the move of the side to move.
func (t *spidersTable) turn(line string) error {
	move := t.cut
	if t.toMove {
		move = func(path *spiders.Path, line string) error { return path.Move(line) }
	}
	if err := move(t.path, line); err != nil {
		return err
	}
	t.toMove = !t.toMove
	return nil
}

func (t *spidersTable) cut(path *spiders.Path, line string) error {
	edge, err := strconv.Atoi(line)
	if err != nil {
		return fmt.Errorf("%q is not the number of an edge", line)
	}
	return path.CutEdge(edge - 1)
}

// Read accepts the steps of the spiders in any case, and with blanks between them.
func (t *spidersTable) Read(text string) (string, error) {
	if !t.chosen {
		return side(text, "FLIES", "SPIDERS")
	}
	try := t.path.Clone()
	if t.toMove {
		steps := strings.ToUpper(strings.Join(strings.Fields(text), ""))
		if strings.ContainsAny(steps, "0123456789") {
			var err error
			if steps, err = t.steps(strings.Fields(text)); err != nil {
				return "", err
			}
		}
		return steps, try.Move(steps)
	}
	text = strings.TrimSpace(text)
	return text, t.cut(try, text)
}

// steps reads the steps of the named spiders, "1L 3R"; the others wait.
func (t *spidersTable) steps(words []string) (string, error) {
	steps := t.wait()
	for _, word := range words {
		last := len(word) - 1
		spider, err := strconv.Atoi(word[:last])
		if err != nil {
			return "", fmt.Errorf("%q is not the number of a spider with L, R or W", word)
		}
		if spider < 1 || spider > len(steps) {
			return "", fmt.Errorf("there is no spider %d: they are numbered from 1 to %d", spider, len(steps))
		}
		steps[spider-1] = strings.ToUpper(word)[last]
	}
	return string(steps), nil
}

// wait is the move in which no spider moves.
func (t *spidersTable) wait() []byte { return bytes.Repeat([]byte{spiders.Wait}, len(t.path.At)) }

// Tell says which edge is cut, or which spiders go where.
func (t *spidersTable) Tell(line string) string {
	switch {
	case !t.chosen:
		return sideInWords(line)
	case !t.toMove:
		if edge, err := strconv.Atoi(line); err == nil {
			return fmt.Sprintf("cut the edge between %d and %d", edge, edge+1)
		}
		return line
	}
	var words []string
	for _, part := range t.Parts(line) {
		words = append(words, spiderGoes(part))
	}
	if len(words) == 0 && line == string(t.wait()) {
		return "all spiders wait"
	}
	return cmp.Or(strings.Join(words, "; "), line)
}

// spiderGoes words a step, such as "1L".
func spiderGoes(step string) string {
	last := len(step) - 1
	return "spider " + step[:last] + map[byte]string{spiders.Left: " to the left", spiders.Right: " to the right"}[step[last]]
}

// Parts returns the edge, or the steps of the spiders that do not wait.
func (t *spidersTable) Parts(line string) []string {
	if !t.toMove {
		return []string{line}
	}
	var parts []string
	for i := range len(line) {
		if line[i] == spiders.Left || line[i] == spiders.Right {
			parts = append(parts, strconv.Itoa(i+1)+line[i:i+1])
		}
	}
	return parts
}

// Won reports whether the player's side has won.
func (t *spidersTable) Won() bool { return t.flies == t.path.Safe() }

func (t *spidersTable) Next() Speaker {
	switch {
	case t.path == nil:
		return Judge
	case !t.chosen:
		return Player
	case t.path.Caught() || t.path.Safe():
		return NoSpeaker
	case t.flies != t.toMove:
		return Player
	}
	return Judge
}

// WhyPass says why it wins that no spider moves.
func (t *spidersTable) WhyPass(move string) string {
	if t.path == nil || !t.toMove || move != string(t.wait()) {
		return ""
	}
	return "where they are, the spiders threaten more than the flies' side can cut in time"
}

func (t *spidersTable) HowTo() string {
	rules := "The flies' side cuts an edge, then each spider may go one step along an edge that is left, and so on. " +
		"The spiders win when one of them is at a fly, the flies when no spider has a way to one. "
	if t.chosen && !t.flies {
		return rules + "Press the arrow above each spider that shall go, then press Move; the others wait."
	}
	return rules + "Press an edge: it is cut."
}

func (t *spidersTable) Ask() string {
	switch {
	case !t.chosen:
		return "FLIES or SPIDERS"
	case t.toMove:
		return "your move: L, R or W for each of " + terminal.Count(len(t.path.At), "spider")
	}
	return "your move: EDGE to cut"
}

// vertexColumns is the width of a vertex, with the edge on its right.
const vertexColumns = 4

// Draw shows the path, in several rows if it is long: each vertex with its number below, and each remaining edge
// as a line.
func (t *spidersTable) Draw(columns int) string {
	if t.path == nil {
		return ""
	}
	var stretches []string
	perRow := max(1, columns/vertexColumns)
	for first := 0; first < len(t.path.Fly); first += perRow {
		stretches = append(stretches, t.stretch(first, min(first+perRow, len(t.path.Fly))))
	}
	drawing := strings.Join(stretches, "\n\n")
	const note = "  (edge i is on the right of vertex i)"
	if last := drawing[strings.LastIndexByte(drawing, '\n')+1:]; len(last)+len(note) <= columns {
		return drawing + note
	}
	return drawing + "\n" + folded(strings.TrimSpace(note), columns)
}

// stretch draws the vertices from first up to end.
func (t *spidersTable) stretch(first, end int) string {
	var row, numbers, names strings.Builder
	for v := first; v < end; v++ {
		fly := t.path.Fly[v]
		var here []string
		for i, at := range t.path.At {
			if at == v {
				here = append(here, strconv.Itoa(i+1))
			}
		}
		edge := "---"
		if v == len(t.path.Cut) || t.path.Cut[v] {
			edge = "   "
		}
		letter := "."
		switch {
		case fly && len(here) > 0:
			letter = "X"
		case fly:
			letter = "F"
		case len(here) > 0:
			letter = "S"
		}
		row.WriteString(letter + edge)
		fmt.Fprintf(&numbers, "%-*d", vertexColumns, v+1)
		who := strings.Join(here, ",")
		if len(who) > len("1,2") {
			who = here[0] + "…"
		}
		fmt.Fprintf(&names, "%-*s", vertexColumns, who)
	}
	lines := []string{strings.TrimRight(row.String(), " "), strings.TrimRight(numbers.String(), " ")}
	if len(t.path.At) > 0 {
		lines = append([]string{strings.TrimRight(names.String(), " ")}, lines...)
	}
	return strings.Join(lines, "\n")
}

func (t *spidersTable) Hint() string {
	switch {
	case t.path == nil || t.path.Caught() || t.chosen && t.path.Safe():
		return "the game is over"
	case !t.chosen && t.search.FliesWin(t.path.Threats()):
		return "choose FLIES"
	case !t.chosen:
		return "choose SPIDERS"
	case t.toMove:
		if winning := t.search.WinningMoves(t.path); len(winning) > 0 {
			return winning[0]
		}
	default:
		if winning := t.search.WinningCuts(t.path); len(winning) > 0 {
			return strconv.Itoa(winning[0] + 1)
		}
	}
	return noMoveWins
}

// Why names the threats, their deadlines, and what decides.
func (t *spidersTable) Why() string {
	switch {
	case t.path == nil:
		return "There is no path yet."
	case t.path.Caught():
		return "A spider is where a fly sits: the spiders have won."
	case t.path.Safe():
		return "No spider is connected to a fly: the flies have won."
	}
	var text strings.Builder
	threats := t.path.Threats()
	text.WriteString("A spider threatens the fly that it can see, unless another spider is nearer.\n")
	for i, threat := range t.path.List() {
		switch {
		case threat.Other < 0:
			fmt.Fprintf(&text, "spider %d: %s to the fly on vertex %d\n", threat.Spider+1, terminal.Count(threat.Distance(), "step"), threat.Fly+1)
		case threat.Other > i:
			other := t.path.List()[threat.Other]
			fmt.Fprintf(&text, "spider %d, alone between two: %d and %s, to the flies on %d and %d\n", threat.Spider+1,
				threat.Distance(), terminal.Count(other.Distance(), "step"), threat.Fly+1, other.Fly+1)
		}
	}
	if t.toMove {
		return text.String() + t.whyMove()
	}
	running := threats.Running()
	late := spiders.Late(running)
	wins := t.search.FliesWin(threats)
	text.WriteString("A cut is due by the turn that is the distance; a lone spider with a and b steps, a at most b, costs two, due by turn a " +
		"and, if it runs, by turn b + 2(a-1). All in order:")
	for _, due := range running {
		fmt.Fprintf(&text, " %d", due)
	}
	text.WriteByte('\n')
	switch {
	case late > 0:
		fmt.Fprintf(&text, "%s due by turn %d, and only one can be made a turn: the spiders win by running.", cutsAre(late), running[late-1])
	case wins && len(threats.Dual) < 2:
		text.WriteString("The i-th of them is never before turn i, so every cut can be made in time: the flies win.")
	case wins:
		text.WriteString("The i-th of them is never before turn i. With several lone spiders this is not enough, but looking ahead shows " +
			"that here waiting and turning round do not help them: the flies win with the right order of cuts.")
	default:
		text.WriteString("The i-th of them is never before turn i, so running alone does not win. But after every cut one of the lone " +
			"spiders can run, wait or turn round so that the flies are late: the spiders win.")
	}
	return text.String()
}

// cutsAre is the subject of a sentence.
func cutsAre(n int) string {
	return number(n, "cut is", "cuts are")
}

// whyMove explains a position in which the spiders move next.
func (t *spidersTable) whyMove() string {
	winning := t.search.WinningMoves(t.path)
	all := t.path.Moves()
	switch {
	case len(winning) == 0:
		return "Whatever they do now, there is time for every cut: the flies win."
	case slices.Contains(winning, all[0]):
		return fmt.Sprintf("Running wins for the spiders: %s.", all[0])
	}
	return fmt.Sprintf("Running to the nearer flies does not win, but %s does: a lone spider keeps both of its flies in danger.", winning[0])
}
