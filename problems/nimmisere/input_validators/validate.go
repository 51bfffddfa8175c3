// Validates the input: T, then a line with n and n heaps for each game.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		games := in.Int("T", 1, 100_000)
		in.Newline()
		left := 100_000
		for range games {
			n := in.Int("n", 1, left)
			left -= n
			in.Space()
			in.Ints("heap", n, 0, 1e18)
			in.Newline()
		}
	})
}
