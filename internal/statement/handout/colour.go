package handout

import (
	"fmt"
	"image/color"
	"strings"

	"golang.org/x/image/colornames"
)

// colour is that of a balloon, and of the letter on it: six hexadecimal digits each.
type colour struct{ Ground, Letter string }

// colourOf reads a colour: a name of CSS, such as orange, or #FF7109. It returns nil if it knows no such colour.
func colourOf(name string) *colour {
	var c color.RGBA
	if _, err := fmt.Sscanf(name, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil || len(name) != len("#FF7109") {
		found, known := colornames.Map[strings.ToLower(strings.ReplaceAll(name, " ", ""))]
		if !known {
			return nil
		}
		c = found
	}
	// The brightness that people see, by the weights of ITU-R BT.601.
	letter := "FFFFFF"
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 1000*128 {
		letter = "000000"
	}
	return &colour{fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B), letter}
}
