// Package terminal contains what all texts on a terminal share: the pen with the sixteen colours of the terminal's own
// theme, the width of text in columns, and the protection of the terminal from control sequences in foreign text. It
// does not know what the texts say.
//
// Styles are written by x/ansi. Libraries above it ask the system about colours while they are imported, inside tmux by
// starting a process, which every start of the command line and of a sandbox would pay for.
package terminal
