package statement

import (
	"fmt"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/statement/formula"
	"grundy/internal/ui/terminal"
)

// Options configure Render. The zero value writes 80 columns without colours.
type Options struct {
	// Width is the number of columns, 0 for 80.
	Width int
	// DataWidth is the number of columns for lines of files, which may be more; longer lines continue in the next row,
	// behind a mark. 0 keeps them whole, for a reader that breaks no lines.
	DataWidth int
	Color     bool
	// Title is shown above the statement and replaces the statement's own, which "" keeps.
	Title string
	// Constants replace {{name}}, and \constant{name} in LaTeX.
	Constants map[string]string
	// Files reads what LaTeX includes; nil if it may not include files.
	Files Files
	// Memory keeps formulas that were read; nil keeps none.
	Memory formula.Memory
	// Samples follow the statement, or appear where it asks for them with \nextsample or
	// {{nextsample}}.
	Samples []Sample
	// RulesOnly omits everything from the first heading about input and output.
	RulesOnly bool
	// SolutionOnly omits the hints of an editorial.
	SolutionOnly bool
}

// Render returns a statement as text for a terminal, without control characters from the source. Kind is the
// format of the source: "md" or "tex"; other kinds are the only error. Faults names the parts that it does not
// understand. Parts that are too long or nested too deeply are shown incompletely, with a note. It takes at most a
// few seconds for any source.
func Render(source []byte, kind string, options Options) (string, error) {
	if options.SolutionOnly {
		source = Divide(source, kind).Solution
	}
	blocks, err := blocksOf(source, kind, options.Constants, options.Files, options.Title == "", options.Memory)
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
func blocksOf(source []byte, kind string, constants map[string]string, files Files, title bool, memory formula.Memory) ([]block, error) {
	blocks, _, err := read(source, kind, constants, files, title)
	readFormulas(blocks, memory)
	return blocks, err
}

// read is blocksOf that also returns what is wrong with the text.
func read(text []byte, kind string, constants map[string]string, files Files, title bool) ([]block, *reading, error) {
	return readWith(Tools{}, text, kind, constants, files, title)
}

// readWith is read on a machine with some tools.
func readWith(tools Tools, text []byte, kind string, constants map[string]string, files Files, title bool) ([]block, *reading, error) {
	if kind != "md" && kind != "tex" {
		return nil, nil, fmt.Errorf("statement is a %s file: only Markdown (.md) and LaTeX (.tex) can be shown", kind)
	}
	r, notes := newReading(text)
	r.draws = tools.Draws
	if kind == "tex" {
		r.files = files
		r.usePlaceholders()
		r.includeFiles(files)
	}
	r.substitute(kind, constants)
	var blocks []block
	if kind == "md" {
		r.dropFrontMatter()
		notes = append(notes, r.flatten()...)
		blocks = markdown(r)
	} else {
		blocks = latex(r, title)
	}
	for _, note := range notes {
		r.report(-1, "shorten it", "readers do not see all of it: %s", strings.Trim(note, "[]"))
		blocks = append(blocks, paragraph{text: []span{{text: note}}})
	}
	return blocks, r, nil
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
	l := layout{samplesLeft: samplesLeft{o.Samples}, pen: terminal.Pen{Color: o.Color}, textWidth: width, dataWidth: o.DataWidth}
	lines := l.lines(blocks, width)
	if len(lines) == 0 {
		return ""
	}
	if notes := l.footnotes(width); len(notes) > 0 {
		lines = append(append(lines, ""), notes...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// A constant in Markdown, its command in LaTeX, and either. After the point follows an alternative notation of the
// value.
const (
	braceConstant = `\{\{([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)\}\}`
	texConstant   = `\\constant\s*\{\s*([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)\s*\}`
)

var (
	constant        = lazyregexp.New(braceConstant)
	constantCommand = lazyregexp.New(texConstant)
	constantInTeX   = lazyregexp.New(braceConstant + "|" + texConstant)
)

// BraceConstants writes {{name}} for \constant{name}, the LaTeX command of 2025-09 (section "Constants").
func BraceConstants(tex string) string { return constantCommand().ReplaceAllString(tex, "{{$1}}") }

// substitute inserts constants, as long as they do not double the largest permitted source.
func (r *reading) substitute(kind string, constants map[string]string) {
	find := constant()
	if kind == "tex" {
		find = constantInTeX()
	}
	w, at, room := r.rewriter(), 0, maxSource
	for _, found := range find.FindAllStringSubmatchIndex(r.text, -1) {
		name := strings.Trim(strings.TrimPrefix(r.text[found[0]:found[1]], `\constant`), "{} \t\n")
		value, ok := constants[name]
		if room -= len(value); !ok || room < 0 {
			isCommand := r.text[found[0]] == '\\'
			if isCommand || kind == "md" && name != "nextsample" && name != "remainingsamples" {
				r.report(found[0], "add it to the constants of problem.yaml", "%s: there is no such constant", r.text[found[0]:found[1]])
			}
			if isCommand {
				w.keep(at, found[0])
				w.put("{{"+name+"}}", found[0])
				at = found[1]
			}
			continue
		}
		w.keep(at, found[0])
		w.put(value, found[0])
		at = found[1]
	}
	if at > 0 {
		w.keep(at, len(r.text))
		r.source = w.source()
	}
}
