package terminal

import "encoding/base64"

// longestCopy bounds, in bytes, what terminals take for the clipboard in one sequence: xterm and tmux drop longer ones.
const longestCopy = 74994

// Clipboard is the sequence that asks a terminal to put a text onto the clipboard (xterm's OSC 52). Whether it does nobody learns; a
// text that is too long does not fit.
func Clipboard(text []byte) (sequence string, fits bool) {
	encoded := base64.StdEncoding.EncodeToString(text)
	return "\x1b]52;c;" + encoded + "\a", len(encoded) <= longestCopy
}
