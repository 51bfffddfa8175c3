// Prints cases of the game:
//
//	cases all K
//	cases random CASES ZONE LEAST MOST SEED
//	cases mixed CASES ZONE LEAST MOST ZONE LEAST MOST SEED
//	cases balanced CASES ZONE LEAST MOST SEED
//
// That is every choice of K knights under both plays; or so many cases of LEAST to MOST knights in a zone, or in each of two;
// or such cases that the second player wins because the numbers balance.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

type square struct{ r, c int }

// zones of the board: all of it, where knights cannot move, where they can, from where they get home in a move, from where
// they do not, and where their numbers have no simple pattern.
var zones = map[string]func(s square) bool{
	"any":      func(square) bool { return true },
	"home":     func(s square) bool { return value(s, "normal") == home },
	"live":     func(s square) bool { return value(s, "normal") != home },
	"near":     func(s square) bool { return value(s, "normal") == near },
	"ordinary": func(s square) bool { return value(s, "normal") >= 0 },
	"far":      func(s square) bool { return s.r > 2 && s.c > 2 },
}

// game is a case.
type game struct {
	play    string
	knights []square
}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "all", "random", "mixed", "balanced")
		var games []game
		if kind == "all" {
			k := g.Int("knights", 1, 2)
			for _, play := range []string{"normal", "misere"} {
				for _, knights := range choices(zone("any"), k) {
					games = append(games, game{play, knights})
				}
			}
			write(g, games)
			return
		}
		games = make([]game, g.Int("cases", 1, 100_000))
		draws := []draw{newDraw(g)}
		if kind == "mixed" {
			draws = append(draws, newDraw(g))
		}
		r := g.Rand("seed")
		for i := range games {
			games[i].play = testlib.Choose(r, "normal", "misere")
			for _, d := range draws {
				for range r.Int(d.least, d.most) {
					games[i].knights = append(games[i].knights, testlib.Choose(r, d.squares...))
				}
			}
			for kind == "balanced" && sum(games[i]) != 0 {
				for j := range games[i].knights[:min(3, len(games[i].knights))] {
					games[i].knights[j] = testlib.Choose(r, draws[0].squares...)
				}
			}
			testlib.Shuffle(r, games[i].knights)
		}
		write(g, games)
	})
}

// draw is a number of knights, and where they may stand.
type draw struct {
	squares     []square
	least, most int
}

func newDraw(g *testlib.Generator) draw {
	squares := zone(g.Word("zone", "any", "home", "live", "near", "ordinary", "far"))
	least := g.Int("least", 1, 100_000)
	return draw{squares, least, g.Int("most", least, 100_000)}
}

// zone lists the squares of a zone.
func zone(name string) []square {
	var squares []square
	for r := range 8 {
		for c := range 8 {
			if s := (square{r, c}); zones[name](s) {
				squares = append(squares, s)
			}
		}
	}
	return squares
}

// choices are all ways to put k knights on squares.
func choices(squares []square, k int) [][]square {
	if k == 0 {
		return [][]square{nil}
	}
	var all [][]square
	for i, s := range squares {
		for _, rest := range choices(squares[i:], k-1) {
			all = append(all, append([]square{s}, rest...))
		}
	}
	return all
}

// sum is the exclusive or of the numbers of ordinary squares.
func sum(g game) int {
	sum := 0
	for _, s := range g.knights {
		sum ^= values[position{s, g.play}]
	}
	return sum
}

// What takes the place of a number where no move is left, and in normal play where one move ends the game.
const (
	home = -1
	near = -2
)

type position struct {
	square
	play string
}

// values has the numbers of all squares.
var values = func() map[position]int {
	values := map[position]int{}
	for r := range 8 {
		for c := range 8 {
			for _, play := range []string{"normal", "misere"} {
				s := square{r, c}
				values[position{s, play}] = value(s, play)
			}
		}
	}
	return values
}()

func value(s square, play string) int {
	reached := map[int]bool{}
	for _, move := range []square{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		if r, c := s.r+move.r, s.c+move.c; min(r, c) >= 0 && max(r, c) < 8 {
			reached[value(square{r, c}, play)] = true
		}
	}
	if len(reached) == 0 {
		return home
	}
	if reached[home] && play == "normal" {
		return near
	}
	number := 0
	for reached[number] {
		number++
	}
	return number
}

func write(g *testlib.Generator, games []game) {
	fmt.Fprintln(g, len(games))
	for _, game := range games {
		fmt.Fprintln(g, game.play, len(game.knights))
		for _, s := range game.knights {
			fmt.Fprintln(g, s.r, s.c)
		}
	}
}
