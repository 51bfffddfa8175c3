// Checks the graph and the questions, and that tokens of the long disjunctive misère compound stand on tame vertices.
package main

import (
	"grundy/checker/games/compound"
	"grundy/checker/testlib"
)

const (
	maxVertices  = 100_000
	maxEdges     = 150_000
	maxQuestions = 50_000
	maxTokens    = 100_000
)

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 1, maxVertices)
		in.Space()
		m := in.Int("m", 0, maxEdges)
		in.Newline()
		options := make([][]int, n)
		for range m {
			u := in.Int("u", 1, n) - 1
			in.Space()
			v := in.Int("v", 1, n) - 1
			in.Newline()
			options[u] = append(options[u], v)
		}
		game, err := compound.New(options)
		if err != nil {
			in.Fail("%v", err)
		}
		q := in.Int("q", 1, maxQuestions)
		in.Newline()
		all := 0
		for range q {
			style := in.OneOf("style", "disj", "sel", "conj")
			in.Space()
			end := in.OneOf("end", "long", "short")
			in.Space()
			play := in.OneOf("play", "normal", "misere")
			in.Space()
			k := in.Int("k", 1, maxTokens)
			if all += k; all > maxTokens {
				in.Fail("more than %d tokens in all", maxTokens)
			}
			for range k {
				in.Space()
				v := in.Int("token", 1, n)
				if style == "disj" && end == "long" && play == "misere" && !game.Values(v-1).Tame {
					in.Fail("vertex %d is not tame", v)
				}
			}
			in.Newline()
		}
	})
}
