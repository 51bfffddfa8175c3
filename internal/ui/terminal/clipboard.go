package terminal

import "encoding/base64"

// longestCopy bounds the bytes that terminals accept for the clipboard in one sequence: xterm and tmux drop longer
// ones.
const longestCopy = 74994

// Clipboard returns the sequence that asks a terminal to put a text onto the clipboard (xterm's OSC 52). We cannot
// learn whether it does; fits is false for a text that is too long.
func Clipboard(text []byte) (sequence string, fits bool) {
	encoded := base64.StdEncoding.EncodeToString(text)
	return "\x1b]52;c;" + encoded + "\a", len(encoded) <= longestCopy
}
