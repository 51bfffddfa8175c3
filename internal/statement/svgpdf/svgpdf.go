package svgpdf

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// pointsPerUnit is how many PDF points an SVG unit has: an inch is 96 units or 72 points.
const pointsPerUnit = 72.0 / 96

// PDF draws an SVG on one page of its size. The same SVG gives the same bytes. Text is drawn as outlines of the Go
// fonts, so that showing the page needs no fonts. An error names the first unknown part.
func PDF(svg []byte) ([]byte, error) {
	root, err := parse(svg)
	if err != nil {
		return nil, err
	}
	d := drawing{named: map[string]*element{}}
	if err := d.collect(root); err != nil {
		return nil, err
	}
	numbers, err := root.numbers("width", "height")
	if err != nil {
		return nil, err
	}
	width, height := numbers[0], numbers[1]
	view, err := root.box(width, height)
	if err != nil {
		return nil, err
	}
	if width == 0 && height == 0 {
		width, height = view.width, view.height
	}
	if width <= 0 || height <= 0 {
		return nil, errors.New("<svg>: want a width and a height, or a viewBox")
	}
	scale, err := view.scale(width, height)
	if err != nil {
		return nil, err
	}
	scale *= pointsPerUnit
	around, err := root.styled(initial, d.sheet, "width", "height", "viewBox")
	if err != nil {
		return nil, err
	}
	page := point{width * pointsPerUnit, height * pointsPerUnit}
	d.operator("M", 4) // the miter limit of SVG, which differs from PDF's default
	// The y axis of PDF points upwards.
	if err := d.inside(scale, 0, 0, -scale, -view.x*scale, page.y+view.y*scale, func() error { return d.all(root, around, 0) }); err != nil {
		return nil, err
	}
	return d.document(page.x, page.y), nil
}

// scale is the factor by which a view grows at a given size. A view that would be distorted is an error.
func (b box) scale(width, height float64) (float64, error) {
	x, y := width/b.width, height/b.height
	if math.Abs(x-y) > 1e-6*x {
		return 0, errors.New("a viewBox with another aspect ratio than its size is not known")
	}
	return x, nil
}

// drawing is a page in the making.
type drawing struct {
	canvas
	named map[string]*element // by id
	sheet []rule
}

// collect finds the elements that others refer to.
func (d *drawing) collect(e *element) error {
	if id := e.attribute("id"); id != "" {
		d.named[id] = e
	}
	if e.name == "style" {
		rules, err := parseSheet(e.text)
		if err != nil {
			return err
		}
		d.sheet = append(d.sheet, rules...)
	}
	for _, child := range e.children {
		if err := d.collect(child); err != nil {
			return err
		}
	}
	return nil
}

// all draws the children of an element. Arrow heads and tiles refer to other elements, which may refer
// back; depth bounds that.
func (d *drawing) all(parent *element, around style, depth int) error {
	if depth > maxDepth {
		return errors.New("patterns or markers contain themselves")
	}
	for _, child := range parent.children {
		if err := d.element(child, around, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// shapes are the attributes of the drawable elements.
var shapes = map[string][]string{
	"g":        {"transform"},
	"rect":     {"x", "y", "width", "height", "rx", "ry"},
	"circle":   {"cx", "cy", "r"},
	"ellipse":  {"cx", "cy", "rx", "ry"},
	"line":     {"x1", "y1", "x2", "y2"},
	"polyline": {"points"},
	"polygon":  {"points"},
	"path":     {"d"},
	"text":     {"x", "y"},
}

func (d *drawing) element(e *element, around style, depth int) error {
	switch e.name {
	case "defs", "style", "title", "desc":
		return nil
	}
	own, known := shapes[e.name]
	if !known {
		return fmt.Errorf("<%s> is not known", e.name)
	}
	s, err := e.styled(around, d.sheet, own...)
	if err != nil {
		return err
	}
	if e.name == "g" {
		by, err := translation(e.attribute("transform"))
		if err != nil {
			return err
		}
		return d.inside(1, 0, 0, 1, by.x, by.y, func() error { return d.all(e, s, depth) })
	}
	p, err := e.outline(s)
	if err != nil || len(p) == 0 {
		return err
	}
	return d.shape(e.name, p, s, depth)
}

var translate = lazyregexp.New(`^translate\(([^()]*)\)$`)

// translation reads a translation, the only supported transformation.
func translation(text string) (point, error) {
	if text == "" {
		return point{}, nil
	}
	var numbers []float64
	if match := translate().FindStringSubmatch(text); match != nil {
		numbers, _ = parseNumbers(match[1])
	}
	switch len(numbers) {
	case 1:
		return point{numbers[0], 0}, nil
	case 2:
		return point{numbers[0], numbers[1]}, nil
	}
	return point{}, fmt.Errorf("transform=%q: only translate is known", text)
}

// outline is the path of a shape.
func (e *element) outline(s style) (path, error) {
	switch e.name {
	case "polyline", "polygon":
		return polygon(e.attribute("points"), e.name == "polygon")
	case "path":
		return parsePath(e.attribute("d"))
	}
	n, err := e.numbers(shapes[e.name]...)
	if err != nil {
		return nil, err
	}
	switch e.name {
	case "rect":
		rx, ry := n[4], n[5]
		if e.attribute("rx") == "" {
			rx = ry
		} else if e.attribute("ry") == "" {
			ry = rx
		}
		return rectangle(box{n[0], n[1], n[2], n[3]}, rx, ry), nil
	case "circle":
		return ellipse(point{n[0], n[1]}, n[2], n[2]), nil
	case "ellipse":
		return ellipse(point{n[0], n[1]}, n[2], n[3]), nil
	case "line":
		return path{{'M', []point{{n[0], n[1]}}}, {'L', []point{{n[2], n[3]}}}}, nil
	default:
		if len(e.children) > 0 {
			return nil, fmt.Errorf("<%s> in <text> is not known", e.children[0].name)
		}
		return letters(e.text, point{n[0], n[1]}, s)
	}
}

// shape draws a path with its arrow heads.
func (d *drawing) shape(name string, p path, s style, depth int) error {
	fill := s.fill.visible && name != "line"
	if fill && s.fill.pattern != "" {
		if err := d.tiles(p, s.fill.pattern, depth); err != nil {
			return err
		}
		fill = false
	}
	if s.stroke.pattern != "" {
		return errors.New("a pattern as a stroke is not known")
	}
	d.paint(p, s, fill)
	if name != "line" && name != "path" && name != "polyline" {
		return nil
	}
	end, angle := p.end()
	if err := d.marker(s.markerEnd, end, angle, s.width, depth); err != nil {
		return err
	}
	beginning, angle := p.beginning()
	if m := d.named[s.markerStart]; m != nil && m.attribute("orient") == "auto-start-reverse" {
		angle += math.Pi
	}
	return d.marker(s.markerStart, beginning, angle, s.width, depth)
}

// marker draws an arrow head, scaled by the stroke's width.
func (d *drawing) marker(name string, at point, angle, width float64, depth int) error {
	if name == "" {
		return nil
	}
	m := d.named[name]
	if m == nil || m.name != "marker" {
		return fmt.Errorf("no <marker> is called %q", name)
	}
	own := []string{"viewBox", "refX", "refY", "markerWidth", "markerHeight", "orient"}
	s, err := m.styled(initial, d.sheet, own...)
	if err != nil {
		return err
	}
	n, err := m.numbers("refX", "refY", "markerWidth", "markerHeight")
	if err != nil {
		return err
	}
	view, err := m.box(n[2], n[3])
	if err != nil {
		return err
	}
	scale, err := view.scale(n[2], n[3])
	if err != nil {
		return err
	}
	if !strings.HasPrefix(m.attribute("orient"), "auto") {
		angle = 0
	}
	scale *= width
	cos, sin := scale*math.Cos(angle), scale*math.Sin(angle)
	return d.inside(cos, sin, -sin, cos, at.x-cos*n[0]+sin*n[1], at.y-sin*n[0]-cos*n[1], func() error {
		d.clip(rectangle(view, 0, 0))
		return d.all(m, s, depth)
	})
}

// tiles fills a path with a pattern.
func (d *drawing) tiles(area path, name string, depth int) error {
	pattern := d.named[name]
	if pattern == nil || pattern.name != "pattern" || pattern.attribute("patternUnits") != "userSpaceOnUse" {
		return fmt.Errorf("no <pattern> with patternUnits=userSpaceOnUse is called %q", name)
	}
	s, err := pattern.styled(initial, d.sheet, "x", "y", "width", "height", "patternUnits")
	if err != nil {
		return err
	}
	n, err := pattern.numbers("x", "y", "width", "height")
	if err != nil {
		return err
	}
	x, y, width, height := n[0], n[1], n[2], n[3]
	b := area.bounds()
	if width <= 0 || height <= 0 || b.width/width*b.height/height > maxTiles {
		return fmt.Errorf("the tiles of <pattern id=%q> are too small", name)
	}
	return d.inside(1, 0, 0, 1, 0, 0, func() error {
		d.clip(area)
		for row := math.Floor((b.y - y) / height); y+row*height < b.y+b.height; row++ {
			for column := math.Floor((b.x - x) / width); x+column*width < b.x+b.width; column++ {
				if err := d.inside(1, 0, 0, 1, x+column*width, y+row*height, func() error {
					d.clip(rectangle(box{0, 0, width, height}, 0, 0))
					return d.all(pattern, s, depth)
				}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

const maxTiles = 10_000
