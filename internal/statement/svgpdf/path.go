package svgpdf

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

type point struct{ x, y float64 }

func (p point) plus(q point) point               { return point{p.x + q.x, p.y + q.y} }
func (p point) towards(q point, t float64) point { return point{p.x + t*(q.x-p.x), p.y + t*(q.y-p.y)} }

// segment continues the previous one: 'M' moves, 'L' draws a line, 'C' a cubic curve, 'Z' returns to the
// beginning.
type segment struct {
	kind   byte
	points []point // the last one is the end; for 'Z' it is the beginning, which PDF does not need
}

type path []segment

func (p *path) move(to point)         { *p = append(*p, segment{'M', []point{to}}) }
func (p *path) line(to point)         { *p = append(*p, segment{'L', []point{to}}) }
func (p *path) cubic(a, b, to point)  { *p = append(*p, segment{'C', []point{a, b, to}}) }
func (p *path) close(beginning point) { *p = append(*p, segment{'Z', []point{beginning}}) }

// quadratic draws a curve with one control point.
func (p *path) quadratic(from, control, to point) {
	p.cubic(from.towards(control, 2.0/3), to.towards(control, 2.0/3), to)
}

// bounds is a box around the path, control points included.
func (p path) bounds() box {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, s := range p {
		for _, at := range s.points {
			low = point{min(low.x, at.x), min(low.y, at.y)}
			high = point{max(high.x, at.x), max(high.y, at.y)}
		}
	}
	return box{low.x, low.y, high.x - low.x, high.y - low.y}
}

// end is the end of a path, and the direction there as an angle.
func (p path) end() (point, float64) {
	var all []point
	for _, s := range p {
		all = append(all, s.points...)
	}
	last := all[len(all)-1]
	for i := len(all) - 2; i >= 0; i-- {
		if all[i] != last {
			return last, math.Atan2(last.y-all[i].y, last.x-all[i].x)
		}
	}
	return last, 0
}

// beginning is the start of a path, and the direction there.
func (p path) beginning() (point, float64) {
	first := p[0].points[0]
	for _, s := range p[1:] {
		for _, at := range s.points {
			if at != first {
				return first, math.Atan2(at.y-first.y, at.x-first.x)
			}
		}
	}
	return first, 0
}

// round is the relative distance of a control point in a quarter of a circle.
const round = 0.5522847498

func ellipse(c point, rx, ry float64) path {
	var p path
	p.move(point{c.x + rx, c.y})
	for _, q := range [][2]point{{{1, 0}, {0, 1}}, {{0, 1}, {-1, 0}}, {{-1, 0}, {0, -1}}, {{0, -1}, {1, 0}}} {
		from, to := q[0], q[1]
		at := func(x, y float64) point { return point{c.x + rx*x, c.y + ry*y} }
		p.cubic(at(from.x+round*to.x, from.y+round*to.y), at(to.x+round*from.x, to.y+round*from.y), at(to.x, to.y))
	}
	p.close(point{c.x + rx, c.y})
	return p
}

// rectangle has round corners if rx and ry are greater than 0.
func rectangle(b box, rx, ry float64) path {
	rx, ry = min(rx, b.width/2), min(ry, b.height/2)
	left, top, right, bottom := b.x, b.y, b.x+b.width, b.y+b.height
	var p path
	p.move(point{left + rx, top})
	// Each side ends where its corner begins.
	for _, c := range []struct{ from, corner, to point }{
		{point{right - rx, top}, point{right, top}, point{right, top + ry}},
		{point{right, bottom - ry}, point{right, bottom}, point{right - rx, bottom}},
		{point{left + rx, bottom}, point{left, bottom}, point{left, bottom - ry}},
		{point{left, top + ry}, point{left, top}, point{left + rx, top}},
	} {
		p.line(c.from)
		if rx > 0 && ry > 0 {
			p.cubic(c.from.towards(c.corner, round), c.to.towards(c.corner, round), c.to)
		}
	}
	p.close(point{left + rx, top})
	return p
}

// polygon connects points, and returns to the first if it is closed.
func polygon(text string, closed bool) (path, error) {
	numbers, err := parseNumbers(text)
	if err != nil || len(numbers) < 4 || len(numbers)%2 != 0 {
		return nil, fmt.Errorf("points=%q: want pairs of numbers", text)
	}
	var p path
	for i := 0; i < len(numbers); i += 2 {
		if at := (point{numbers[i], numbers[i+1]}); i == 0 {
			p.move(at)
		} else {
			p.line(at)
		}
	}
	if closed {
		p.close(p[0].points[0])
	}
	return p, nil
}

var (
	pathToken  = lazyregexp.New(`[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)
	separators = lazyregexp.New(`^[\s,]*$`)
)

// arguments is how many numbers each command of a path takes.
var arguments = map[string]int{"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}

// parsePath reads the commands of a path's "d", except arcs and the short forms of curves.
func parsePath(text string) (path, error) {
	tokens := pathToken().FindAllString(text, -1)
	if !separators().MatchString(pathToken().ReplaceAllString(text, "")) || len(tokens) == 0 || !strings.EqualFold(tokens[0], "M") {
		return nil, fmt.Errorf("d=%q: want the commands of a path", text)
	}
	r := pathReader{}
	for command := ""; len(tokens) > 0; {
		if _, err := strconv.ParseFloat(tokens[0], 64); err != nil {
			command, tokens = tokens[0], tokens[1:]
		} else if strings.EqualFold(command, "Z") {
			return nil, fmt.Errorf("d=%q: numbers follow %s", text, command)
		}
		count, known := arguments[strings.ToUpper(command)]
		if !known {
			return nil, fmt.Errorf("d=%q: the command %s is not known", text, command)
		}
		if len(tokens) < count {
			return nil, fmt.Errorf("d=%q: %s wants %d numbers", text, command, count)
		}
		numbers, err := parseNumbers(strings.Join(tokens[:count], " "))
		if err != nil {
			return nil, fmt.Errorf("d=%q: %w", text, err)
		}
		tokens = tokens[count:]
		r.command(command, numbers)
		// Further numbers after a move are lines.
		command = strings.NewReplacer("M", "L", "m", "l").Replace(command)
	}
	return r.path, nil
}

// pathReader keeps the position of the pen.
type pathReader struct {
	path           path
	pen, beginning point
}

func (r *pathReader) command(name string, numbers []float64) {
	upper := strings.ToUpper(name)
	var from point // the origin of relative coordinates
	if name != upper {
		from = r.pen
	}
	var to []point
	switch upper {
	case "H":
		to = []point{{from.x + numbers[0], r.pen.y}}
	case "V":
		to = []point{{r.pen.x, from.y + numbers[0]}}
	default:
		for i := 0; i < len(numbers); i += 2 {
			to = append(to, from.plus(point{numbers[i], numbers[i+1]}))
		}
	}
	switch upper {
	case "M":
		r.path.move(to[0])
		r.beginning = to[0]
	case "L", "H", "V":
		r.path.line(to[0])
	case "Q":
		r.path.quadratic(r.pen, to[0], to[1])
	case "C":
		r.path.cubic(to[0], to[1], to[2])
	case "Z":
		r.path.close(r.beginning)
		to = []point{r.beginning}
	}
	r.pen = to[len(to)-1]
}

// parseLength reads a number, optionally followed by "px".
func parseLength(text string) (float64, error) {
	number, err := strconv.ParseFloat(strings.TrimSuffix(text, "px"), 64)
	if err != nil || math.IsNaN(number) || math.Abs(number) > 1e6 {
		return 0, fmt.Errorf("%q: want a number", text)
	}
	return number, nil
}

// parseNumbers reads numbers separated by white space and commas.
func parseNumbers(text string) ([]float64, error) {
	var numbers []float64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' }) {
		number, err := parseLength(word)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	if len(numbers) == 0 && strings.TrimSpace(text) != "" {
		return nil, errors.New("want numbers")
	}
	return numbers, nil
}
