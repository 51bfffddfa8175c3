// Validates the input: a path of at most 20 vertices.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		in.Word("path", 1, 20, "BFS")
		in.Newline()
	})
}
