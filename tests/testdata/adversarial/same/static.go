// expect: AC memory=256MiB peak<=64MiB

package main

import "fmt"

var table [1 << 30]byte

func main() {
	table[12345] = 1
	fmt.Println(585986 + int(table[12345]))
}
