// Package terminal is what every text that a person reads in a terminal has in common: the pen with the sixteen colours
// of the terminal's own theme, the width of text in columns, and the care that nothing a program or a file says can
// steer the terminal. It does not know what is being said.
//
// Styles are written by x/ansi. Libraries above it ask the system about colours while they are imported, inside tmux by
// starting a process, which every start of the command line and of a sandbox would pay for.
package terminal
