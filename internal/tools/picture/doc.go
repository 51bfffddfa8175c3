// Command picture draws what a command wrote on a terminal, for the documentation. It reads the bytes that came through
// the terminal from standard input, colours and redrawn lines included, and writes an SVG that is readable on light and
// on dark pages:
//
//	script -qec 'stty cols 80; grundy test a.py' /dev/null | go run ./internal/tools/picture '$ grundy test a.py' > a.svg
//
// Arguments are lines to put on top, such as the command. It knows as much of terminals as the judge's own output needs
// (internal/ui/terminal): colours, faint, bold, italic, underlined, and lines that are written again from their beginning.
package main
