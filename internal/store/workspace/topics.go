package workspace

import (
	"cmp"
	"maps"
	"slices"
)

// Topics count of the problems of a library how many are about each word. What more than half of them are about says nothing of any,
// and is left out.
type Topics map[string]int

// fewProblems are so many that what they have in common may still tell something.
const fewProblems = 4

// TopicsOf counts what problems are about.
func TopicsOf(found []Listed) Topics {
	count := Topics{}
	for _, listed := range found {
		for _, word := range listed.About() {
			count[word]++
		}
	}
	maps.DeleteFunc(count, func(_ string, n int) bool { return len(found) > fewProblems && 2*n > len(found) })
	return count
}

// About gives what a problem of the library is about: its kind, and then what few others are about before what many are.
func (t Topics) About(l *Listed) []string {
	kinds := l.Type.Names()
	words := slices.DeleteFunc(l.About(), func(word string) bool { return t[word] == 0 && !slices.Contains(kinds, word) })
	slices.SortStableFunc(words[len(kinds):], func(a, b string) int { return cmp.Compare(t[a], t[b]) })
	return words
}
