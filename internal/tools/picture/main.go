package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	if err := draw(os.Stdout, os.Stdin, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "picture: %v\n", err)
		os.Exit(1)
	}
}

// draw writes the picture of a terminal that shows the given lines and then what was written to it.
func draw(out io.Writer, in io.Reader, above []string) error {
	written, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read the terminal output: %w", err)
	}
	var lines []line
	for _, text := range above {
		lines = append(lines, plain(text))
	}
	below, err := read(string(written))
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, svg(append(lines, below...)))
	return err
}
