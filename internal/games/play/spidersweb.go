package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/checker/drawing"
	"grundy/checker/games/spiders"
	"grundy/internal/ui/terminal"
)

// spidersWeb is the table of problem spidersweb: a web with its flies and a spider, then cuts "U V" of the player,
// who is player 1, and vertices of the spider.
type spidersWeb struct {
	vertices, spider, threads int // vertices is 0 until the judge has named the sizes
	count                     int // number of flies
	flies                     []int
	edges                     [][2]int
	web                       *spiders.Web // nil until the judge has named everything
	cuts                      [][2]int
	spidersTurn               bool
	drawn                     *drawnWeb       // nil before it is drawn
	laid                      *drawing.Layout // nil before it is drawn as a picture
}

func newSpidersWeb() Table { return &spidersWeb{} }

func (t *spidersWeb) Hear(line string) error {
	switch {
	case t.vertices == 0:
		sizes, err := integers(line, 4)
		if err != nil {
			return err
		}
		t.vertices, t.threads, t.count, t.spider = sizes[0], sizes[1], sizes[2], sizes[3]
		return nil
	case t.flies == nil:
		flies, err := integers(line, t.count)
		if err != nil {
			return err
		}
		t.flies = flies
		return t.spread()
	case t.web == nil:
		ends, err := integers(line, 2)
		if err != nil {
			return err
		}
		t.edges = append(t.edges, [2]int{ends[0] - 1, ends[1] - 1})
		return t.spread()
	}
	at, err := integers(line, 1)
	if err != nil {
		return err
	}
	t.spidersTurn = false
	return t.web.MoveTo(at[0] - 1)
}

// spread makes the web once all of it is known.
func (t *spidersWeb) spread() error {
	if len(t.edges) < t.threads {
		return nil
	}
	flies := make([]int, len(t.flies))
	for i, fly := range t.flies {
		flies[i] = fly - 1
	}
	web, err := spiders.NewWeb(t.vertices, t.edges, flies, t.spider-1)
	t.web = web
	return err
}

func (t *spidersWeb) Say(line string) error {
	ends, err := t.parse(line)
	if err != nil {
		return err
	}
	if err := t.web.Cut(ends[0], ends[1]); err != nil {
		return err
	}
	t.cuts = append(t.cuts, ends)
	t.spidersTurn = true
	return nil
}

// parse reads a cut and checks it against the rules. One vertex suffices for a thread next to the
// spider.
func (t *spidersWeb) parse(text string) ([2]int, error) {
	if len(strings.Fields(text)) == 1 {
		text = fmt.Sprint(t.web.At+1, " ", text)
	}
	ends, err := integers(text, 2)
	if err != nil {
		return [2]int{}, fmt.Errorf("a cut is the two ends of a thread, or the other end of one at the spider: %w", err)
	}
	u, v := ends[0]-1, ends[1]-1
	if u < 0 || u >= t.vertices || v < 0 || v >= t.vertices {
		return [2]int{}, fmt.Errorf("there is no thread %d %d: the vertices are numbered from 1 to %d", u+1, v+1, t.vertices)
	}
	if !slices.Contains(t.web.Threads[u], v) {
		if slices.Contains(t.cuts, [2]int{u, v}) || slices.Contains(t.cuts, [2]int{v, u}) {
			return [2]int{}, fmt.Errorf("the thread %d %d has been cut before", u+1, v+1)
		}
		return [2]int{}, fmt.Errorf("no thread joins %d and %d", u+1, v+1)
	}
	return [2]int{u, v}, nil
}

func (t *spidersWeb) Read(text string) (string, error) {
	if t.web == nil {
		return "", errors.New("the web is not known yet")
	}
	ends, err := t.parse(text)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d %d", ends[0]+1, ends[1]+1), nil
}

// Tell says what is cut, or where the spider goes.
func (t *spidersWeb) Tell(line string) string {
	if t.spidersTurn {
		if line == strconv.Itoa(t.web.At+1) {
			return "stay at " + line
		}
		return "go to " + line
	}
	ends, err := t.parse(line)
	if err != nil {
		return line
	}
	return fmt.Sprintf("cut the thread between %d and %d", ends[0]+1, ends[1]+1)
}

// Parts returns the line with the ends of the thread in the order of the picture.
func (t *spidersWeb) Parts(line string) []string {
	ends, err := t.parse(line)
	if err == nil && !slices.Contains(t.edges, ends) {
		ends[0], ends[1] = ends[1], ends[0]
	}
	return []string{fmt.Sprintf("%d %d", ends[0]+1, ends[1]+1)}
}

// Won reports whether the spider can no longer reach a fly.
func (t *spidersWeb) Won() bool { return !t.web.Caught() }

func (t *spidersWeb) Next() Speaker {
	switch {
	case t.web == nil:
		return Judge
	case t.web.Caught() || t.web.Safe():
		return NoSpeaker
	case t.spidersTurn:
		return Judge
	}
	return Player
}

func (t *spidersWeb) HowTo() string {
	return "You cut a thread in each turn, then the spider goes along one thread or stays. It wins when it is at a fly; you win when it has " +
		"no way to any. Press a thread: it is cut."
}

func (t *spidersWeb) Ask() string { return "your cut: U V, or V alone for a thread at the spider" }

// Draw shows the initial web without the threads that were cut, or a list if the drawing would be a tangle. S
// precedes the number of the spider's vertex, and F that of a fly.
func (t *spidersWeb) Draw(columns int) string {
	order := t.reached()
	reached := 0
	for _, v := range order {
		if t.web.Fly[v] {
			reached++
		}
	}
	head := fmt.Sprintf("The spider is at %d and can get to %s and %s of %d.", t.web.At+1, others(len(order)-1), flies(reached), t.count)
	head = folded(head, columns)
	if picture, ok := t.picture(columns); ok {
		return head + "\n\n" + picture
	}
	return head + "\n" + t.list(order, columns)
}

// reached returns the vertices that the spider can reach, by distance.
func (t *spidersWeb) reached() []int {
	order := []int{t.web.At}
	for i := 0; i < len(order); i++ {
		for _, v := range t.web.Threads[order[i]] {
			if !slices.Contains(order, v) {
				order = append(order, v)
			}
		}
	}
	return order
}

// picture draws the part of the web that the spider could reach at the beginning or, if that would be a tangle,
// the part that it can reach now. Drawn vertices keep their positions.
func (t *spidersWeb) picture(columns int) (text string, ok bool) {
	if t.drawn == nil || t.drawn.most != columns {
		t.drawn = drawWeb(t.edges, t.spider-1, columns)
	}
	if t.drawn == nil {
		t.drawn = drawWeb(t.left(), t.web.At, columns)
	}
	if t.drawn == nil {
		return "", false
	}
	c := newCanvas(t.drawn.columns, t.drawn.rows)
	for _, edge := range t.drawn.edges {
		if slices.Contains(t.web.Threads[t.drawn.vertices[edge[0]]], t.drawn.vertices[edge[1]]) {
			c.line(t.drawn.at[edge[0]], t.drawn.at[edge[1]])
		}
	}
	for i, v := range t.drawn.vertices {
		c.write(t.drawn.at[i], t.name(v))
	}
	return c.String(), true
}

// left returns the remaining threads.
func (t *spidersWeb) left() [][2]int {
	return slices.DeleteFunc(slices.Clone(t.edges), func(edge [2]int) bool {
		return !slices.Contains(t.web.Threads[edge[0]], edge[1])
	})
}

// drawnWeb is a part of a web with positions for its vertices.
type drawnWeb struct {
	arrangement
	vertices []int // by their numbers in the arrangement
	most     int   // columns available when it was drawn
}

// drawWeb draws the part of a web that the spider can reach; nil if it would be a tangle.
func drawWeb(edges [][2]int, spider, columns int) *drawnWeb {
	number := map[int]int{spider: 0}
	vertices := []int{spider}
	var g graph
	for i := 0; i < len(vertices); i++ {
		for _, edge := range edges {
			for _, way := range [][2]int{edge, {edge[1], edge[0]}} {
				if _, known := number[way[1]]; way[0] == vertices[i] && !known {
					number[way[1]] = len(vertices)
					vertices = append(vertices, way[1])
				}
			}
		}
		g.names = append(g.names, fmt.Sprint("S", vertices[i]+1)) // the longest form that the name may take
	}
	for _, edge := range edges {
		u, reached := number[edge[0]]
		if reached {
			g.edges = append(g.edges, [2]int{u, number[edge[1]]})
		}
	}
	arranged, ok := g.arrange(columns)
	if !ok {
		return nil
	}
	return &drawnWeb{arranged, vertices, columns}
}

// drawnVertices is the most vertices of a list.
const drawnVertices = 24

// list names the vertices that the spider can reach, by distance, each with its neighbours.
func (t *spidersWeb) list(order []int, columns int) string {
	steps := map[int]int{t.web.At: 0}
	var lines []string
	for i, v := range order {
		for _, u := range t.web.Threads[v] {
			if _, known := steps[u]; !known {
				steps[u] = steps[v] + 1
			}
		}
		if i == drawnVertices {
			lines = append(lines, fmt.Sprintf("and %d more, farther away", len(order)-i))
			break
		}
		line := fmt.Sprintf("%3d steps  %-5s──", steps[v], t.name(v))
		for _, u := range t.web.Threads[v] {
			next := " " + t.name(u)
			if len([]rune(line))+len(next) > columns-len(" …") {
				line += " …"
				break
			}
			line += next
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// name is a vertex with a letter for its occupant.
func (t *spidersWeb) name(v int) string {
	letter := ""
	switch {
	case v == t.web.At:
		letter = "S"
	case t.web.Fly[v]:
		letter = "F"
	}
	return fmt.Sprint(letter, v+1)
}

// others words a number of other vertices.
func others(n int) string {
	return number(n, "other vertex", "other vertices")
}

// flies words a number of flies.
func flies(n int) string {
	return number(n, "fly", "flies")
}

func (t *spidersWeb) Hint() string {
	if t.Next() != Player {
		return "there is nothing to cut"
	}
	u, v := t.web.GoodCut()
	return fmt.Sprintf("%d %d", u+1, v+1)
}

// Refuted names the fly that the spider reaches next. Without one it reaches none: it never gets next to two.
func (t *spidersWeb) Refuted() string {
	if fly := t.web.Danger(); fly >= 0 {
		return fmt.Sprintf("go to the fly at %d", fly+1)
	}
	return ""
}

func (t *spidersWeb) Why() string {
	if t.web.Caught() {
		return fmt.Sprintf("The spider has reached the fly at %d: the thread to it had to be cut while the spider was next to it.", t.web.At+1)
	}
	way := t.web.Way()
	if way == nil {
		return "No way leads from the spider to a fly: you have won."
	}
	var text strings.Builder
	if fly := t.web.Danger(); fly >= 0 {
		fmt.Fprintf(&text, "The spider at %d is next to the fly at %d: only the cut %d %d saves it.\n", t.web.At+1, fly+1, t.web.At+1, fly+1)
	} else {
		fmt.Fprintf(&text, "The nearest fly, at %d, is %s from the spider at %d: no fly is in danger, and any cut will do.\n",
			way[len(way)-1]+1, terminal.Count(len(way)-1, "step"), t.web.At+1)
	}
	if closest := t.web.Closest(); closest > 0 {
		fmt.Fprintf(&text, "Any two flies are at least %d steps apart now, and cuts only make that more: the spider is never "+
			"next to two of them. You win by cutting whenever it is next to one.", closest)
	} else {
		text.WriteString("No two flies are connected: the spider is never next to two of them. You win by cutting whenever it is next to one.")
	}
	return text.String()
}
