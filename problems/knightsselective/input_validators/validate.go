// Validates the input: the number of cases, and for each the play, the number of knights and their squares.
package main

import "grundy/checker/testlib"

const mostKnights = 100_000 // in all cases together

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		cases := in.Int("T", 1, mostKnights)
		in.Newline()
		all := 0
		for range cases {
			in.OneOf("play", "normal", "misere")
			in.Space()
			knights := in.Int("K", 1, mostKnights)
			if all += knights; all > mostKnights {
				in.Fail("more than %d knights in all cases together", mostKnights)
			}
			in.Newline()
			for range knights {
				in.Int("r", 0, 7)
				in.Space()
				in.Int("c", 0, 7)
				in.Newline()
			}
		}
	})
}
