package library_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The instances are small enough for the brute force, and in every way but that they vary.

// heaps is an instance of nim with at most about 1,500 positions.
func heaps(r *rand.Rand) string {
	n := 1 + r.IntN(6)
	largest := []int{40, 30, 10, 5, 3, 2}[n-1]
	words := make([]string, n)
	sum := 0
	for i := range words {
		heap := r.IntN(largest + 1)
		if i == n-1 && r.IntN(3) == 0 {
			heap = min(sum, largest) // often balanced, which it hardly ever is by chance
		}
		sum ^= heap
		words[i] = fmt.Sprint(heap)
	}
	return fmt.Sprintf("%d\n%s\n", n, strings.Join(words, " "))
}

// board is an instance of the wall games with at most 12 places for a wall. Some boards have few costs, so that many
// ways cost the same, and some are full of cells that nobody may enter.
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
