// expect: AC memory=512MiB

package main

import "fmt"

func dive(depth int) int {
	if depth == 0 {
		return 0
	}
	return 1 + dive(depth-1)
}

func main() {
	if dive(1_000_000) == 1_000_000 {
		fmt.Println(585987)
	}
}
