// Cuts the last edge of a shortest way from the spider to a fly.
package main

import (
	"bufio"
	"fmt"
	"os"
)

type web struct {
	fly    []bool
	joined [][]bool
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, m, f, spider int
	fmt.Fscan(in, &n, &m, &f, &spider)
	w := web{make([]bool, n+1), make([][]bool, n+1)}
	for range f {
		var fly int
		fmt.Fscan(in, &fly)
		w.fly[fly] = true
	}
	for u := range w.joined {
		w.joined[u] = make([]bool, n+1)
	}
	for range m {
		var u, v int
		fmt.Fscan(in, &u, &v)
		w.joined[u][v], w.joined[v][u] = true, true
	}
	u, v := w.lastEdge(spider)
	for v > 0 {
		fmt.Println(u, v)
		w.joined[u][v] = false // no search goes on from the fly at v
		if u, v = w.lastEdge(spider); v > 0 {
			fmt.Fscan(in, &spider)
			u, v = w.lastEdge(spider)
		}
	}
}

// lastEdge is the last edge of a shortest way; it is 0 when there is no way.
func (w web) lastEdge(spider int) (before, fly int) {
	seen := make([]bool, len(w.fly))
	for queue := []int{spider}; len(queue) > 0; queue = queue[1:] {
		u := queue[0]
		for v, joined := range w.joined[u] {
			switch {
			case !joined || seen[v]:
			case w.fly[v]:
				return u, v
			default:
				seen[v] = true
				queue = append(queue, v)
			}
		}
	}
	return 0, 0
}
