package report

import (
	"grundy/internal/base/verdict"
	"grundy/internal/ui/terminal"
)

// mark is the look of a verdict: a glyph of one column and an ink, always beside the verdict's letters.
type mark struct {
	glyph string
	ink   terminal.Ink
}

var marks = [...]mark{
	verdict.None: {"○", terminal.Faint},
	verdict.AC:   {"✓", terminal.Good},
	verdict.WA:   {"✗", terminal.Bad},
	verdict.TLE:  {"◷", terminal.Slow},
	verdict.MLE:  {"▦", terminal.Heavy},
	verdict.RTE:  {"†", terminal.Broken},
	verdict.OLE:  {"»", terminal.Heavy},
	verdict.ILE:  {"◌", terminal.Slow},
	verdict.CE:   {"∅", terminal.Bad},
	verdict.JE:   {"?", terminal.Broken},
}

// Glyph is the sign of a verdict, of one column.
func Glyph(v verdict.Verdict) string { return marks[v].glyph }

// partialMark is the look of a judgement with a part of the points. It has no letters: the points stand beside it.
var partialMark = mark{"±", terminal.Slow}

// markOf is the look of a judgement with the given credit. A tick stands for full credit only.
func markOf(v verdict.Verdict, c verdict.Credit) mark {
	switch {
	case c == verdict.FullCredit:
		return marks[verdict.AC]
	case c == verdict.PartialCredit:
		return partialMark
	case v == verdict.AC: // without a point
		return marks[verdict.WA]
	default:
		return marks[v]
	}
}

// creditBadge is badge for a submission or a group.
func (l style) creditBadge(v verdict.Verdict, c verdict.Credit) string {
	m := markOf(v, c)
	return l.pen.Draw(m.ink, terminal.Pad(m.glyph+" "+c.Letters(v), 5))
}

// badge draws a verdict as glyph and letters: "✗ WA ", five columns.
func (l style) badge(v verdict.Verdict) string {
	return l.pen.Draw(marks[v].ink, terminal.Pad(marks[v].glyph+" "+v.String(), 5))
}

// style is what all drawing needs: the pen and the number of columns.
type style struct {
	pen   terminal.Pen
	width int
}

func newLook(color bool, width int) style {
	if width <= 0 {
		width = terminal.DefaultWidth
	}
	return style{pen: terminal.Pen{Color: color}, width: width}
}
