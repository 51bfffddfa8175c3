// Only roads to a city that burns one day later are safe: decides the cities from the last one that burns back to the first.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, m int
	fmt.Fscan(in, &n, &m)
	roads := make([][]int, n+1)
	for range m {
		var a, b int
		fmt.Fscan(in, &a, &b)
		roads[a] = append(roads[a], b)
		roads[b] = append(roads[b], a)
	}
	burns := make([]int, n+1) // the day, or 0
	burns[1] = 1
	order := []int{1}
	for i := 0; i < len(order); i++ {
		city := order[i]
		for _, next := range roads[city] {
			if burns[next] == 0 {
				burns[next] = burns[city] + 1
				order = append(order, next)
			}
		}
	}
	wins := make([]bool, n+1) // whoever moves the robot from here
	for _, city := range slices.Backward(order) {
		for _, next := range roads[city] {
			if burns[next] > burns[city] && !wins[next] {
				wins[city] = true
			}
		}
	}
	if wins[1] {
		fmt.Println("Vladimir")
	} else {
		fmt.Println("Nikolai")
	}
}
