// Validates the input: the number of cases, and for each the number of knights and their squares.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		cases := in.Int("T", 1, 50_000)
		in.Newline()
		for range cases {
			knights := in.Int("K", 1, 3)
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
