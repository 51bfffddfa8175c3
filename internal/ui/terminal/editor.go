package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// Editor lets a user edit lines on a terminal, and recalls earlier ones. It changes the terminal's mode only while it
// asks for a line; keys that make signals still do. The editor of x/term treats every character as one column wide and
// Ctrl-C as the end of the input.
type Editor struct {
	// Words are completed by Tab at the beginning of a line.
	Words []string

	in      *os.File
	out     io.Writer
	columns func() int

	wanted  chan struct{} // requests more input
	came    chan []byte   // what was typed; closed at the end of the input
	waiting bool          // for requested input
	typed   []byte        // not yet processed
	history []string

	mutex  sync.Mutex // of the fields below, and of the screen
	asking bool       // the prompt and the line are shown
	prompt string
	line   line
	lines  []string // the history and the new line, with their edits
	at     int      // index of the line that is being edited
}

// NewEditor makes an editor for a terminal. columns returns the present width of the terminal that out writes to.
func NewEditor(in *os.File, out io.Writer, columns func() int) *Editor {
	e := &Editor{in: in, out: out, columns: columns, wanted: make(chan struct{}, 1), came: make(chan []byte)}
	go e.listen()
	return e
}

// listen reads in the background, so that a waiting user does not keep the program from ending. It reads only on
// request, so that other input stays with the terminal.
func (e *Editor) listen() {
	defer close(e.came)
	for range e.wanted {
		chunk := make([]byte, 256)
		n, err := e.in.Read(chunk)
		if err != nil {
			return
		}
		e.came <- chunk[:n]
	}
}

// ReadLine asks for a line. The error is io.EOF at the end of the input, and the context's cause when that ends. Before
// and after, the cursor is at the beginning of a line.
func (e *Editor) ReadLine(ctx context.Context, prompt string) (string, error) {
	keys, err := openKeyboard(e.in)
	if err != nil {
		return "", fmt.Errorf("edit a line: %w", err)
	}
	defer keys.close()
	e.begin(prompt)
	defer e.end()
	for {
		if text, ended, err := e.press(); ended {
			return text, err
		}
		if !e.waiting {
			e.wanted <- struct{}{}
			e.waiting = true
		}
		select {
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case chunk, open := <-e.came:
			e.waiting = false
			if !open {
				return "", io.EOF
			}
			e.typed = append(e.typed, chunk...)
		case <-keys.changed:
			keys.again()
		}
	}
}

// press processes the typed keys and redraws the line. ended reports that the line or the input was ended.
func (e *Editor) press() (text string, ended bool, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	defer e.draw()
	for {
		key, rest, ok := nextKey(e.typed)
		if !ok {
			return "", false, nil
		}
		e.typed = rest
		switch {
		case key == "\r", key == "\n":
			text = e.line.text()
			e.line = line{before: text}
			e.remember(text)
			return text, true, nil
		case key == endOfInput && e.line == line{}:
			return "", true, io.EOF
		case key == "\t":
			e.complete()
		case motions[key] != 0:
			e.leaf(motions[key])
		default:
			e.line = e.line.edit(key)
		}
	}
}

// remember adds a line to the history.
func (e *Editor) remember(text string) {
	last := len(e.history) - 1
	if strings.TrimSpace(text) != "" && (last < 0 || e.history[last] != text) {
		e.history = append(e.history, text)
	}
}

// leaf goes to an earlier or a later line.
func (e *Editor) leaf(step int) {
	if to := e.at + step; to >= 0 && to < len(e.lines) {
		e.lines[e.at], e.at = e.line.text(), to
		e.line = line{before: e.lines[to]}
	}
}

// promptRoom is the number of columns that a prompt leaves for the typed text.
const promptRoom = 16

// begin shows all lines of a prompt but the last, which stands before the typed text.
func (e *Editor) begin(prompt string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.asking, e.prompt, e.line = true, prompt, line{}
	e.lines, e.at = append(slices.Clone(e.history), ""), len(e.history)
	if columns := e.columns() - promptRoom; Width(prompt) > columns {
		lines := Wrap(prompt, columns)
		last := len(lines) - 1
		fmt.Fprintln(e.out, strings.Join(lines[:last], "\n"))
		e.prompt = strings.TrimRight(lines[last], " ") + " "
	}
}

func (e *Editor) end() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.asking = false
	fmt.Fprintln(e.out)
}

// complete completes a word as far as it is unambiguous, else it shows the candidates.
func (e *Editor) complete() {
	begun := strings.ToLower(e.line.before)
	fitting := slices.DeleteFunc(slices.Clone(e.Words), func(word string) bool { return !strings.HasPrefix(word, begun) })
	if len(fitting) == 0 || e.line.after != "" {
		return
	}
	common := fitting[0]
	for _, word := range fitting {
		for !strings.HasPrefix(word, common) {
			common = common[:len(common)-1]
		}
	}
	if len(fitting) > 1 && len(common) == len(begun) {
		fmt.Fprint(e.out, "\r", ansi.EraseLineRight, strings.Join(Wrap(strings.Join(fitting, "  "), e.columns()), "\n"), "\n")
		return
	}
	e.line.before = common
}

// Write shows whole lines, above the one that is being edited.
func (e *Editor) Write(lines []byte) (int, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if !e.asking {
		return e.out.Write(lines)
	}
	defer e.draw()
	if _, err := io.WriteString(e.out, "\r"+ansi.EraseLineRight); err != nil {
		return 0, err
	}
	return e.out.Write(lines)
}

// draw shows as much of the line around the cursor as fits.
func (e *Editor) draw() {
	prompt := ClipLeft(e.prompt, e.columns()-promptRoom) // the terminal may have become narrower
	room := max(1, e.columns()-Width(prompt)-1)
	left := ClipLeft(e.line.before, room-min(room/4, Width(e.line.after)))
	right := Clip(e.line.after, room-Width(left))
	// Printing the beginning again moves the cursor.
	fmt.Fprint(e.out, "\r", prompt, left, right, ansi.EraseLineRight, "\r", prompt, left)
}
