// Validates the input: n and m, then m roads of a simple graph.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 1, 200_000)
		in.Space()
		m := in.Int("m", 0, 200_000)
		in.Newline()
		known := make(map[[2]int]bool, m)
		for range m {
			a := in.Int("a", 1, n)
			in.Space()
			b := in.Int("b", 1, n)
			if a == b {
				in.Fail("a road from city %d to itself", a)
			}
			road := [2]int{min(a, b), max(a, b)}
			if known[road] {
				in.Fail("a second road between %d and %d", a, b)
			}
			known[road] = true
			in.Newline()
		}
	})
}
