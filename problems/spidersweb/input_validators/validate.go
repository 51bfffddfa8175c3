// Validates the input: the sizes and the spider, the flies, the edges. Flies are at least three steps apart.
package main

import (
	"grundy/checker/games/spiders"
	"grundy/checker/testlib"
)

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 2, 300)
		in.Space()
		m := in.Int("m", 0, 1000)
		in.Space()
		f := in.Int("f", 1, 100)
		in.Space()
		spider := in.Int("spider", 1, n) - 1
		in.Newline()
		flies := in.Ints("fly", f, 1, n)
		in.Newline()
		edges := make([][2]int, m)
		for i := range edges {
			edges[i][0] = in.Int("u", 1, n) - 1
			in.Space()
			edges[i][1] = in.Int("v", 1, n) - 1
			in.Newline()
		}
		for i := range flies {
			flies[i]--
		}
		web, err := spiders.NewWeb(n, edges, flies, spider)
		if err != nil {
			in.Fail("%v", err)
		}
		if closest := web.Closest(); closest > 0 && closest < spiders.Apart {
			in.Fail("two flies are only %d steps apart", closest)
		}
	})
}
