// Validates the input: the words of the compound, then the knights.
package main

import "grundy/checker/testlib"

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		style := in.OneOf("style", "disj", "sel", "conj", "notall")
		in.Space()
		ends, plays := []string{"long", "short"}, []string{"normal", "misere"}
		if style == "notall" {
			ends, plays = ends[:1], plays[:1]
		}
		end := in.OneOf("end", ends...)
		in.Space()
		play := in.OneOf("play", plays...)
		in.Newline()
		most := 10
		if style == "disj" && end == "long" && play == "misere" {
			most = 3
		}
		k := in.Int("k", 1, most)
		in.Newline()
		for range k {
			in.Int("row", 0, 7)
			in.Space()
			in.Int("column", 0, 7)
			in.Newline()
		}
	})
}
