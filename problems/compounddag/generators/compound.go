// Prints a graph and questions about it:
//
//	compound tiny VERTICES TOKENS: all graphs of up to so many vertices side by side, all questions about up to so many tokens
//	compound SHAPE N M REACH COMPOUND QUESTIONS TOKENS MOST SEED
//
// SHAPE is random; tame, where every vertex is tame; path; or all, where each vertex leads to all before it (Nim). REACH is
// how far edges go down. COMPOUND is one compound, with dashes between its words, or any. Questions have at most MOST tokens
// each, and TOKENS in all.
package main

import (
	"fmt"
	"slices"
	"strings"

	"grundy/checker/games/compound"
	"grundy/checker/testlib"
)

type question struct {
	rules  compound.Rules
	tokens []int
}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		switch shape := g.Word("shape", "tiny", "random", "tame", "path", "all"); shape {
		case "tiny":
			tiny(g, g.Int("vertices", 1, 4), g.Int("tokens", 1, 3))
		default:
			n, m, reach := g.Int("n", 1, 100_000), g.Int("m", 0, 150_000), g.Int("reach", 1, 100_000)
			kind := g.Word("compound")
			q, tokens, most := g.Int("questions", 1, 50_000), g.Int("tokens", 1, 100_000), g.Int("most", 1, 100_000)
			r := g.Rand("seed")
			options := graph(r, shape, n, m, reach)
			write(g, options, ask(g, r, options, kind, q, tokens, most))
		}
	})
}

func compounds() []compound.Rules {
	var all []compound.Rules
	for _, style := range []compound.Style{compound.Disjunctive, compound.Selective, compound.Conjunctive} {
		for i := range 4 {
			all = append(all, compound.Rules{Style: style, Short: i&1 != 0, Misere: i&2 != 0})
		}
	}
	return all
}

func tiny(g *testlib.Generator, vertices, tokens int) {
	var options [][]int
	var questions []question
	for n := 1; n <= vertices; n++ {
		for edges := range 1 << (n * (n - 1) / 2) {
			base := len(options)
			for u := range n {
				var next []int
				for v := range u {
					if edges>>(u*(u-1)/2+v)&1 != 0 {
						next = append(next, base+v)
					}
				}
				options = append(options, next)
			}
			for _, rules := range compounds() {
				for k := 1; k <= tokens; k++ {
					for _, chosen := range multisets(n, k) {
						for i := range chosen {
							chosen[i] += base
						}
						questions = append(questions, question{rules, chosen})
					}
				}
			}
		}
	}
	write(g, options, questions) // every graph of four vertices is tame
}

// multisets are those of k numbers below n, in order.
func multisets(n, k int) [][]int {
	if k == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, some := range multisets(n, k-1) {
		least := 0
		if k > 1 {
			least = some[k-2]
		}
		for v := least; v < n; v++ {
			all = append(all, append(slices.Clone(some), v))
		}
	}
	return all
}

// graph numbers its vertices anew, so that edges lead in no direction.
func graph(r *testlib.Rand, shape string, n, m, reach int) [][]int {
	options := make([][]int, n)
	number := r.Perm(n)
	edge := func(u, v int) { options[number[u]] = append(options[number[u]], number[v]) }
	switch shape {
	case "path":
		for v := 1; v < n; v++ {
			edge(v, v-1)
		}
	case "all":
		for u := range n {
			for v := range u {
				edge(u, v)
			}
		}
	case "random":
		for range m {
			u := r.Int(1, n-1)
			edge(u, r.Int(max(0, u-reach), u-1))
		}
	case "tame":
		values := make([][2]int, n)
		for u := range n {
			next := tameOptions(r, values, u, min(m, 2*u), reach)
			for _, v := range next {
				edge(u, v)
			}
			m -= len(next)
			values[u] = pair(values, next)
		}
	}
	return options
}

// tameOptions chooses options for u that make it tame; a single one always does.
func tameOptions(r *testlib.Rand, values [][2]int, u, most, reach int) []int {
	if most == 0 || r.Int(0, 9) == 0 {
		return nil
	}
	for range 20 {
		next := make([]int, r.Int(1, min(most, 4)))
		for i := range next {
			next[i] = r.Int(max(0, u-reach), u-1)
		}
		if p := pair(values, next); p[0] == p[1] || p[0]+p[1] == 1 {
			return next
		}
	}
	return []int{r.Int(max(0, u-reach), u-1)}
}

// pair are the Grundy values in normal and in misère play.
func pair(values [][2]int, next []int) [2]int {
	if len(next) == 0 {
		return [2]int{0, 1}
	}
	var p [2]int
	for play := range p {
		for slices.ContainsFunc(next, func(v int) bool { return values[v][play] == p[play] }) {
			p[play]++
		}
	}
	return p
}

// ask makes questions of which about half are lost, as far as that can be had.
func ask(g *testlib.Generator, r *testlib.Rand, options [][]int, kind string, q, tokens, most int) []question {
	game, err := compound.New(options)
	if err != nil {
		g.Fail("%v", err)
	}
	choices := compounds()
	if kind != "any" {
		choices = slices.DeleteFunc(choices, func(c compound.Rules) bool {
			return strings.ReplaceAll(c.String(), " ", "-") != kind
		})
	}
	pools := poolsOf(game, len(options))
	questions := make([]question, q)
	for i := range questions {
		left := q - 1 - i
		k := min(most, tokens-left)
		if left > 0 {
			k = min(k, r.Int(1, 2*(tokens/(left+1))-1))
		}
		tokens -= k
		rules := testlib.Choose(r, choices...)
		want := r.Int(0, 1) == 0
		for range 10 {
			questions[i] = question{rules, draw(r, rules, pools, k)}
			if wins, err := game.Wins(rules, questions[i].tokens); err != nil || wins == want {
				break
			}
		}
	}
	return questions
}

// poolsOf are vertices from which tokens are drawn: all, the unfinished ones, and those of them that are lost in normal play
// and in misère play; each once in full, once only the tame ones.
func poolsOf(game *compound.Game, n int) [2][][]int {
	var pools [2][][]int
	for tame := range pools {
		pools[tame] = make([][]int, 4)
		for v := range n {
			values := game.Values(v)
			if tame == 1 && !values.Tame {
				continue
			}
			for pool, belongs := range []bool{
				true, !game.Finished(v), !game.Finished(v) && values.Grundy == 0, !game.Finished(v) && values.MisereGrundy == 0,
			} {
				if belongs {
					pools[tame][pool] = append(pools[tame][pool], v)
				}
			}
		}
	}
	return pools
}

// draw takes tokens from one pool, sometimes but the last one, so that a single token decides.
func draw(r *testlib.Rand, rules compound.Rules, pools [2][][]int, k int) []int {
	choices := pools[0]
	if rules == (compound.Rules{Misere: true}) {
		choices = pools[1]
	}
	pool := choices[r.Int(0, 3)]
	if len(pool) == 0 {
		pool = choices[0]
	}
	tokens := make([]int, k)
	for i := range tokens {
		tokens[i] = testlib.Choose(r, pool...)
	}
	if r.Int(0, 2) == 0 {
		tokens[r.Int(0, k-1)] = testlib.Choose(r, choices[0]...)
	}
	return tokens
}

func write(g *testlib.Generator, options [][]int, questions []question) {
	m := 0
	for _, next := range options {
		m += len(next)
	}
	fmt.Fprintln(g, len(options), m)
	for u, next := range options {
		for _, v := range next {
			fmt.Fprintln(g, u+1, v+1)
		}
	}
	fmt.Fprintln(g, len(questions))
	for _, q := range questions {
		fmt.Fprint(g, q.rules, " ", len(q.tokens))
		for _, v := range q.tokens {
			fmt.Fprint(g, " ", v+1)
		}
		fmt.Fprintln(g)
	}
}
