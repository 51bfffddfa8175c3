// Package nim holds the rules and the perfect play of Nim. There are heaps of stones; a move takes at least one stone
// from one heap; the player who takes the last stone wins.
package nim

// Move takes stones from a heap, which is counted from 0.
type Move struct{ Heap, Stones int }

// Sum is the nim-sum of the heaps, their bitwise exclusive or. The player to move loses if and only if it is 0
// (Bouton 1901).
func Sum(heaps []int) int {
	sum := 0
	for _, heap := range heaps {
		sum ^= heap
	}
	return sum
}

// Over reports whether no stone is left: the player to move has lost.
func Over(heaps []int) bool {
	for _, heap := range heaps {
		if heap > 0 {
			return false
		}
	}
	return true
}

// Winning returns the winning moves, at most one for each heap. It returns none if the nim-sum is 0.
func Winning(heaps []int) []Move {
	sum := Sum(heaps)
	var moves []Move
	for i, heap := range heaps {
		if left := heap ^ sum; left < heap {
			moves = append(moves, Move{Heap: i, Stones: heap - left})
		}
	}
	return moves
}
