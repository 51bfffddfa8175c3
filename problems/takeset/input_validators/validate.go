// Validates the input: T, then a line with n, k and an ascending list of k numbers for each game.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		const most = 12
		games := in.Int("T", 1, 10_000)
		in.Newline()
		for range games {
			in.Int("n", 1, 1e18)
			in.Space()
			k := in.Int("k", 1, most)
			last := 0
			for i := range k {
				in.Space()
				last = in.Int("s", last+1, most-(k-1-i)) // the rest needs room
			}
			in.Newline()
		}
	})
}
