// Writes the secret cases of Wall Game; README.md tells how to run it.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(
		fixed("01-one-cell", "One cell of cost 0: the answer is 0, not -1.", "0"),
		fixed("02-one-blocked-cell", "The start is an x.", "x"),
		fixed("03-one-row", "The start lies in the bottom row: nothing else is paid.", "399x7"),
		fixed("04-one-row-free", "The start lies in the bottom row and costs nothing, its neighbour does.", "05"),
		fixed("05-one-column", "No choice at all.", "3", "0", "9", "1", "0", "7"),
		fixed("06-one-column-blocked", "The only way is blocked.", "3", "9", "x", "9"),
		fixed("07-zeros", "Everything is free: the answer is 0, not -1.", "0000", "0x00", "0000"),
		fixed("08-blocked-start", "The start is an x although the rest is open.", "x12", "345", "678"),
		fixed("09-blocked-bottom", "The bottom row has no cell to enter.", "999", "999", "xxx"),
		fixed("10-paid-start", "The start's cell is paid as well.", "91", "11"),
		fixed("11-start-corner", "The dear columns lie beyond an x in the top row.", "11x99", "11x99", "11111"),
		fixed("12-dear-pocket", "A dear pocket whose only way down is blocked.", "1999", "1x99", "11xx", "1123"),
		fixed("13-dear-dead-end", "The dear end of a row leads into a dead end.", "011099", "x11x99", "1x1xx9", "11110x", "110011"),
		fixed("14-greedy-row", "Taking most in the first row misses far more in the second.", "1111", "99x1", "1111"),
		fixed("15-greedy-drop", "Dropping onto the dearest cell is a mistake.", "111", "1x9", "9x0", "9x0", "111"),
		fixed("16-no-turning-back", "A row is crossed one way only: no cell is paid twice.", "1111", "9919", "1111"),
		fixed("17-no-turning-inside", "The token drops into the middle of a row and has to choose a side.", "0xx", "0x9", "000", "910", "000"),
		fixed("18-walk-below", "In the bottom row the token stops at once.", "12", "99", "19"),
		fixed("19-narrow", "Higher than wide.", "12", "x3", "45", "6x", "78", "90"),
		fixed("20-broad", "Wider than high; the dear part lies far to the right.", "00000000", "00000009", "00000090"),
		random("21-small", "Random, few x.", 4, 5, 0.1, 9),
		random("22-small-wide", "Random, wider than high.", 3, 9, 0.1, 9),
		open("23-small-tall", "Random, higher than wide.", 9, 2, 0.2),
		random("24-small-x", "Random, many x.", 5, 5, 0.25, 9),
		random("25-small-bits", "Random zeros and ones.", 5, 5, 0.15, 1),
		fixed("26-dear-without-exit", "Much to pay, but no way out.",
			strings.Repeat("9", 400), strings.Repeat("9", 400), strings.Repeat("x", 400), strings.Repeat("9", 400)),
		fixed("27-dear-wing", "A long dear wing without a way down beside a cheap way.",
			strings.Repeat("0", 10)+strings.Repeat("9", 390), strings.Repeat("0", 9)+strings.Repeat("x", 391), strings.Repeat("1", 400)),
		snake("28-snake", "One way only, through every row from end to end.", 41, 60),
		random("29-medium", "Random, few x.", 70, 60, 0.05, 9),
		maze("30-maze", "Random with a way kept open: many dead ends.", 120, 150, 0.35),
		random("31-long", "Random and broad enough that the sum passes 32767.", 60, 200, 0.001, 9),
		open("32-large", "Random, a few x, every row with a way on.", 520, 640, 0.002),
		open("33-large-maze", "Random, some x, every row with a way on.", 300, 400, 0.05),
		open("34-wide", "Three rows and very wide.", 3, 90_000, 0),
		open("35-tall", "One column and very high.", 40_000, 1, 0),
		open("36-tall-narrow", "Three columns and very high.", 15_000, 3, 0.1),
	)
}

// fixed is a case with the given rows.
func fixed(name, about string, rows ...string) testlib.Case {
	return testlib.Case{Name: name, Description: about, Write: func(out io.Writer, _ *testlib.Rand) {
		fmt.Fprintf(out, "%d %d\n%s\n", len(rows), len(rows[0]), strings.Join(rows, "\n"))
	}}
}

// board is a case whose rows are made by fill.
func board(name, about string, h, w int, fill func(rows [][]byte, r *testlib.Rand)) testlib.Case {
	return testlib.Case{Name: name, Description: about, Write: func(out io.Writer, r *testlib.Rand) {
		rows := make([][]byte, h)
		for i := range rows {
			rows[i] = make([]byte, w)
		}
		fill(rows, r)
		fmt.Fprintf(out, "%d %d\n%s\n", h, w, bytes.Join(rows, []byte{'\n'}))
	}}
}

// random has an x with the given probability, else a digit up to most; the start is free.
func random(name, about string, h, w int, x float64, most int) testlib.Case {
	return board(name, about, h, w, func(rows [][]byte, r *testlib.Rand) {
		scatter(rows, r, x, most)
		rows[0][0] = digit(r, most)
	})
}

// open is random, but a hidden walk from the start to the bottom row is kept free of x.
func open(name, about string, h, w int, x float64) testlib.Case {
	return board(name, about, h, w, func(rows [][]byte, r *testlib.Rand) {
		scatter(rows, r, x, 9)
		carve(rows, r)
	})
}

// maze is open, with x in little heaps, so that whole corners are cut off.
func maze(name, about string, h, w int, x float64) testlib.Case {
	return board(name, about, h, w, func(rows [][]byte, r *testlib.Rand) {
		scatter(rows, r, x, 9)
		for i := 1; i < h; i++ {
			for c := 1; c < w; c++ {
				if rows[i-1][c-1] == 'x' && r.Float() < x {
					rows[i][c] = 'x'
				}
			}
		}
		carve(rows, r)
	})
}

// snake has one way, which crosses every second row from end to end.
func snake(name, about string, h, w int) testlib.Case {
	return board(name, about, h, w, func(rows [][]byte, r *testlib.Rand) {
		scatter(rows, r, 0, 9)
		for i := 1; i < h; i += 2 {
			copy(rows[i], bytes.Repeat([]byte{'x'}, w))
			end := w - 1
			if i%4 == 3 {
				end = 0
			}
			rows[i][end] = digit(r, 9)
		}
	})
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
