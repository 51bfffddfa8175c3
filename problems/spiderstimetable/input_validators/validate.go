// Validates the input: the number of cases, and for each case its sizes, the one-sided spiders and the lone ones.
package main

import "grundy/checker/testlib"

const (
	most    = 100_000 // one-sided spiders of all cases together
	longest = 1_000_000_000
)

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		cases := in.Int("T", 1, 2000)
		in.Newline()
		left := most
		for range cases {
			lone := in.Int("k", 0, 6)
			in.Space()
			c := in.Int("c", 0, left)
			left -= c
			in.Newline()
			if c > 0 {
				in.Ints("distance", c, 1, longest)
				in.Newline()
			}
			for range lone {
				near := in.Int("near", 1, longest)
				in.Space()
				in.Int("far", near, longest)
				in.Newline()
			}
		}
	})
}
