package mutate

import (
	"slices"
	"strings"
)

// cNarrower lists types with types that overflow earlier or are unsigned, the longest names first.
var cNarrower = []struct {
	from string
	to   []string
}{
	{"unsigned long long", []string{"unsigned"}},
	{"long long int", []string{"int"}},
	{"long long", []string{"int", "unsigned long long"}},
	{"__int128", []string{"long long"}},
	{"uint64_t", []string{"uint32_t"}},
	{"int64_t", []string{"int32_t", "uint64_t"}},
	{"long double", []string{"float"}},
	{"double", []string{"float"}},
	{"long", []string{"int"}},
}

// types narrows types, each by itself and all of a name at once, including those in #define lines.
func (c *cMutator) types(defines [][2]int) {
	found := map[string][][2]int{}
	for i := 0; i < len(c.pieces); i++ {
		for _, t := range cNarrower {
			words := strings.Fields(t.from)
			if c.spelled(i, words) {
				last := i + len(words) - 1
				found[t.from] = append(found[t.from], [2]int{c.pieces[i].start, c.pieces[last].end})
				i = last
				break
			}
		}
	}
	for _, line := range defines {
		if at := strings.Index(string(c.changes.text[line[0]:line[1]]), "long long"); at >= 0 {
			found["long long"] = append(found["long long"], [2]int{line[0] + at, line[0] + at + len("long long")})
		}
	}
	for _, t := range cNarrower {
		places := found[t.from]
		slices.SortFunc(places, func(a, b [2]int) int { return a[0] - b[0] })
		for _, to := range t.to {
			var edits []edit
			for _, place := range places {
				e := edit{place[0], place[1], to}
				edits = append(edits, e)
				c.add(Overflow, e)
			}
			if len(edits) > 1 {
				c.add(Overflow, edits...)
			}
		}
	}
}

// spelled reports whether the tokens from an index on are the words.
func (c *cMutator) spelled(i int, words []string) bool {
	for k, w := range words {
		if !c.is(i+k, w) {
			return false
		}
	}
	return true
}
