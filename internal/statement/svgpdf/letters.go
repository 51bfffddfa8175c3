package svgpdf

import (
	"fmt"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// letters draws a line of text as outlines. Monospaced letters are never bold.
func letters(text string, at point, s style) (path, error) {
	source := goregular.TTF
	switch {
	case s.mono:
		source = gomono.TTF
	case s.bold:
		source = gobold.TTF
	}
	face, err := sfnt.Parse(source)
	if err != nil {
		return nil, err
	}
	units := fixed.Int26_6(face.UnitsPerEm()) << 6
	unit := s.size / float64(units)
	var (
		p     path
		width float64
		store sfnt.Buffer
	)
	for _, character := range strings.Join(strings.Fields(text), " ") {
		index, err := face.GlyphIndex(&store, character)
		if err != nil {
			return nil, err
		}
		if index == 0 {
			return nil, fmt.Errorf("<text>: the fonts lack the character %q", character)
		}
		outline, err := face.LoadGlyph(&store, index, units, nil)
		if err != nil {
			return nil, err
		}
		p = append(p, glyph(outline, point{at.x + width, at.y}, unit)...)
		advance, err := face.GlyphAdvance(&store, index, units, font.HintingNone)
		if err != nil {
			return nil, err
		}
		width += float64(advance) * unit
	}
	shift := point{map[string]float64{"middle": -width / 2, "end": -width}[s.anchor], 0}
	for _, segment := range p {
		for i := range segment.points {
			segment.points[i] = segment.points[i].plus(shift)
		}
	}
	return p, nil
}

// glyph places the outline of a character. Filling closes its contours.
func glyph(outline sfnt.Segments, at point, unit float64) path {
	var (
		p   path
		pen point
	)
	for _, s := range outline {
		var to [3]point
		for i, arg := range s.Args {
			to[i] = at.plus(point{float64(arg.X) * unit, float64(arg.Y) * unit})
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.move(to[0])
			pen = to[0]
		case sfnt.SegmentOpLineTo:
			p.line(to[0])
			pen = to[0]
		case sfnt.SegmentOpQuadTo:
			p.quadratic(pen, to[0], to[1])
			pen = to[1]
		case sfnt.SegmentOpCubeTo:
			p.cubic(to[0], to[1], to[2])
			pen = to[2]
		}
	}
	return p
}
