// Validates the input: the number of paths, then a path a line, each with at most four lone spiders between neighbouring
// flies.
package main

import (
	"strings"

	"grundy/checker/testlib"
)

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		cases := in.Int("T", 1, 100)
		in.Newline()
		for range cases {
			path := in.Word("path", 1, 80, "BFS")
			if lone := loneSpiders(path); lone > 4 {
				in.Fail("path: want at most 4 lone spiders between neighbouring flies, got %d", lone)
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
