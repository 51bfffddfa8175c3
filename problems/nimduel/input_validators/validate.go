// Validates the input: n, then n heaps on one line.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 1, 100)
		in.Newline()
		in.Ints("heap", n, 0, 1e18)
		in.Newline()
	})
}
