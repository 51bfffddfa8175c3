// expect: AC memory=256MiB peak<=64MiB

package main

import "fmt"

var untouched [1 << 30]byte

func main() {
	untouched[12345] = 1
	fmt.Println(585986 + int(untouched[12345]))
}
