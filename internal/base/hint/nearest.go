package hint

import (
	"fmt"
	"strings"
)

// DidYouMean is the end of a message about an unknown word: the nearest known word, or nothing.
func DidYouMean(typed string, known []string) string { return Meant(Nearest(typed, known)) }

// Meant is the end of such a message for a word that was found in another way; "" for none.
func Meant(word string) string {
	if word == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", word)
}

// Nearest returns the known word that was most likely meant: one with the typed word as a prefix, or at most two
// typing errors away. It returns "" if none is near.
func Nearest(typed string, known []string) string {
	best, least := "", min(2, len(typed)/2)+1
	for _, word := range known {
		distance := editDistance(typed, word)
		if len(typed) > 1 && len(word) > 1 && (strings.HasPrefix(word, typed) || strings.HasPrefix(typed, word)) {
			distance = min(distance, 1)
		}
		if distance < least {
			best, least = word, distance
		}
	}
	return best
}

// editDistance counts the bytes to insert, remove, change or swap with their neighbour to turn one word into the
// other.
func editDistance(a, b string) int {
	// Each row of the table of prefixes of a by prefixes of b depends on the two rows before it.
	var before []int
	previous := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := previous[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, previous[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, previous = previous, row
	}
	return previous[len(b)]
}
