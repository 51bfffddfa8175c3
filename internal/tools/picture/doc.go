// Command picture draws the output of a command on a terminal, for the documentation. It reads the bytes that went to
// the terminal from standard input, including colours and redrawn lines, and writes an SVG that is readable on light
// and on dark pages:
//
//	script -qec 'stty cols 80; grundy test a.py' /dev/null | go run ./internal/tools/picture '$ grundy test a.py' > a.svg
//
// Arguments are lines to put on top, such as the command. It supports what the judge's own output needs
// (internal/ui/terminal): colours, faint, bold, italic, underlined, and lines that are rewritten from their beginning.
package main
