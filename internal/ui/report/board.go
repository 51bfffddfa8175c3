package report

import (
	"bytes"
	"io"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"grundy/internal/ui/terminal"
)

// redraw is the time between two drawings of the live line.
const redraw = 100 * time.Millisecond

// board is a screen: lines that stay, and one live line at the bottom that is redrawn.
type board struct {
	out   io.Writer
	live  bool
	width int
	// line returns the live line; "" for none. It is called with mutex held.
	line func() string

	// mutex guards the fields below, and the state that line reads, from the redrawing goroutine.
	mutex   sync.Mutex
	err     error
	drawn   bool
	stop    chan struct{}
	stopped sync.WaitGroup
}

// newBoard returns a board. The caller must call close.
func newBoard(out io.Writer, live bool, width int, line func() string) *board {
	b := &board{out: out, live: live, width: width, line: line, stop: make(chan struct{})}
	if live {
		b.stopped.Go(b.redrawUntilStopped)
	}
	return b
}

// redrawUntilStopped keeps the live line up to date, even while a test runs long. Events alone do not redraw: ten
// thousand short tests would spend more time on drawing than on running.
func (b *board) redrawUntilStopped() {
	ticker := time.NewTicker(redraw)
	defer ticker.Stop()
	for {
		select {
		case <-b.stop:
			return
		case <-ticker.C:
			b.mutex.Lock()
			var out bytes.Buffer
			b.draw(&out)
			b.write(out.Bytes())
			b.mutex.Unlock()
		}
	}
}

// print writes lines above the live line, all in one write to avoid flicker. The caller holds the mutex.
func (b *board) print(lines []string) {
	if len(lines) == 0 && b.line() != "" {
		return
	}
	var out bytes.Buffer
	b.erase(&out)
	for _, line := range lines {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	b.draw(&out)
	b.write(out.Bytes())
}

// close writes the last lines, in place of the live one, and returns the first error of writing.
func (b *board) close(lines []string) error {
	close(b.stop)
	b.stopped.Wait()
	b.line = func() string { return "" }
	b.print(lines)
	return b.err
}

// draw draws the live line at the cursor, which is hidden while there is a live line.
func (b *board) draw(out *bytes.Buffer) {
	line := ""
	if b.live {
		line = b.line()
	}
	if line == "" {
		return
	}
	if !b.drawn {
		out.WriteString(ansi.HideCursor)
	}
	// The last column stays empty: terminals disagree about where the cursor is after it.
	out.WriteString("\r" + terminal.Clip(line, b.width-1) + ansi.EraseLineRight)
	b.drawn = true
}

// erase removes the live line and shows the cursor again.
func (b *board) erase(out *bytes.Buffer) {
	if b.drawn {
		out.WriteString("\r" + ansi.EraseLineRight + ansi.ShowCursor)
		b.drawn = false
	}
}

func (b *board) write(data []byte) {
	if b.err == nil && len(data) > 0 {
		_, b.err = b.out.Write(data)
	}
}
