// Checks the input of Walls for the Wall Game: the board's size, then its rows over digits and x, to the byte.
package main

import "grundy/checker/testlib"

const maxCells = 100_000

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		h := in.Int("h", 1, maxCells)
		in.Space()
		w := in.Int("w", 1, maxCells/h)
		in.Newline()
		for range h {
			in.Word("row", w, w, "0123456789x")
			in.Newline()
		}
	})
}
