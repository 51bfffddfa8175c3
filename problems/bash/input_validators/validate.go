// Validates the input: T, then a line with n and k for each game.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		games := in.Int("T", 1, 100_000)
		in.Newline()
		for range games {
			in.Int("n", 1, 1e18)
			in.Space()
			in.Int("k", 1, 1e18)
			in.Newline()
		}
	})
}
