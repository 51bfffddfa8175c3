package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"grundy/internal/terminal"
	"grundy/internal/verdict"
)

// redrawUntilStopped keeps the live line up to date, also while a test runs long. Events alone do not redraw: ten
// thousand short tests would spend more on drawing than on running.
func (t *Text) redrawUntilStopped() {
	ticker := time.NewTicker(redraw)
	defer ticker.Stop()
	for {
		select {
		case <-t.stop:
			return
		case <-ticker.C:
			t.mutex.Lock()
			if t.current != nil {
				var b bytes.Buffer
				t.draw(&b)
				t.write(b.Bytes())
			}
			t.mutex.Unlock()
		}
	}
}

// draw puts the live line where the cursor is. The cursor is hidden as long as there is one.
func (t *Text) draw(b *bytes.Buffer) {
	if !t.options.Live {
		return
	}
	if !t.drawn {
		b.WriteString(ansi.HideCursor)
	}
	// The last column stays empty: terminals disagree about where the cursor is after it.
	b.WriteString("\r" + terminal.Clip(t.liveLine(), t.width-1) + ansi.EraseLineRight)
	t.drawn = true
}

// erase takes the live line away and gives the cursor back.
func (t *Text) erase(b *bytes.Buffer) {
	if t.drawn {
		b.WriteString("\r" + ansi.EraseLineRight + ansi.ShowCursor)
		t.drawn = false
	}
}

// liveLine is "  ✓✓✗✓  4/42  ▕█▍        ▏ 0:02 left", with as many of the last glyphs as there is room for.
func (t *Text) liveLine() string {
	s := t.current
	line := "  "
	if t.options.Many {
		line += terminal.Clip(t.title(), t.width/3) + "  "
	}
	elapsed := time.Since(s.started)
	done, all := s.strip.total, max(s.plan.Tests, s.strip.total)
	if done == 0 {
		state := "compiling"
		if s.running != "" {
			state = "running " + terminal.Line(s.running)
		}
		return line + t.pen.Draw(terminal.Faint, fmt.Sprintf("%s  %s", state, clock(elapsed)))
	}
	tail := fmt.Sprintf("  %d/%d", done, all)
	if t.width >= 50 {
		left := time.Duration(float64(elapsed) / float64(done) * float64(all-done))
		tail += "  " + bar(done, all, 10) + " " + clock(left) + " left"
	}
	return line + s.strip.draw(t.look, t.width-1-terminal.Width(line)-terminal.Width(tail)) + tail
}

// strip remembers the last verdicts, as many as the widest terminal shows.
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

// draw gives the last glyphs that fit, neighbours of one verdict in one stroke.
func (s *strip) draw(l look, columns int) string {
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
