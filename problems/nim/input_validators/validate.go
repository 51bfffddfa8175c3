// Validates the input: n, then n heaps on one line.
package main

import (
	"math"

	"grundy/checker/testlib"
)

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 1, 100_000)
		in.Newline()
		in.Ints("heap", n, 0, math.MaxInt64)
		in.Newline()
	})
}
