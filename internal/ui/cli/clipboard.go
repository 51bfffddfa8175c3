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

// copyTime bounds how long a clipboard program may take: one that waits for a closed screen must not block the
// command.
const copyTime = 5 * time.Second

// copy puts a text onto the user's clipboard and returns the program that did it. Without such a program it asks the
// terminal.
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

// clipboards are the candidate clipboard programs, the best first.
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
	return append(all, []string{windowsClipboard}) // Linux within Windows
}

// forWindows encodes a text as the Windows clipboard expects Unicode.
func forWindows(text []byte) []byte {
	const mark = 0xfeff
	var out []byte
	for _, unit := range append([]uint16{mark}, utf16.Encode([]rune(string(text)))...) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return out
}
