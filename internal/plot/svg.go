package plot

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"
	"time"

	"grundy/internal/terminal"
)

// svg is a drawing in the making.
type svg struct{ strings.Builder }

// begin opens a drawing of a class and a size in its own units. The words are for those who do not see it.
func begin(class string, width, height float64, title, description string) *svg {
	s := &svg{}
	s.tag(`<svg xmlns="http://www.w3.org/2000/svg" class="plot %s" role="img" viewBox="0 0 %v %v"`, class, width, height)
	if class == "strip" {
		s.tag(` preserveAspectRatio="none"`) // it has no letters, and is as wide as there is room
	}
	s.tag("><title>%s</title><desc>%s</desc>\n", title, description)
	return s
}

func (s *svg) end() template.HTML {
	s.WriteString("</svg>\n")
	return template.HTML(s.String())
}

// tag writes markup; its arguments are escaped, and numbers rounded to hundredths.
func (s *svg) tag(format string, arguments ...any) {
	for i, argument := range arguments {
		switch argument := argument.(type) {
		case string:
			arguments[i] = html.EscapeString(terminal.Line(argument))
		case float64:
			arguments[i] = strconv.FormatFloat(math.Round(argument*100)/100+0, 'f', -1, 64)
		}
	}
	fmt.Fprintf(s, format, arguments...)
}

func (s *svg) line(class string, x1, y1, x2, y2 float64) {
	s.tag("<line class=\"%s\" x1=\"%v\" y1=\"%v\" x2=\"%v\" y2=\"%v\"/>\n", class, x1, y1, x2, y2)
}

func (s *svg) text(class string, x, y float64, text string) {
	s.tag("<text class=\"%s\" x=\"%v\" y=\"%v\">%s</text>\n", class, x, y, text)
}

// duration is a time as people read it, to three digits.
func duration(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < time.Second:
		return strconv.FormatFloat(d.Seconds()*1000, 'g', 3, 64) + " ms"
	case d < 1000*time.Second:
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	}
	return fmt.Sprintf("%d s", int64(d.Seconds()))
}

// share is a part of the limit in words, "" without one.
func share(d, limit time.Duration) string {
	if limit <= 0 {
		return ""
	}
	return fmt.Sprintf(", %.0f %% of the limit", 100*d.Seconds()/limit.Seconds())
}

// counted is a number with its word.
func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
