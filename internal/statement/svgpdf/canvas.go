package svgpdf

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// maxContent bounds a page: patterns may repeat their content very often.
const maxContent = 8 << 20

// canvas is the content of a page: operators of PDF, as listed in ISO 32000-1, annex A.
type canvas struct{ bytes.Buffer }

// operator writes an operator after its numbers. Thousandths of a unit are finer than any printer.
func (c *canvas) operator(name string, numbers ...float64) {
	for _, number := range numbers {
		c.WriteString(strconv.FormatFloat(math.Round(number*1000)/1000+0, 'f', -1, 64))
		c.WriteByte(' ')
	}
	c.WriteString(name)
	c.WriteByte('\n')
}

// inside draws with its own coordinates, (x, y) to (ax+cy+e, bx+dy+f), and restores all settings.
func (c *canvas) inside(a, b, d, e, f, g float64, draw func() error) error {
	c.operator("q")
	c.operator("cm", a, b, d, e, f, g)
	err := draw()
	c.operator("Q")
	if c.Len() > maxContent {
		return errors.New("it takes too many strokes")
	}
	return err
}

var pathOperators = map[byte]string{'M': "m", 'L': "l", 'C': "c"}

func (c *canvas) path(p path) {
	for _, s := range p {
		if s.kind == 'Z' {
			c.operator("h")
			continue
		}
		var numbers []float64
		for _, at := range s.points {
			numbers = append(numbers, at.x, at.y)
		}
		c.operator(pathOperators[s.kind], numbers...)
	}
}

// clip restricts all further drawing to the inside of a path.
func (c *canvas) clip(p path) {
	c.path(p)
	c.operator("W")
	c.operator("n")
}

// paint fills a path and strokes it in plain colours.
func (c *canvas) paint(p path, s style, fill bool) {
	stroke := s.stroke.visible && s.width > 0
	if fill {
		c.operator("rg", s.fill.color[:]...)
	}
	if stroke {
		c.operator("RG", s.stroke.color[:]...)
		c.operator("w", s.width)
		c.operator("J", float64(s.cap))
		c.operator("j", float64(s.join))
		c.dash(s.dashes)
	}
	if !fill && !stroke {
		return
	}
	c.path(p)
	switch {
	case fill && stroke:
		c.operator("B")
	case fill:
		c.operator("f")
	default:
		c.operator("S")
	}
}

func (c *canvas) dash(lengths []float64) {
	c.WriteString("[ ")
	for _, length := range lengths {
		c.WriteString(strconv.FormatFloat(length, 'f', -1, 64) + " ")
	}
	c.WriteString("] ")
	c.operator("d", 0)
}

// document writes a PDF of one page, whose size is in points.
func (c *canvas) document(width, height float64) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %g %g] /Contents 4 0 R /Resources << >> >>", width, height),
		fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", c.Len(), c.String()),
	}
	var places []int
	for i, object := range objects {
		places = append(places, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, place := range places {
		fmt.Fprintf(&out, "%010d 00000 n \n", place)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return out.Bytes()
}
