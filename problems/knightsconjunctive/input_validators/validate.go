// Validates the input: the number of cases T, then the cases. Each case is the play and K, then K squares.
package main

import "grundy/checker/testlib"

const most = 100_000

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		cases := in.Int("T", 1, most)
		in.Newline()
		total := 0
		for range cases {
			in.OneOf("play", "normal", "misere")
			in.Space()
			knights := in.Int("K", 1, most)
			in.Newline()
			total += knights
			if total > most {
				in.Fail("the first cases have %d knights together, at most %d are allowed", total, most)
			}
			for range knights {
				in.Int("r", 0, 7)
				in.Space()
				in.Int("c", 0, 7)
				in.Newline()
			}
		}
	})
}
