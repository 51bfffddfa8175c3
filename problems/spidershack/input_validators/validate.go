// Validates the input: the length of the path, alone on its line.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		in.Int("n", 17, 60)
		in.Newline()
	})
}
