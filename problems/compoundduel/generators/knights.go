// Prints a position of knights and who wins it:
//
//	knights COMPOUND K WINNER SEED   K knights, with dashes between the words of COMPOUND; the game is not over
//	knights any K SEED               at most K knights of any compound; the game may be over
package main

import (
	"fmt"
	"strings"

	"grundy/checker/games/compound"
	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		word := g.Word("compound")
		k := g.Int("k", 1, 10)
		game := compound.Knights()
		if word == "any" {
			r := g.Rand("seed")
			rules := parse(g, testlib.Choose(r, compounds()...))
			if rules == (compound.Rules{Misere: true}) { // the one that has to be searched
				k = min(k, 3)
			}
			position := draw(r, game, r.Int(1, k))
			write(g, rules, position, wins(g, game, rules, position))
			return
		}
		rules := parse(g, word)
		winner := g.Word("winner", "FIRST", "SECOND")
		r := g.Rand("seed")
		for tries := 0; ; tries++ {
			position := draw(r, game, k)
			first := wins(g, game, rules, position)
			if first == (winner == "FIRST") && !game.Over(rules, position) &&
				(rules.Style != compound.Conjunctive || tries > 3000 || exchanged(game, rules, position) != first) {
				write(g, rules, position, first)
				return
			}
		}
	})
}

// compounds are all that may be asked for.
func compounds() []string {
	all := []string{"notall-long-normal"}
	for _, style := range []string{"disj", "sel", "conj"} {
		for _, end := range []string{"long", "short"} {
			for _, play := range []string{"normal", "misere"} {
				all = append(all, style+"-"+end+"-"+play)
			}
		}
	}
	return all
}

func parse(g *testlib.Generator, name string) compound.Rules {
	words := strings.Split(name, "-")
	if len(words) != 3 {
		g.Fail("want three words")
	}
	rules, err := compound.ParseRules(words[0], words[1], words[2])
	if err != nil {
		g.Fail("%v", err)
	}
	return rules
}

// wins tells whether the first player does.
func wins(g *testlib.Generator, game *compound.Game, rules compound.Rules, position []int) bool {
	wins, err := game.Wins(rules, position)
	if err != nil {
		g.Fail("%v", err)
	}
	return wins
}

func write(g *testlib.Generator, rules compound.Rules, position []int, first bool) {
	fmt.Fprintf(g, "%v\n%d\n", rules, len(position))
	for _, v := range position {
		fmt.Fprintln(g, v/compound.Side, v%compound.Side)
	}
	winner := "SECOND"
	if first {
		winner = "FIRST"
	}
	fmt.Fprintln(g.Answer(), winner)
}

// exchanged tells who wins a conjunctive compound for those who take remoteness and suspense for each other.
func exchanged(game *compound.Game, rules compound.Rules, position []int) bool {
	lost, best := 0, -1
	if rules.Misere {
		lost = 1
	}
	for _, v := range position {
		values := game.Values(v)
		x := values.Remoteness
		switch {
		case rules.Short && rules.Misere:
			x = values.MisereSuspense
		case rules.Short:
			x = values.Suspense
		case rules.Misere:
			x = values.MisereRemoteness
		}
		if best < 0 || (x < best) == rules.Short {
			best = x
		}
	}
	return best%2 != lost
}

// draw prefers the far half of the board, where games are long. Often all knights stand on lost squares, or all but one.
func draw(r *testlib.Rand, game *compound.Game, k int) []int {
	lost := r.Int(0, 3)
	spared := r.Int(0, 2*k)
	position := make([]int, k)
	for i := range position {
		for {
			v := r.Int(0, 63)
			if r.Int(0, 1) == 0 {
				v = r.Int(24, 63)
			}
			values := game.Values(v)
			if i == spared || lost == 0 || lost == 1 && values.Grundy == 0 || lost == 2 && values.MisereGrundy == 0 || lost == 3 && values.Grundy == 1 {
				position[i] = v
				break
			}
		}
	}
	return position
}
