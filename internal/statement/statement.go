package statement

import (
	"fmt"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/ui/terminal"
)

// Options configure Render. The zero value writes 80 columns without colours.
type Options struct {
	// Width is the number of columns, 0 for 80.
	Width int
	Color bool
	// Title is shown above the statement and replaces the statement's own, which "" keeps.
	Title string
	// Constants replace {{name}}, and \constant{name} in LaTeX.
	Constants map[string]string
	// Samples follow the statement, or appear where it asks for them with \nextsample or
	// {{nextsample}}.
	Samples []Sample
	// RulesOnly omits everything from the first heading about input and output.
	RulesOnly bool
	// SolutionOnly omits the hints of an editorial.
	SolutionOnly bool
}

// Render returns a statement as text for a terminal, without control characters from the source. Kind is the
// format of the source: "md" or "tex"; other kinds are the only error. Parts that it does not understand are shown
// verbatim. Parts that are too long or nested too deeply are shown incompletely, with a note. It takes at most a
// few seconds for any source.
func Render(source []byte, kind string, options Options) (string, error) {
	if options.SolutionOnly {
		source = Divide(source, kind).Solution
	}
	blocks, err := blocksOf(source, kind, options.Constants, options.Title == "")
	if err != nil {
		return "", err
	}
	if options.Title != "" {
		blocks = append([]block{heading{level: 1, text: []span{{text: options.Title}}}}, blocks...)
	}
	if options.RulesOnly {
		return options.write(beforeInput(blocks)), nil
	}
	return options.write(append(blocks, samplesHere{all: true})), nil
}

// blocksOf reads a statement, within bounds; notes at its end tell readers what is missing. The title of a LaTeX
// source is omitted when it is shown elsewhere.
func blocksOf(source []byte, kind string, constants map[string]string, title bool) ([]block, error) {
	text, notes := bounded(source)
	text = substitute(strings.ToValidUTF8(text, "\ufffd"), kind, constants)
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var blocks []block
	switch kind {
	case "md":
		flat, more := flatten(text)
		blocks, notes = markdown(flat), append(notes, more...)
	case "tex":
		blocks = latex(text, title)
	default:
		return nil, fmt.Errorf("statement is a %s file: only Markdown (.md) and LaTeX (.tex) can be shown", kind)
	}
	for _, note := range notes {
		blocks = append(blocks, paragraph{text: []span{{text: note}}})
	}
	return blocks, nil
}

// aboutInput matches headings about input and output, as English statements have them.
var aboutInput = lazyregexp.New(`(?i)^\s*(input|output|interact|communication|protocol|sample|example)`)

// beforeInput returns the blocks before the first heading about input and output.
func beforeInput(blocks []block) []block {
	for i, b := range blocks {
		if h, ok := b.(heading); ok && h.level > 1 && aboutInput().MatchString(plain(h.text)) {
			return blocks[:i]
		}
	}
	return blocks
}

// Samples returns samples alone as text for a terminal.
func Samples(samples []Sample, options Options) string {
	options.Samples = samples
	return options.write([]block{samplesHere{all: true}})
}

func (o Options) write(blocks []block) string {
	width := o.Width
	if width <= 0 {
		width = terminal.DefaultWidth
	}
	l := layout{samplesLeft: samplesLeft{o.Samples}, pen: terminal.Pen{Color: o.Color}}
	lines := l.lines(blocks, width)
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// A constant in Markdown, and its command in LaTeX. After the point follows an alternative notation of the
// value.
var (
	constant        = lazyregexp.New(`\{\{[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?\}\}`)
	constantCommand = lazyregexp.New(`\\constant\s*\{\s*([A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?)\s*\}`)
)

// BraceConstants writes {{name}} for \constant{name}, the LaTeX command of 2025-09 (section "Constants").
func BraceConstants(tex string) string { return constantCommand().ReplaceAllString(tex, "{{$1}}") }

// substitute inserts constants, as long as they do not double the largest permitted source.
func substitute(text, kind string, constants map[string]string) string {
	if len(constants) == 0 {
		return text
	}
	if kind == "tex" {
		text = BraceConstants(text)
	}
	room := maxSource
	return constant().ReplaceAllStringFunc(text, func(match string) string {
		value, ok := constants[match[2:len(match)-2]]
		if room -= len(value); !ok || room < 0 {
			return match
		}
		return value
	})
}
