// Checks the input of How Long Will It Last: n and m, the edges of a graph without cycles.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 1, 200_000)
		in.Space()
		m := in.Int("m", 0, 200_000)
		in.Newline()
		next := make([][]int, n+1)
		incoming := make([]int, n+1)
		for range m {
			u := in.Int("u", 1, n)
			in.Space()
			v := in.Int("v", 1, n)
			in.Newline()
			next[u] = append(next[u], v)
			incoming[v]++
		}
		if !acyclic(next, incoming) {
			in.Fail("the edges close a cycle")
		}
	})
}

// acyclic takes vertices that no edge leads to off, one after the other, and tells whether all of them go.
func acyclic(next [][]int, incoming []int) bool {
	var gone []int
	for v := range next {
		if incoming[v] == 0 {
			gone = append(gone, v)
		}
	}
	for i := 0; i < len(gone); i++ {
		for _, v := range next[gone[i]] {
			if incoming[v]--; incoming[v] == 0 {
				gone = append(gone, v)
			}
		}
	}
	return len(gone) == len(next)
}
