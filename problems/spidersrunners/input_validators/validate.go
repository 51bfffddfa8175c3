// Validates the input: the number of paths, then a path a line with at most 1000000 vertices in all and no lone spider between
// neighbouring flies.
package main

import (
	"strings"

	"grundy/checker/testlib"
)

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		cases := in.Int("T", 1, 100_000)
		in.Newline()
		left := 1_000_000 // vertices that further paths may have
		for range cases {
			if left == 0 {
				in.Fail("want at most 1000000 vertices in all")
			}
			path := in.Word("path", 1, left, "BFS")
			left -= len(path)
			if loneSpiders(path) > 0 {
				in.Fail("path: a spider is alone between neighbouring flies")
			}
			in.Newline()
		}
	})
}

// loneSpiders counts the gaps between neighbouring flies that hold a single spider.
func loneSpiders(path string) int {
	gaps := strings.Split(path, "F")
	lone := 0
	for i, gap := range gaps {
		if i > 0 && i < len(gaps)-1 && strings.Count(gap, "S") == 1 {
			lone++
		}
	}
	return lone
}
