package workspace

import (
	"cmp"
	"maps"
	"slices"
)

// Topics counts how many problems of a library are about each word. It leaves out words that more than half of the
// problems share, because they distinguish nothing.
type Topics map[string]int

// fewProblems is the size up to which words are kept even if most problems share them.
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

// About returns what a problem of the library is about: its kind, then its words, rare ones first.
func (t Topics) About(l *Listed) []string {
	kinds := l.Type.Names()
	words := slices.DeleteFunc(l.About(), func(word string) bool { return t[word] == 0 && !slices.Contains(kinds, word) })
	slices.SortStableFunc(words[len(kinds):], func(a, b string) int { return cmp.Compare(t[a], t[b]) })
	return words
}
