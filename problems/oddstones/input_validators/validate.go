// Validates the input: T, then T games, each with an odd pile, the most that a move takes, and which totals win.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		games := in.Int("T", 1, 20_000)
		in.Newline()
		for range games {
			if n := in.Int("n", 1, 1e18-1); n%2 == 0 {
				in.Fail("n is even: %d", n)
			}
			in.Space()
			in.Int("K", 1, 1e9)
			in.Space()
			in.OneOf("totals that win", "even", "odd")
			in.Newline()
		}
	})
}
