package library_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
)

var compoundGames = []comparison{
	{
		problem: "compounddag", solution: "compounddag.go", bruteForce: "search.go",
		tiny: tinyPlans, instance: plan, instances: 300, judge: sameOutput,
	},
}

// compounds are the names of the twelve games.
var compounds = func() []string {
	var names []string
	for _, style := range []string{"disj", "sel", "conj"} {
		for _, end := range []string{"long", "short"} {
			for _, play := range []string{"normal", "misere"} {
				names = append(names, style+" "+end+" "+play)
			}
		}
	}
	return names
}()

// manyQuestions and manyTokens bound their number in one input, less those that one plan of tinyPlans adds.
const (
	manyQuestions = 50_000 - 500
	manyTokens    = 100_000 - 2000
)

// tinyPlans are all plans of up to five places whose arrows lead to smaller numbers, side by side, with all questions about
// up to two tokens, and about three for up to four places.
var tinyPlans iter.Seq[string] = func(yield func(string) bool) {
	var options [][]int
	var questions []string
	tokens := 0
	flush := func() bool {
		input := planText(options, questions)
		options, questions, tokens = nil, nil, 0
		return yield(input)
	}
	for n := 1; n <= 5; n++ {
		for arrows := range 1 << (n * (n - 1) / 2) {
			base := len(options)
			for u := range n {
				var next []int
				for v := range u {
					if arrows>>(u*(u-1)/2+v)&1 != 0 {
						next = append(next, base+v)
					}
				}
				options = append(options, next)
			}
			tame := tamePlaces(options[base:], base)
			for a := range n {
				ask := func(places ...int) {
					allTame := true
					text := fmt.Sprint(len(places))
					for _, v := range places {
						text += fmt.Sprint(" ", base+v+1)
						allTame = allTame && tame[v]
					}
					for _, name := range compounds {
						if allTame || name != "disj long misere" {
							questions = append(questions, name+" "+text)
							tokens += len(places)
						}
					}
				}
				ask(a)
				for b := a; b < n; b++ {
					ask(a, b)
					for c := b; n <= 4 && c < n; c++ {
						ask(a, b, c)
					}
				}
			}
			if (tokens > manyTokens || len(questions) > manyQuestions) && !flush() {
				return
			}
		}
	}
	flush()
}

// plan is an instance of compounddag of at most 12 places, with 50 questions about at most four tokens.
func plan(r *rand.Rand) string {
	n := 1 + r.IntN(12)
	number := r.Perm(n)
	options := make([][]int, n)
	for u := 1; u < n; u++ {
		for range r.IntN(4) {
			options[number[u]] = append(options[number[u]], number[max(0, u-1-r.IntN(5))])
		}
	}
	tame := tamePlaces(options, 0)
	var questions []string
	for range 50 {
		name := compounds[r.IntN(len(compounds))]
		k := 1 + r.IntN(4)
		text := fmt.Sprint(name, " ", k)
		for range k {
			v := r.IntN(n)
			for name == "disj long misere" && !tame[v] {
				v = r.IntN(n)
			}
			text += fmt.Sprint(" ", v+1)
		}
		questions = append(questions, text)
	}
	return planText(options, questions)
}

func planText(options [][]int, questions []string) string {
	var text strings.Builder
	m := 0
	for _, next := range options {
		m += len(next)
	}
	fmt.Fprintln(&text, len(options), m)
	for u, next := range options {
		for _, v := range next {
			fmt.Fprintln(&text, u+1, v+1)
		}
	}
	fmt.Fprintln(&text, len(questions))
	for _, question := range questions {
		fmt.Fprintln(&text, question)
	}
	return text.String()
}

// tamePlaces follows the definition of the statement. Options are indices plus base.
func tamePlaces(options [][]int, base int) []bool {
	pairs, tame := make([][2]int, len(options)), make([]bool, len(options))
	done := make([]bool, len(options))
	var visit func(v int)
	visit = func(v int) {
		if done[v] {
			return
		}
		done[v], tame[v] = true, true
		for _, u := range options[v] {
			visit(u - base)
			tame[v] = tame[v] && tame[u-base]
		}
		pairs[v] = [2]int{0, 1}
		if len(options[v]) > 0 {
			for i := range 2 {
				x := 0
				for slices.ContainsFunc(options[v], func(u int) bool { return pairs[u-base][i] == x }) {
					x++
				}
				pairs[v][i] = x
			}
		}
		a, b := pairs[v][0], pairs[v][1]
		tame[v] = tame[v] && (a == b || a+b == 1)
	}
	for v := range options {
		visit(v)
	}
	return tame
}
