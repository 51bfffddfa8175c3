// Chooses the sides to block before the mouse gets there once and for all; below the way it blocks the heaviest room ahead of
// the mouse, and when the mouse is stuck it blocks what is open beside its way back and cleans the way.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, trap, mouse, moves int
	fmt.Fscan(in, &n, &trap, &mouse, &moves)
	adjacent := make([][]int, n+1)
	for range n - 1 {
		var u, v int
		fmt.Fscan(in, &u, &v)
		adjacent[u] = append(adjacent[u], v)
		adjacent[v] = append(adjacent[v], u)
	}

	parent := make([]int, n+1)
	order := []int{trap}
	for i := 0; i < len(order); i++ {
		for _, v := range adjacent[order[i]] {
			if v != parent[order[i]] {
				parent[v] = order[i]
				order = append(order, v)
			}
		}
	}
	// largest and second are the two greatest weights among a room's children, heaviest is the child with the first.
	largest, second, heaviest := make([]int, n+1), make([]int, n+1), make([]int, n+1)
	weight := make([]int, n+1)
	for i := range order {
		v := order[n-1-i]
		p := parent[v]
		weight[v] = len(adjacent[v]) - 1 + second[v]
		if heaviest[p] == 0 || weight[v] > largest[p] {
			largest[p], second[p], heaviest[p] = weight[v], largest[p], v
		} else {
			second[p] = max(second[p], weight[v])
		}
	}

	say := func(action ...any) {
		fmt.Println(action...)
		fmt.Fscan(in, &mouse)
	}
	// closed rooms are those whose passage towards the trap is blocked, or dirty because the mouse has climbed it.
	closed := make([]bool, n+1)
	block := func(room int) {
		closed[room] = true
		say("block", room, parent[room])
	}

	onWay := make([]bool, n+1)
	for v := mouse; v != trap; v = parent[v] {
		onWay[v] = true
	}
	beside := func(v int) []int {
		var rooms []int
		for _, c := range adjacent[v] {
			if c != parent[v] && !onWay[c] {
				rooms = append(rooms, c)
			}
		}
		return rooms
	}
	sides := 0 // at v and above it
	for v := mouse; v != trap; v = parent[v] {
		sides += len(beside(v))
	}
	var urgent []int
	for v := mouse; v != trap; v = parent[v] {
		spare := moves - sides - len(urgent)
		for _, c := range beside(v) {
			if weight[c] > spare {
				urgent = append(urgent, c)
			}
			sides--
		}
	}

	for onWay[mouse] {
		closed[mouse] = true
		if len(urgent) > 0 {
			block(urgent[0])
			urgent = urgent[1:]
		} else {
			say("pass")
		}
	}
	if mouse == trap {
		return
	}
	// The mouse has turned off.
	for heaviest[mouse] != 0 && !closed[heaviest[mouse]] {
		block(heaviest[mouse])
	}
	for v := mouse; v != trap; v = parent[v] {
		for _, c := range adjacent[v] {
			if c != parent[v] && !closed[c] {
				block(c)
			}
		}
		closed[v] = true
	}
	for !onWay[mouse] {
		say("clean", mouse, parent[mouse])
	}
	for mouse != trap {
		say("pass")
	}
}
