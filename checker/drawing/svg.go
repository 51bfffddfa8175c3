package drawing

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Drawing is a drawing in progress.
type Drawing struct{ b strings.Builder }

// Role is the accessibility role of a drawing.
type Role string

// The roles. Screen readers treat a Picture as one image; a Group has parts that can be pressed.
const (
	Picture Role = "img"
	Group   Role = "group"
)

// Frame describes the outer element of a drawing.
type Frame struct {
	Role               Role
	Classes            string
	Width, Height      float64 // in its own units
	Title, Description string  // for the user
	Stretched          bool    // fills its container and ignores the aspect ratio
	Sized              bool    // has the size that its units say, if there is room
}

// Begin opens a drawing.
func Begin(f Frame) *Drawing {
	d := &Drawing{}
	d.Tag(`<svg xmlns="http://www.w3.org/2000/svg" class="%s" role="%s" viewBox="0 0 %v %v"`, f.Classes, string(f.Role), f.Width, f.Height)
	if f.Sized {
		d.Tag(` width="%v" height="%v"`, f.Width, f.Height)
	}
	if f.Role == Group {
		d.Tag(` aria-label="%s"`, f.Title)
	}
	if f.Stretched {
		d.Tag(` preserveAspectRatio="none"`)
	}
	d.Tag("><title>%s</title><desc>%s</desc>\n", f.Title, f.Description)
	return d
}

// End closes the drawing.
func (d *Drawing) End() string {
	d.b.WriteString("</svg>\n")
	return d.b.String()
}

// Tag writes markup. It escapes arguments and rounds numbers to hundredths.
func (d *Drawing) Tag(format string, arguments ...any) {
	for i, argument := range arguments {
		switch argument := argument.(type) {
		case string:
			arguments[i] = html.EscapeString(visible(argument))
		case float64:
			arguments[i] = strconv.FormatFloat(math.Round(argument*100)/100+0, 'f', -1, 64)
		}
	}
	fmt.Fprintf(&d.b, format, arguments...)
}

// Line draws a straight line.
func (d *Drawing) Line(class string, x1, y1, x2, y2 float64) {
	d.Tag("<line class=\"%s\" x1=\"%v\" y1=\"%v\" x2=\"%v\" y2=\"%v\"/>\n", class, x1, y1, x2, y2)
}

// Text writes text that begins, ends or is centred at a point, depending on its class.
func (d *Drawing) Text(class string, x, y float64, text string) {
	d.Tag("<text class=\"%s\" x=\"%v\" y=\"%v\">%s</text>\n", class, x, y, text)
}

// visible removes characters that XML does not allow or that reverse the direction of text.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
