// Prints the shortest path there is, and blank vertices behind its last spider.
package main

import (
	"fmt"
	"strings"
)

func main() {
	const shortest = "SFBSBFBBSBBFBBBBS"
	var n int
	fmt.Scan(&n)
	fmt.Println(shortest + strings.Repeat("B", n-len(shortest)))
}
