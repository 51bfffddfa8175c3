package cli

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"os/exec"
	"runtime"
	"time"
	"unicode/utf16"

	"grundy/internal/base/hint"
	"grundy/internal/ui/terminal"
)

// copyTime bounds how long a program for the clipboard may take: one that waits for a screen that is gone shall keep nobody waiting.
const copyTime = 5 * time.Second

// copy puts a text onto the person's clipboard, and says by what. Where no program for that is found, the terminal is asked.
func (c *call) copy(ctx context.Context, text []byte) (by string, err error) {
	for _, words := range c.clipboards() {
		program, err := c.environment.LookPath(words[0])
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, copyTime)
		defer cancel()
		command := exec.CommandContext(ctx, program, words[1:]...)
		command.Env, command.Stdin = c.environment, bytes.NewReader(text)
		if words[0] == windowsClipboard {
			command.Stdin = bytes.NewReader(forWindows(text))
		}
		if command.Run() == nil {
			return words[0], nil
		}
	}
	sequence, fits := terminal.Clipboard(text)
	if !fits || !terminal.Is(c.err) {
		return "", hint.Errorf("install wl-copy, xclip or xsel, or open the file and copy it", "found no program for the clipboard")
	}
	_, err = io.WriteString(c.err, sequence)
	return "the terminal", err
}

const windowsClipboard = "clip.exe"

// clipboards are the programs that may be there, the best first.
func (c *call) clipboards() [][]string {
	switch runtime.GOOS {
	case "darwin":
		return [][]string{{"pbcopy"}}
	case "windows":
		return [][]string{{windowsClipboard}}
	}
	var all [][]string
	if c.environment.Get("WAYLAND_DISPLAY") != "" {
		all = append(all, []string{"wl-copy"})
	}
	if c.environment.Get("DISPLAY") != "" {
		all = append(all, []string{"xclip", "-selection", "clipboard"}, []string{"xsel", "--clipboard", "--input"})
	}
	return append(all, []string{windowsClipboard}) // on Linux within Windows
}

// forWindows writes a text in the encoding that its clipboard takes for Unicode.
func forWindows(text []byte) []byte {
	const mark = 0xfeff
	var out []byte
	for _, unit := range append([]uint16{mark}, utf16.Encode([]rune(string(text)))...) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return out
}
