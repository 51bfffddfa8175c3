// Prints tables; PLAY is normal, misere or both, which means one after the other or by chance:
//
//	tables all PLAY MOST N                all lists of numbers up to MOST, for up to N stones
//	tables list PLAY N S...               one list
//	tables random PLAY T N K MOST SEED    T lists of at most K numbers up to MOST
//	tables large PLAY T N K LEAST MOST SEED  T lists of exactly K numbers from LEAST to MOST
package main

import (
	"fmt"
	"slices"
	"strings"

	"grundy/checker/testlib"
)

const mostStones = 1_000_000

type table struct {
	play string
	list []int
}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "all", "list", "random", "large")
		plays := []string{g.Word("play", "normal", "misere", "both")}
		if plays[0] == "both" {
			plays = []string{"normal", "misere"}
		}
		var tables []table
		var n int
		switch kind {
		case "all":
			most := g.Int("most", 1, 10)
			n = g.Int("stones", 0, mostStones)
			tables = all(plays, most)
		case "list":
			n = g.Int("stones", 0, mostStones)
			var list []int
			for g.More() {
				list = append(list, g.Int("number", 1, mostStones))
			}
			for _, play := range plays {
				tables = append(tables, table{play, list})
			}
		default:
			n, tables = draw(g, kind, plays)
		}
		fmt.Fprintln(g, len(tables))
		for _, one := range tables {
			fmt.Fprintln(g, one.play, n, len(one.list), strings.Trim(fmt.Sprint(one.list), "[]"))
		}
	})
}

func all(plays []string, most int) []table {
	var tables []table
	for _, play := range plays {
		for set := 1; set < 1<<most; set++ {
			var list []int
			for s := range most {
				if set>>s&1 == 1 {
					list = append(list, s+1)
				}
			}
			tables = append(tables, table{play, list})
		}
	}
	return tables
}

func draw(g *testlib.Generator, kind string, plays []string) (n int, tables []table) {
	tables = make([]table, g.Int("tables", 1, 1000))
	n = g.Int("stones", 0, mostStones)
	k := g.Int("numbers", 1, 20)
	least := 1
	if kind == "large" {
		least = g.Int("least", 1, mostStones)
	}
	most := g.Int("most", least+k-1, mostStones)
	r := g.Rand("seed")
	for i := range tables {
		length := k
		if kind == "random" {
			length = r.Int(1, k)
		}
		list := r.Distinct(length, least, most)
		slices.Sort(list)
		tables[i] = table{testlib.Choose(r, plays...), list}
	}
	return n, tables
}
