// Prints a board:
//
//	board random H W X MOST SEED   an x with probability X, else a digit up to MOST; the start is free
//	board open H W X SEED          a hidden walk from the start to the bottom row is kept free of x
//	board maze H W X SEED          the same, with x in little heaps, so that whole corners are cut off
//	board snake H W SEED           one way, which crosses every second row from end to end
//	board rows ROW...              the rows as they are, in pieces: 10*0+390*9
package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		var rows [][]byte
		if kind := g.Word("kind", "random", "open", "maze", "snake", "rows"); kind == "rows" {
			rows = written(g)
		} else {
			rows = empty(g)
			fill(g, kind, rows)
		}
		fmt.Fprintf(g, "%d %d\n%s\n", len(rows), len(rows[0]), bytes.Join(rows, []byte{'\n'}))
	})
}

// empty reads the size of a board.
func empty(g *testlib.Generator) [][]byte {
	const most = 4_000_000
	rows := make([][]byte, g.Int("height", 1, most))
	width := g.Int("width", 1, most/len(rows))
	for i := range rows {
		rows[i] = make([]byte, width)
	}
	return rows
}

func fill(g *testlib.Generator, kind string, rows [][]byte) {
	x := 0.0
	if kind != "snake" {
		x = g.Float("share of x", 0, 1)
	}
	most := 9
	if kind == "random" {
		most = g.Int("most", 0, 9)
	}
	r := g.Rand("seed")
	scatter(rows, r, x, most)
	switch kind {
	case "random":
		rows[0][0] = digit(r, most)
	case "open":
		carve(rows, r)
	case "maze":
		spread(rows, r, x)
		carve(rows, r)
	case "snake":
		wind(rows, r)
	}
}

// written reads rows: "3*0+x" is "000x".
func written(g *testlib.Generator) [][]byte {
	var rows [][]byte
	for len(rows) == 0 || g.More() {
		var row []byte
		for piece := range strings.SplitSeq(g.Word("row"), "+") {
			times, text, found := strings.Cut(piece, "*")
			if !found {
				times, text = "1", piece
			}
			n, err := strconv.Atoi(times)
			if err != nil || n < 0 || n > 4_000_000 {
				g.Fail("row: want pieces such as 10*0, got %q", piece)
			}
			row = append(row, strings.Repeat(text, n)...)
		}
		rows = append(rows, row)
	}
	return rows
}

// spread puts an x below and to the right of others.
func spread(rows [][]byte, r *testlib.Rand, x float64) {
	for i := 1; i < len(rows); i++ {
		for c := 1; c < len(rows[i]); c++ {
			if rows[i-1][c-1] == 'x' && r.Float() < x {
				rows[i][c] = 'x'
			}
		}
	}
}

// wind closes every second row but for one end.
func wind(rows [][]byte, r *testlib.Rand) {
	for i := 1; i < len(rows); i += 2 {
		copy(rows[i], bytes.Repeat([]byte{'x'}, len(rows[i])))
		end := len(rows[i]) - 1
		if i%4 == 3 {
			end = 0
		}
		rows[i][end] = digit(r, 9)
	}
}

func scatter(rows [][]byte, r *testlib.Rand, x float64, most int) {
	for _, row := range rows {
		for c := range row {
			if row[c] = digit(r, most); r.Float() < x {
				row[c] = 'x'
			}
		}
	}
}

// carve frees a random walk from the start to the bottom row.
func carve(rows [][]byte, r *testlib.Rand) {
	column := 0
	for _, row := range rows {
		to := r.Int(0, len(row)-1)
		for c := min(column, to); c <= max(column, to); c++ {
			if row[c] == 'x' {
				row[c] = digit(r, 9)
			}
		}
		column = to
	}
}

func digit(r *testlib.Rand, most int) byte { return byte('0' + r.Int(0, most)) }
