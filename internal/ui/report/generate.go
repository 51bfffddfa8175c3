package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// generateText shows the generation of test data as text: refused cases, and at the end what was changed. Live, it
// shows the progress.
type generateText struct {
	style
	options options
	board   *board

	// The board's mutex guards the fields below.
	problem     string
	cases, made int
	started     time.Time
	// shown reports whether the problem's name was written.
	shown bool
	words map[string]string // the results of the packages so far
}

func newGenerateText(w io.Writer, o options) *generateText {
	g := &generateText{style: newLook(o.Color, o.Width), options: o, words: map[string]string{}}
	g.board = newBoard(w, o.Live, g.width, g.liveLine)
	return g
}

// Event shows a step.
func (g *generateText) Event(e event.Event) {
	g.board.mutex.Lock()
	defer g.board.mutex.Unlock()
	var lines []string
	switch e := e.(type) {
	case event.Generating:
		g.problem, g.cases, g.made, g.started, g.shown = e.Problem, e.Cases, 0, time.Now(), false
	case event.CaseMade:
		g.made++
		lines = g.caseMade(e)
	case event.Generated:
		lines = append(g.head(), g.done(e.Summary)...)
		g.cases = 0
		g.words[g.problem] = strings.Join(generateParts(e.Summary), ", ")
	case event.SetOutcome:
		lines = g.setOutcome(e, g.words)
	}
	g.board.print(lines)
}

// Close ends the drawing and returns the first error of writing.
func (g *generateText) Close() error { return g.board.close(nil) }

// liveLine is "  12/40  ▕█▍        ▏ 0:02 left".
func (g *generateText) liveLine() string {
	if g.cases == 0 {
		return ""
	}
	elapsed := time.Since(g.started)
	line := "  " + terminal.Clip(terminal.Line(g.problem), g.width/3) + "  "
	if g.made == 0 {
		return line + g.pen.Draw(terminal.Faint, "building  "+clock(elapsed))
	}
	left := time.Duration(float64(elapsed) / float64(g.made) * float64(max(0, g.cases-g.made)))
	return line + fmt.Sprintf("%d/%d  %s %s left", g.made, g.cases, bar(g.made, g.cases, 10), clock(left))
}

// head is the name of the problem, once.
func (g *generateText) head() []string {
	if g.shown {
		return nil
	}
	g.shown = true
	return []string{g.pen.Draw(terminal.Strong, terminal.Line(g.problem))}
}

func (g *generateText) caseMade(e event.CaseMade) []string {
	if e.Fault == "" {
		if !g.options.Verbose {
			return nil
		}
		how := Milliseconds(e.Time)
		if e.Cached {
			how = "cached"
		}
		line := fmt.Sprintf("  %s %s  %s  %s", g.pen.Draw(terminal.Good, "✓"), terminal.Line(e.Case), terminal.Line(e.Rule),
			g.pen.Draw(terminal.Faint, fmt.Sprintf("%s, %s", e.Input, how)))
		return append(g.head(), line)
	}
	lines := append(g.head(), fmt.Sprintf("  %s %s  %s", g.pen.Draw(terminal.Bad, "✗"), terminal.Line(e.Case), g.pen.Draw(terminal.Faint, terminal.Line(e.Rule))))
	lines = append(lines, indent(g.wrap(e.Fault, messageLines))...)
	if log := strings.TrimSpace(terminal.Text(e.Log)); log != "" {
		lines = append(lines, indent(excerpt(strings.Split(log, "\n"), logLines))...)
	}
	if e.Help != "" {
		lines = append(lines, indent(g.wrap("help: "+e.Help, messageLines))...)
	}
	return lines
}

// changeLines bounds the listed changes unless Verbose.
const changeLines = 20

// done lists what was changed and sums up.
func (g *generateText) done(s event.Generation) []string {
	var lines []string
	for i, change := range s.Changes {
		if i >= changeLines && !g.options.Verbose {
			lines = append(lines, fmt.Sprintf("  … %d more", len(s.Changes)-i))
			break
		}
		lines = append(lines, "  "+g.changeMark(change.Kind)+" "+terminal.Line(change.File)+changeNote(change.Kind))
	}
	sign, ink := "✓", terminal.Good
	if !s.OK() {
		sign, ink = "✗", terminal.Bad
	}
	return append(lines, "  "+g.pen.Draw(ink, sign)+" "+strings.Join(generateParts(s), ", "))
}

func (g *generateText) changeMark(kind event.FileChangeKind) string {
	switch kind {
	case event.FileAdded:
		return g.pen.Draw(terminal.Good, "+")
	case event.FileRemoved:
		return g.pen.Draw(terminal.Bad, "-")
	case event.FileEdited:
		return g.pen.Draw(terminal.Bad, "✗")
	}
	return g.pen.Draw(terminal.Slow, "~")
}

func changeNote(kind event.FileChangeKind) string {
	if kind == event.FileEdited {
		return "  was edited by hand, or not generated: it stays; --force replaces it"
	}
	return ""
}

// generateParts summarizes a generation: "36 cases", "2 run", "4 files changed".
func generateParts(s event.Generation) []string {
	parts := []string{terminal.Count(s.Cases, "case"), fmt.Sprintf("%d run", s.Ran), fmt.Sprintf("%d cached", max(0, s.Cases-s.Ran))}
	if s.Failed > 0 {
		return append(parts, fmt.Sprintf("%d refused: data/ stays as it was", s.Failed))
	}
	changed := len(s.Changes) - s.Edits()
	switch {
	case changed == 0:
		parts = append(parts, "data/ is as generated")
	case s.Checked:
		parts = append(parts, terminal.Count(changed, "file")+" to change")
	default:
		parts = append(parts, terminal.Count(changed, "file")+" changed")
	}
	if edits := s.Edits(); edits > 0 {
		parts[len(parts)-1] = strings.Replace(parts[len(parts)-1], "data/ is as generated", "nothing else to change", 1)
		parts = append(parts, terminal.Count(edits, "file")+" left")
	}
	if unshipped := len(s.Unshipped); unshipped > 0 {
		parts = append(parts, terminal.Count(unshipped, "case")+" too large to ship")
	}
	return parts
}
