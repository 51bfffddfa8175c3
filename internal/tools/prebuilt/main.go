package main

import (
	"fmt"
	"os"
)

// output is the file that is written, from the root of the repository.
const output = "internal/games/prebuilt/programs.go"

func main() {
	text, err := generate(".")
	if err == nil {
		err = os.WriteFile(output, text, 0o644)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "prebuilt: %v\n", err)
		os.Exit(1)
	}
}
