// Validates the input: T, then a line with the play, N, k and an ascending list of k numbers for each table.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		const most = 1_000_000
		tables := in.Int("T", 1, 1000)
		in.Newline()
		left := most
		for range tables {
			in.OneOf("play", "normal", "misere")
			in.Space()
			left -= in.Int("N", 0, left)
			in.Space()
			k := in.Int("k", 1, 20)
			last := 0
			for i := range k {
				in.Space()
				last = in.Int("s", last+1, most-(k-1-i)) // the rest needs room
			}
			in.Newline()
		}
	})
}
