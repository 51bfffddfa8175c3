// Validates the input: T, then a line with the play, k and k heaps for each game.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		games := in.Int("T", 1, 100_000)
		in.Newline()
		left := 100_000
		for range games {
			in.OneOf("play", "normal", "misere")
			in.Space()
			k := in.Int("k", 1, left)
			left -= k
			in.Space()
			in.Ints("heap", k, 0, 1e18)
			in.Newline()
		}
	})
}
