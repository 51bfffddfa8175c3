package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// style is the look of a character: the CSS classes of the picture.
type style struct {
	color  string
	faint  bool
	others string // bold, italic and underline, each after a space
}

// colors maps the SGR parameters of the judge's colours to the classes of the picture.
var colors = map[string]string{"31": "red", "32": "green", "33": "yellow", "34": "blue", "35": "magenta", "36": "cyan"}

// attributes maps the other SGR parameters to classes.
var attributes = map[string]string{"1": " bold", "3": " italic", "4": " underline"}

// cell is one character on the screen. The second column of a wide character has no text.
type cell struct {
	text  string
	style style
}

type line []cell

// plain returns a line without any style.
func plain(text string) line {
	lines, _ := read(text + "\n") // without escape sequences it cannot fail
	return lines[0]
}

// read returns the lines that a terminal shows for these bytes. An unknown escape sequence is an error: the picture
// would differ from what users see.
func read(written string) ([]line, error) {
	var lines []line
	var current line
	var now style
	column := 0
	for written != "" {
		switch {
		case strings.HasPrefix(written, "\x1b["):
			end := strings.IndexFunc(written[2:], func(r rune) bool { return '@' <= r && r <= '~' })
			if end < 0 {
				return nil, fmt.Errorf("escape sequence %q has no end", written)
			}
			parameters, command := written[2:2+end], written[2+end]
			written = written[3+end:]
			switch {
			case command == 'm':
				var err error
				if now, err = now.with(parameters); err != nil {
					return nil, err
				}
			case command == 'K' && parameters == "":
				current = current[:min(column, len(current))]
			case parameters == "?25" && (command == 'h' || command == 'l'): // the cursor, which no picture shows
			default:
				return nil, fmt.Errorf("unknown escape sequence %q", "\x1b["+parameters+string(command))
			}
		case written[0] == '\r':
			column, written = 0, written[1:]
		case written[0] == '\n':
			lines, current, column, written = append(lines, current), nil, 0, written[1:]
		default:
			graphemes := displaywidth.StringGraphemes(written)
			graphemes.Next()
			text := graphemes.Value()
			width := displaywidth.String(text)
			for len(current) < column+width {
				current = append(current, cell{text: " "})
			}
			clear(current[column : column+width])
			current[column] = cell{text, now}
			column, written = column+width, written[len(text):]
		}
	}
	if len(current) > 0 {
		lines = append(lines, current)
	}
	return lines, nil
}

// with applies SGR parameters (ECMA-48, 8.3.117).
func (s style) with(parameters string) (style, error) {
	for parameter := range strings.SplitSeq(parameters, ";") {
		color, isColor := colors[parameter]
		attribute, isAttribute := attributes[parameter]
		switch {
		case parameter == "" || parameter == "0":
			s = style{}
		case parameter == "2":
			s.faint = true
		case isColor:
			s.color = color
		case isAttribute:
			s.others += attribute
		default:
			return s, fmt.Errorf("unknown colour or attribute %q", parameter)
		}
	}
	return s, nil
}

// run is a stretch of equal style, at a column and of a number of columns.
type run struct {
	column, columns int
	text            string
	style           style
}

// runs splits a line into runs of one style; trailing blanks are omitted.
func (l line) runs() []run {
	end := len(l)
	for end > 0 && strings.TrimSpace(l[end-1].text) == "" {
		end--
	}
	var all []run
	for i, c := range l[:end] {
		if last := len(all) - 1; last >= 0 && (c.text == "" || all[last].style == c.style) {
			all[last].text += c.text
			all[last].columns++
			continue
		}
		all = append(all, run{column: i, columns: 1, text: c.text, style: c.style})
	}
	return slices.DeleteFunc(all, func(r run) bool { return strings.TrimSpace(r.text) == "" && r.style.others == "" })
}
