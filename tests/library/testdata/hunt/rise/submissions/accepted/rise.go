package main

import "fmt"

func main() {
	var n int
	fmt.Scan(&n)
	longest, first := 0, 0
	length, previous := 0, 0
	for i := 1; i <= n; i++ {
		var height int
		fmt.Scan(&height)
		if length > 0 && height > previous {
			length++
		} else {
			length = 1
		}
		if length > longest {
			longest, first = length, i-length+1
		}
		previous = height
	}
	fmt.Println(longest, first)
}
