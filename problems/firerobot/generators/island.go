// Prints an island: island KIND …, with the numbers of all cities but the capital, the roads and their ends shuffled; see kinds for
// what follows the kind. The last argument is the seed.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

const most = 200_000

// island is what is being built; the capital is city 0.
type island struct {
	n     int
	roads [][2]int
	known map[[2]int]bool
}

// join adds a road, unless there is one.
func (l *island) join(a, b int) bool {
	road := [2]int{min(a, b), max(a, b)}
	if a == b || l.known[road] {
		return false
	}
	l.known[road] = true
	l.roads = append(l.roads, road)
	return true
}

// kinds read their arguments and give back what builds the island.
var kinds = map[string]func(g *testlib.Generator) func(r *testlib.Rand, l *island){
	"random":   random,
	"tree":     tree,
	"cycle":    cycle,
	"tail":     tail,
	"layers":   layers,
	"lattice":  lattice,
	"grid":     grid,
	"complete": complete,
}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind")
		if kinds[kind] == nil {
			g.Fail("unknown kind %s", kind)
		}
		build := kinds[kind](g)
		r := g.Rand("seed")
		l := &island{known: map[[2]int]bool{}}
		build(r, l)
		number := r.Perm(l.n - 1)
		name := func(city int) int {
			if city == 0 {
				return 1
			}
			return number[city-1] + 2
		}
		testlib.Shuffle(r, l.roads)
		fmt.Fprintln(g, l.n, len(l.roads))
		for _, road := range l.roads {
			testlib.Shuffle(r, road[:])
			fmt.Fprintln(g, name(road[0]), name(road[1]))
		}
	})
}

// random N M: any roads at all.
func random(g *testlib.Generator) func(r *testlib.Rand, l *island) {
	n, m := g.Int("n", 1, most), g.Int("m", 0, most)
	return func(r *testlib.Rand, l *island) {
		l.n = n
		l.fill(r, m)
	}
}

// fill adds random roads until there are m.
func (l *island) fill(r *testlib.Rand, m int) {
	m = min(m, l.n*(l.n-1)/2)
	for len(l.roads) < m {
		l.join(r.Int(0, l.n-1), r.Int(0, l.n-1))
	}
}

// tree N REACH M: each city hangs on one of the last REACH ones; then random roads until there are M.
func tree(g *testlib.Generator) func(r *testlib.Rand, l *island) {
	n, reach, m := g.Int("n", 1, most), g.Int("reach", 1, most), g.Int("m", 0, most)
	return func(r *testlib.Rand, l *island) {
		l.n = n
		for city := 1; city < n; city++ {
			l.join(city, city-r.Int(1, min(reach, city)))
		}
		l.fill(r, m)
	}
}

// cycle N: the fire meets itself.
func cycle(g *testlib.Generator) func(r *testlib.Rand, l *island) {
	n := g.Int("n", 3, most)
	return func(_ *testlib.Rand, l *island) {
		l.n = n
		for city := range n {
			l.join(city, (city+1)%n)
		}
	}
}

// tail N LENGTH REACH: a path of so many cities, then a tree as of the kind tree.
func tail(g *testlib.Generator) func(r *testlib.Rand, l *island) {
	n, length, reach := g.Int("n", 1, most), g.Int("length", 1, most), g.Int("reach", 1, most)
	return func(r *testlib.Rand, l *island) {
		l.n = n
		for city := 1; city < n; city++ {
			if city < length {
				l.join(city, city-1)
			} else {
				l.join(city, city-r.Int(1, min(reach, city-length+1)))
			}
		}
	}
}

// layers N WIDTH M: 1 to 2·WIDTH-1 cities burn on each day; M roads within a day or from one day to the next.
func layers(g *testlib.Generator) func(r *testlib.Rand, l *island) {
	n, width, m := g.Int("n", 1, most), g.Int("width", 1, most), g.Int("m", 0, most)
	return func(r *testlib.Rand, l *island) {
		l.n = n
		from, to := 0, 1 // the cities of the day before
		for to < n {
			end := min(n, to+r.Int(1, 2*width-1))
			for city := to; city < end; city++ {
				l.join(city, r.Int(from, to-1))
				if m > len(l.roads)+n-city {
					l.join(city, r.Int(from, city))
				}
			}
			from, to = to, end
		}
	}
}

// lattice DAYS WIDTH: WIDTH cities a day after the first, each joined to all of the day before.
func lattice(g *testlib.Generator) func(r *testlib.Rand, l *island) {
	days, width := g.Int("days", 1, most), g.Int("width", 1, most)
	return func(_ *testlib.Rand, l *island) {
		l.n = 1 + (days-1)*width
		for city := 1; city < l.n; city++ {
			day := (city - 1) / width
			if day == 0 {
				l.join(0, city)
				continue
			}
			for i := range width {
				l.join(city, 1+(day-1)*width+i)
			}
		}
	}
}

// grid H W: the capital in a corner.
func grid(g *testlib.Generator) func(r *testlib.Rand, l *island) {
	h, w := g.Int("h", 1, most), g.Int("w", 1, most)
	return func(_ *testlib.Rand, l *island) {
		l.n = h * w
		for city := range l.n {
			if city%w > 0 {
				l.join(city, city-1)
			}
			if city >= w {
				l.join(city, city-w)
			}
		}
	}
}

// complete N: a road between any two cities.
func complete(g *testlib.Generator) func(r *testlib.Rand, l *island) {
	n := g.Int("n", 1, 600)
	return func(r *testlib.Rand, l *island) {
		l.n = n
		l.fill(r, most)
	}
}
