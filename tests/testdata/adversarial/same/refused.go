// expect: RTE memory=64MiB exit=2 reason~"ran out of memory: "

package main

import "fmt"

var size = 1 << 40

func main() {
	piece := make([]byte, size)
	piece[7] = 1
	fmt.Println(585987)
}
