// expect: OLE memory=64MiB max-output=1MiB

package main

import (
	"fmt"
	"strings"
)

func main() {
	line := strings.Repeat("x", 1<<16)
	for range 1024 {
		fmt.Println(line)
	}
}
