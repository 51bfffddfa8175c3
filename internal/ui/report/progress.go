package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// progress is the progress of the judgement of a submission.
type progress struct {
	plan event.Plan
	// testColumns is how many columns the longest name of a test takes.
	testColumns int

	started time.Time
	running string // the running test; "" while compiling
	// preparing is the language that is prepared for the first time; "" for none.
	preparing string
	strip     strip
}

// note takes an event in.
func (p *progress) note(e event.Event) {
	if p.started.IsZero() {
		p.started = time.Now()
	}
	switch e := e.(type) {
	case event.Plan:
		p.plan, p.testColumns = e, max(longest(e.Names), e.LongestName)
	case event.Preparing:
		p.preparing = e.Language
	case event.Start:
		p.running = e.Test
	case event.Test:
		p.strip.add(e.Verdict)
	}
}

// liveLine is " ✓✓✗✓ 4/42 ▕█▍ ▏ 0:02 left", after a name if there is one, with as many of the last glyphs as fit.
func (p *progress) liveLine(l style, name string) string {
	line := "  "
	if name != "" {
		line += terminal.Clip(name, l.width/3) + "  "
	}
	elapsed := time.Since(p.started)
	done, all := p.strip.total, max(p.plan.Tests, p.strip.total)
	if done == 0 {
		state := "compiling"
		switch {
		case p.running != "":
			state = "running " + terminal.Line(p.running)
		case p.preparing != "":
			state = PreparingWords(p.preparing)
		}
		return line + l.pen.Draw(terminal.Faint, state+"  "+clock(elapsed))
	}
	tail := fmt.Sprintf("  %d/%d", done, all)
	if l.width >= 50 {
		left := time.Duration(float64(elapsed) / float64(done) * float64(all-done))
		tail += "  " + bar(done, all, 10) + " " + clock(left) + " left"
	}
	return line + p.strip.draw(l, l.width-1-terminal.Width(line)-terminal.Width(tail)) + tail
}

// PreparingWords says what a build waits for while a language is prepared.
func PreparingWords(language string) string {
	return "compiling what all programs in " + terminal.Line(language) + " share, once"
}

// strip remembers the last verdicts, as many as fit on the widest terminal.
type strip struct {
	last  []verdict.Verdict
	total int
}

const stripLength = 500

func (s *strip) add(v verdict.Verdict) {
	s.total++
	if len(s.last) == stripLength {
		s.last = append(s.last[:0], s.last[1:]...)
	}
	s.last = append(s.last, v)
}

// draw returns the last glyphs that fit, and draws neighbours of one verdict together.
func (s *strip) draw(l style, columns int) string {
	shown := s.last
	before := ""
	if s.total > columns {
		keep := max(0, min(len(shown), columns-1))
		before, shown = "…", shown[len(shown)-keep:]
	}
	var b strings.Builder
	b.WriteString(before)
	for len(shown) > 0 {
		v := shown[0]
		run := slices.IndexFunc(shown, func(other verdict.Verdict) bool { return other != v })
		if run < 0 {
			run = len(shown)
		}
		b.WriteString(l.pen.Draw(marks[v].ink, strings.Repeat(marks[v].glyph, run)))
		shown = shown[run:]
	}
	return b.String()
}
