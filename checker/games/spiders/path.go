package spiders

import (
	"fmt"
	"slices"
	"strings"
)

// Content of a vertex of a path: letters of ParsePath.
const (
	Fly    = 'F'
	Spider = 'S'
	Blank  = 'B'
)

// Steps of a spider along a path: letters of Path.Move.
const (
	Left  = 'L'
	Right = 'R'
	Wait  = 'W'
)

// Path is a position on a path. Vertices and spiders are counted from 0, and edge e joins the vertices e and e+1.
type Path struct {
	// Fly says for each vertex whether a fly sits there.
	Fly []bool
	// At are the vertices of the spiders, which keep their numbers. They are numbered from left to right at the
	// start.
	At []int
	// Cut says for each edge whether it is gone.
	Cut []bool
}

// ParsePath parses a path without cuts, a letter for each vertex: F, S or B.
func ParsePath(text string) (*Path, error) {
	if text == "" {
		return nil, fmt.Errorf("a path has at least one vertex")
	}
	p := &Path{Fly: make([]bool, len(text)), Cut: make([]bool, len(text)-1)}
	for i := range len(text) {
		switch text[i] {
		case Fly:
			p.Fly[i] = true
		case Spider:
			p.At = append(p.At, i)
		case Blank:
		default:
			return nil, fmt.Errorf("vertex %d is %q, want F, S or B", i+1, text[i])
		}
	}
	return p, nil
}

// Clone returns a deep copy.
func (p *Path) Clone() *Path {
	return &Path{Fly: p.Fly, At: slices.Clone(p.At), Cut: slices.Clone(p.Cut)}
}

// CutEdge removes an edge, which is player 1's move.
func (p *Path) CutEdge(e int) error {
	switch {
	case e < 0 || e >= len(p.Cut):
		return fmt.Errorf("there is no edge %d: the edges are numbered from 1 to %d", e+1, len(p.Cut))
	case p.Cut[e]:
		return fmt.Errorf("edge %d has been cut before", e+1)
	}
	p.Cut[e] = true
	return nil
}

// Move moves the spiders, which is player 2's move: a letter for each of them, L, R or W. On an error nothing moves.
func (p *Path) Move(steps string) error {
	if len(steps) != len(p.At) {
		return fmt.Errorf("%q has %d letters, and there are %d spiders", steps, len(steps), len(p.At))
	}
	next := make([]int, len(steps))
	for i := range len(steps) {
		at, edge := p.At[i], p.At[i]
		switch steps[i] {
		case Wait:
			next[i] = at
			continue
		case Left:
			edge = at - 1
			next[i] = at - 1
		case Right:
			next[i] = at + 1
		default:
			return fmt.Errorf("step %q of spider %d is not L, R or W", steps[i], i+1)
		}
		side := map[byte]string{Left: "left", Right: "right"}[steps[i]]
		switch {
		case next[i] < 0 || next[i] >= len(p.Fly):
			return fmt.Errorf("spider %d cannot go %s: vertex %d is the end of the path", i+1, side, at+1)
		case p.Cut[edge]:
			return fmt.Errorf("spider %d cannot go %s: edge %d is cut", i+1, side, edge+1)
		}
	}
	p.At = next
	return nil
}

// Caught reports whether a spider is where a fly sits: the spiders have won.
func (p *Path) Caught() bool {
	return slices.ContainsFunc(p.At, func(at int) bool { return p.Fly[at] })
}

// Safe reports whether no spider is connected to a fly: the flies have won.
func (p *Path) Safe() bool { return !p.Caught() && p.Threats().Number() == 0 }

// String formats the path for ParsePath, with a bar for each cut and a number where spiders share a vertex.
func (p *Path) String() string {
	spiders := make([]int, len(p.Fly))
	for _, at := range p.At {
		spiders[at]++
	}
	var text strings.Builder
	for v, fly := range p.Fly {
		switch {
		case fly && spiders[v] > 0:
			text.WriteByte('X')
		case fly:
			text.WriteByte(Fly)
		case spiders[v] > 1:
			text.WriteByte(byte('0' + min(spiders[v], 9)))
		case spiders[v] == 1:
			text.WriteByte(Spider)
		default:
			text.WriteByte(Blank)
		}
		if v < len(p.Cut) && p.Cut[v] {
			text.WriteByte('|')
		}
	}
	return text.String()
}

// Threat is a fly that a spider is approaching, or could approach.
type Threat struct {
	// Spider is the number of the nearest spider, At its vertex, and Fly the fly's vertex.
	Spider, At, Fly int
	// Other is the index in Path.List of the same lone spider's threat to its other fly, or -1.
	Other int
}

// Distance returns how many steps the spider needs.
func (t Threat) Distance() int { return max(t.At-t.Fly, t.Fly-t.At) }

// Step returns the spider's step towards the fly.
func (t Threat) Step() byte {
	if t.Fly < t.At {
		return Left
	}
	return Right
}

// List finds the threats, from left to right. In every gap between neighbouring flies, ends or cuts, the leftmost
// spider threatens the fly on the left and the rightmost one the fly on the right. No spider may be where a fly sits.
func (p *Path) List() []Threat {
	spiders := make([][]int, len(p.Fly))
	for i, at := range p.At {
		spiders[at] = append(spiders[at], i)
	}
	var list []Threat
	left := -1 // the fly at the left end of the gap
	var inside []int
	close := func(right int) {
		if len(inside) > 0 {
			first, last := inside[0], inside[len(inside)-1]
			lone := len(inside) == 1 && left >= 0 && right >= 0
			if left >= 0 {
				list = append(list, Threat{first, p.At[first], left, -1})
			}
			if right >= 0 {
				list = append(list, Threat{last, p.At[last], right, -1})
			}
			if lone {
				n := len(list)
				list[n-2].Other, list[n-1].Other = n-1, n-2
			}
		}
		left, inside = right, inside[:0]
	}
	for v, fly := range p.Fly {
		if fly {
			close(v)
		}
		inside = append(inside, spiders[v]...)
		if v == len(p.Cut) || p.Cut[v] {
			close(-1)
		}
	}
	return list
}

// Threats summarises the position.
func (p *Path) Threats() Threats {
	var t Threats
	list := p.List()
	for i, threat := range list {
		switch {
		case threat.Other < 0:
			t.Mono = append(t.Mono, threat.Distance())
		case threat.Other > i:
			t.Dual = append(t.Dual, NewDual(threat.Distance(), list[threat.Other].Distance()))
		}
	}
	return t.sorted()
}
