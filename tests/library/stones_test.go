package library_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

var stoneGames = []comparison{
	{
		problem: "oddstones", solution: "oddstones.go", bruteForce: "exhaustive.go",
		tiny: allOddStones, instance: oddStones, instances: 40, judge: sameOutput,
	},
	{
		problem: "firerobot", solution: "firerobot.go", bruteForce: "every_day.go",
		tiny: tinyIslands, instance: island, instances: 2000, judge: sameOutput,
	},
}

// allOddStones are the games for every K up to 30 and piles of more than four periods, one input for each K.
func allOddStones(yield func(string) bool) {
	for k := 1; k <= 30; k++ {
		var games []string
		for n := 1; n <= 4*(2*k+2)+7; n += 2 {
			games = append(games, fmt.Sprintf("%d %d even\n%d %d odd\n", n, k, n, k))
		}
		if !yield(fmt.Sprintf("%d\n%s", 2*len(games), strings.Join(games, ""))) {
			return
		}
	}
}

// oddStones is an input of 200 games with up to 599 stones.
func oddStones(r *rand.Rand) string {
	const games = 200
	var text strings.Builder
	fmt.Fprintln(&text, games)
	most := []int{5, 50, 600}[r.IntN(3)]
	for range games {
		fmt.Fprintln(&text, 2*r.IntN(300)+1, 1+r.IntN(most), []string{"even", "odd"}[r.IntN(2)])
	}
	return text.String()
}

// tinyIslands are all islands of up to four cities.
func tinyIslands(yield func(string) bool) {
	for n := 1; n <= 4; n++ {
		var roads [][2]int
		for b := range n {
			for a := range b {
				roads = append(roads, [2]int{a + 1, b + 1})
			}
		}
		for set := range 1 << len(roads) {
			var chosen [][2]int
			for i, road := range roads {
				if set&(1<<i) != 0 {
					chosen = append(chosen, road)
				}
			}
			if !yield(islandText(n, chosen)) {
				return
			}
		}
	}
}

// island is one of up to ten cities, with few or many roads, often long.
func island(r *rand.Rand) string {
	n := 5 + r.IntN(6)
	reach := 1 + r.IntN(n)
	share := r.Float64()
	number := r.Perm(n - 1)
	name := func(city int) int {
		if city == 0 {
			return 1
		}
		return number[city-1] + 2
	}
	var roads [][2]int
	for b := range n {
		for a := max(0, b-reach); a < b; a++ {
			if r.Float64() < share {
				roads = append(roads, [2]int{name(b), name(a)})
			}
		}
	}
	r.Shuffle(len(roads), func(i, j int) { roads[i], roads[j] = roads[j], roads[i] })
	return islandText(n, roads)
}

func islandText(n int, roads [][2]int) string {
	var text strings.Builder
	fmt.Fprintln(&text, n, len(roads))
	for _, road := range roads {
		fmt.Fprintln(&text, road[0], road[1])
	}
	return text.String()
}
