package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"grundy/checker/games/spiders"
)

// spidersWeb is the problem spidersweb: a web with its flies and a spider, then cuts "U V" of the player, who is player 1,
// and vertices of the spider.
type spidersWeb struct {
	vertices, spider, threads int // vertices is 0 until the judge has named the sizes
	count                     int // of flies
	flies                     []int
	edges                     [][2]int
	web                       *spiders.Web // nil until the judge has named everything
	cuts                      [][2]int
	spidersTurn               bool
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

// spread makes the web when all of it is known.
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

// parse reads a cut and asks the rules. One vertex is enough next to the spider.
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

func (t *spidersWeb) Next() Speaker {
	switch {
	case t.web == nil:
		return Judge
	case t.web.Caught() || t.web.Safe():
		return Nobody
	case t.spidersTurn:
		return Judge
	}
	return Player
}

func (t *spidersWeb) Ask() string { return "your cut: U V, or V alone for a thread at the spider" }

// Bounds of a drawing: this many vertices, and this many columns.
const (
	drawnVertices = 24
	drawnColumns  = 80
)

// Draw lists the vertices that the spider can reach in the order of their distances, each with its neighbours: S stands in front of
// the spider's vertex, and F after that of a fly.
func (t *spidersWeb) Draw() string {
	steps := map[int]int{t.web.At: 0}
	order := []int{t.web.At}
	for i := 0; i < len(order); i++ {
		for _, v := range t.web.Threads[order[i]] {
			if _, known := steps[v]; !known {
				steps[v] = steps[order[i]] + 1
				order = append(order, v)
			}
		}
	}
	reached := 0
	for _, v := range order {
		if t.web.Fly[v] {
			reached++
		}
	}
	lines := []string{fmt.Sprintf("The spider is at %d and can get to %s and %s of %d.",
		t.web.At+1, others(len(order)-1), flies(reached), t.count)}
	for i, v := range order {
		if i == drawnVertices {
			lines = append(lines, fmt.Sprintf("and %d more, farther away", len(order)-i))
			break
		}
		mark := " "
		if v == t.web.At {
			mark = "S"
		}
		line := fmt.Sprintf("%3d steps  %s%-5s──", steps[v], mark, t.name(v))
		for _, u := range t.web.Threads[v] {
			next := " " + t.name(u)
			if len([]rune(line))+len(next) > drawnColumns-len(" …") {
				line += " …"
				break
			}
			line += next
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// name is a vertex with an F if a fly is there.
func (t *spidersWeb) name(v int) string {
	if t.web.Fly[v] {
		return fmt.Sprint(v+1, "F")
	}
	return fmt.Sprint(v + 1)
}

// others writes a number of other vertices.
func others(n int) string {
	return number(n, "other vertex", "other vertices")
}

// flies writes a number of flies.
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
			way[len(way)-1]+1, plural(len(way)-1, "step"), t.web.At+1)
	}
	if closest := t.web.Closest(); closest > 0 {
		fmt.Fprintf(&text, "Any two flies are at least %d steps apart now, and cuts only make that more: the spider is never next to\n"+
			"two of them. You win by cutting whenever it is next to one.", closest)
	} else {
		text.WriteString("No two flies are connected: the spider is never next to two of them. You win by cutting whenever it is next to one.")
	}
	return text.String()
}
