package statement

import (
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// Drawing is a picture that LaTeX draws, such as a tikzpicture.
type Drawing struct {
	// Settings are the packages, definitions and styles of the text that the drawing may use.
	Settings string
	// Source is the environment or the command that draws.
	Source string
}

// Engines are the LaTeX engines that draw, the best first: pdfLaTeX needs the fewest packages.
var Engines = []string{"pdflatex", "xelatex"}

// drawingEnvironments are the environments that draw.
var drawingEnvironments = []string{
	"tikzpicture", "pgfpicture", "pspicture", "picture", "circuitikz", "forest", "tikzcd", "asy", "axis", "dot2tex", "xy", "qtree", "bytefield", "automaton", "chessboard",
}

// drawingSettings are the commands that set up drawings.
var drawingSettings = []string{
	"usepackage", "usetikzlibrary", "usepgfplotslibrary", "tikzset", "pgfplotsset", "tikzstyle", "ctikzset", "definecolor", "colorlet", "newlength", "setlength", "newcounter",
}

// drawingSetting matches the arguments of one of them.
var drawingSetting = lazyregexp.New(`^\s*(?:\[[^\]]*\]|=|\\[A-Za-z]+|\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\})+`)

// keepSetting keeps a command that drawings may need, up to the next byte to read.
func (e *expander) keepSetting(t token) {
	if t.kept && len(e.pending) == 0 && e.at > t.at {
		e.settings.WriteString(e.text[t.at:e.at])
		e.settings.WriteByte('\n')
	}
}

// keepIfSetting keeps a command with its arguments if it sets up drawings. The text has it, too.
func (e *expander) keepIfSetting(t token) {
	if slices.Contains(drawingSettings, t.name()) && t.kept && len(e.pending) == 0 {
		e.settings.WriteString(strings.TrimRight(t.text, " \t\n") + drawingSetting().FindString(e.text[e.at:]) + "\n")
	}
}

// drawing stands for a picture that LaTeX draws.
func (p *latexParser) drawing(at int, name, source string) span {
	p.reading.drawing(at, name)
	return span{text: "[figure: a drawing]", style: emphasis, alt: "a drawing", drawing: &Drawing{Settings: p.settings, Source: source}}
}

// drawing reports a drawing, unless LaTeX is there to draw it.
func (r *reading) drawing(at int, name string) {
	if !r.draws {
		r.report(at, "install LaTeX (apt install texlive-pictures poppler-utils), or draw it with another program, and include the file by \\includegraphics",
			`the drawing %s is left out: readers see a note in its place`, name)
	}
}

// isPicture reports whether the text stands for a picture.
func (s span) isPicture() bool { return s.file != "" || s.drawing != nil }
