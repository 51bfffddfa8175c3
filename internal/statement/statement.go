package statement

import (
	"fmt"
	"regexp"
	"strings"

	"grundy/internal/terminal"
)

// Options say how a statement is shown. The zero value writes 80 columns without colours.
type Options struct {
	// Width is the number of columns, 0 for 80.
	Width int
	Color bool
	// Title is shown above the statement and replaces the statement's own; "" leaves that.
	Title string
	// Constants replace {{name}}.
	Constants map[string]string
	// Samples follow the statement, or stand where it asks for them with \nextsample or {{nextsample}}.
	Samples []Sample
}

// Render returns a statement as text for a terminal, without any control character of its own. Kind is the format of
// the source: "md" or "tex". It fails for other kinds only: what it does not understand is shown as it stands.
func Render(source []byte, kind string, options Options) (string, error) {
	text := substitute(strings.ToValidUTF8(string(source), "\ufffd"), options.Constants)
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var blocks []block
	switch kind {
	case "md":
		blocks = markdown(text)
	case "tex":
		blocks = latex(text, options.Title == "")
	default:
		return "", fmt.Errorf("statement is a %s file: only Markdown (.md) and LaTeX (.tex) can be shown in a terminal", kind)
	}
	if options.Title != "" {
		blocks = append([]block{heading{level: 1, text: []span{{text: options.Title}}}}, blocks...)
	}
	blocks = append(blocks, samplesHere{all: true})
	return options.write(blocks), nil
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
	l := layout{pen: terminal.Pen{Color: o.Color}, samples: o.Samples}
	lines := l.lines(blocks, width)
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

var constant = regexp.MustCompile(`\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}`)

func substitute(text string, constants map[string]string) string {
	return constant.ReplaceAllStringFunc(text, func(match string) string {
		if value, ok := constants[match[2:len(match)-2]]; ok {
			return value
		}
		return match
	})
}
