package library_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The instances are small enough for the brute force, and vary in every other way.

// heaps is an instance of nim with at most about 1,500 positions.
func heaps(r *rand.Rand) string {
	n := 1 + r.IntN(6)
	largest := []int{40, 30, 10, 5, 3, 2}[n-1]
	words := make([]string, n)
	sum := 0
	for i := range words {
		heap := r.IntN(largest + 1)
		if i == n-1 && r.IntN(3) == 0 {
			heap = min(sum, largest) // often balanced, which rarely happens by chance
		}
		sum ^= heap
		words[i] = fmt.Sprint(heap)
	}
	return fmt.Sprintf("%d\n%s\n", n, strings.Join(words, " "))
}

// board is an instance of the wall games with at most 12 places for a wall. Some boards have few costs, so that many
// ways cost the same, and some are full of closed cells.
func board(r *rand.Rand) string {
	h, w := 1+r.IntN(6), 1+r.IntN(6)
	for (h-1)*w > 12 {
		h, w = 1+r.IntN(6), 1+r.IntN(6)
	}
	blocked := []float64{0, 0.1, 0.3}[r.IntN(3)]
	costs := []int{2, 3, 10}[r.IntN(3)]
	var text strings.Builder
	fmt.Fprintln(&text, h, w)
	for range h {
		for range w {
			if r.Float64() < blocked {
				text.WriteByte('x')
			} else {
				text.WriteByte(byte('0' + r.IntN(costs)))
			}
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// maze is an instance of mousetrap with at most 9 rooms: a tree that grows from room to room, deep or flat, with shuffled
// numbers, passages and ends.
func maze(r *rand.Rand) string {
	n := 1 + r.IntN(9)
	reach := 1 + r.IntN(n) // 1 makes a path
	number := r.Perm(n)
	passages := make([]string, n-1)
	for i := range passages {
		room := i + 1
		u, v := number[room]+1, number[room-1-r.IntN(min(reach, room))]+1
		if r.IntN(2) == 0 {
			u, v = v, u
		}
		passages[i] = fmt.Sprintln(u, v)
	}
	r.Shuffle(len(passages), func(i, j int) { passages[i], passages[j] = passages[j], passages[i] })
	return fmt.Sprintln(n, 1+r.IntN(n), 1+r.IntN(n)) + strings.Join(passages, "")
}

// tinyHeaps are all instances of nim with at most three heaps of at most three stones.
func tinyHeaps(yield func(string) bool) {
	for n := 1; n <= 3; n++ {
		for code := range power(4, n) {
			words := make([]string, n)
			for i := range words {
				words[i] = fmt.Sprint(code % 4)
				code /= 4
			}
			if !yield(fmt.Sprintf("%d\n%s\n", n, strings.Join(words, " "))) {
				return
			}
		}
	}
}

// tinyBoards are all boards of at most four cells that are free, cost one or are closed.
func tinyBoards(yield func(string) bool) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1}, {1, 4}, {2, 2}, {4, 1}} {
		h, w := size[0], size[1]
		for code := range power(3, h*w) {
			var text strings.Builder
			fmt.Fprintln(&text, h, w)
			for cell := range h * w {
				text.WriteByte("01x"[code%3])
				code /= 3
				if cell%w == w-1 {
					text.WriteByte('\n')
				}
			}
			if !yield(text.String()) {
				return
			}
		}
	}
}

// tinyMazes are all instances of mousetrap with at most four rooms whose numbers grow away from room 1: every tree is
// one of them, whichever room has the trap.
func tinyMazes(yield func(string) bool) {
	for n := 1; n <= 4; n++ {
		trees := 1
		for room := 2; room < n; room++ {
			trees *= room
		}
		for code := range trees {
			var passages strings.Builder
			for room := 2; room <= n; room++ {
				fmt.Fprintln(&passages, room, code%(room-1)+1)
				code /= room - 1
			}
			for ends := range n * n {
				if !yield(fmt.Sprintln(n, ends/n+1, ends%n+1) + passages.String()) {
					return
				}
			}
		}
	}
}

// power is base to the exponent.
func power(base, exponent int) int {
	result := 1
	for range exponent {
		result *= base
	}
	return result
}
