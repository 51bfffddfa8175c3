// Validates the input: an odd pile, the most that a move takes, and which totals win.
package main

import "grundy/checker/testlib"

// longest is how many greatest moves a pile may hold at most: it bounds the length of the games.
const longest = 1000

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 1, 1e12-1)
		if n%2 == 0 {
			in.Fail("n is even: %d", n)
		}
		in.Space()
		if k := in.Int("K", 1, 1e9); n > longest*k {
			in.Fail("n is more than %d times K", longest)
		}
		in.Space()
		in.OneOf("totals that win", "even", "odd")
		in.Newline()
	})
}
