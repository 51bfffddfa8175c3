// Mistake: the winner looks for the shortest or longest game among all moves, also those that lose.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	n, m := readInt(in), readInt(in)
	next := make([][]int, n+1)
	incoming := make([]int, n+1)
	for range m {
		u, v := readInt(in), readInt(in)
		next[u] = append(next[u], v)
		incoming[v]++
	}
	var order []int
	for v := 1; v <= n; v++ {
		if incoming[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, v := range next[order[i]] {
			incoming[v]--
			if incoming[v] == 0 {
				order = append(order, v)
			}
		}
	}

	// The remoteness in normal play, the suspense in normal play, both in misère play.
	table := make([][4]int, n+1)
	for i := range order {
		u := order[n-1-i]
		for number := range 4 {
			table[u][number] = length(number, next[u], table)
		}
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, row := range table[1:] {
		fmt.Fprintln(out, row[0], row[1], row[2], row[3])
	}
}

// length is the length of the game after these moves and one more. Odd lengths win in normal play, even ones in misère play.
func length(number int, moves []int, table [][4]int) int {
	lost := number / 2 // remainder of the lengths that are lost for the other player
	short, long := 0, 0
	shortLost, longLost := 0, 0
	for _, v := range moves {
		l := table[v][number] + 1
		long = max(long, l)
		if short == 0 || l < short {
			short = l
		}
		if l%2 != lost {
			longLost = max(longLost, l)
			if shortLost == 0 || l < shortLost {
				shortLost = l
			}
		}
	}
	switch {
	case number%2 == 0 && shortLost > 0:
		return short
	case number%2 == 0:
		return long
	case longLost > 0:
		return long
	}
	return short
}

func readInt(in *bufio.Reader) int {
	x := 0
	for {
		c, _ := in.ReadByte()
		if c <= ' ' {
			return x
		}
		x = 10*x + int(c-'0')
	}
}
