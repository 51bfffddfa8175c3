// expect: OLE max-output=1MiB

package main

import (
	"os"
	"strings"
)

func main() {
	block := []byte(strings.Repeat("flood ", 10000))
	for range 1000 {
		os.Stdout.Write(block)
	}
}
