package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// The dimensions of the picture in pixels. A column is as wide as in most fonts of this size; textLength enforces it in
// others, and keeps columns straight if a character comes from another font.
const (
	columnWidth = 8.4
	lineHeight  = 19
	margin      = 16
	minColumns  = 80
)

// looks contains the CSS rules of the classes. The picture includes its background, so it is readable on any page, even
// one that does not declare whether it is dark.
const looks = `text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #1f2328 }
rect { fill: #f6f8fa; stroke: #d1d9e0 }
.faint { opacity: .65 } .bold { font-weight: bold } .italic { font-style: italic } .underline { text-decoration: underline }
.red { fill: #c62828 } .green { fill: #1a7f37 } .yellow { fill: #8a6100 } .blue { fill: #0550ae } .magenta { fill: #8250df } .cyan { fill: #0a6c74 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } rect { fill: #161b22; stroke: #30363d }
.red { fill: #ff7b72 } .green { fill: #56d364 } .yellow { fill: #e3b341 } .blue { fill: #79c0ff } .magenta { fill: #d2a8ff } .cyan { fill: #56d4dd }
}`

// svg draws lines on a card of the terminal's width.
func svg(lines []line) string {
	columns := minColumns
	for _, l := range lines {
		columns = max(columns, len(l))
	}
	width := float64(columns)*columnWidth + 2*margin
	height := len(lines)*lineHeight + 2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" width="%.0f" height="%d">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<style>\n%s\n</style>\n", looks)
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%.0f" height="%d" rx="8"/>`+"\n", width-1, height-1)
	for i, l := range lines {
		baseline := margin + (i+1)*lineHeight - 5
		for _, r := range l.runs() {
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" textLength="%.1f"%s>%s</text>`+"\n",
				margin+float64(r.column)*columnWidth, baseline, float64(r.columns)*columnWidth, r.style.class(), escaped(r.text))
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// class returns the attribute that names the style, if there is one.
func (s style) class() string {
	classes := s.color
	if s.faint {
		classes += " faint"
	}
	classes = strings.TrimSpace(classes + s.others)
	if classes == "" {
		return ""
	}
	return fmt.Sprintf(` class="%s"`, classes)
}

func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // writing to a strings.Builder cannot fail
	return b.String()
}
