package mutate

import (
	"cmp"
	"os"
	"slices"

	"grundy/internal/problem"
)

const (
	fewCases     = 8 // are run all at once
	smallestPart = 4 // of the cases that are no samples, one in so many is tried first
)

// likely are the cases to try first: the samples and the smallest inputs, which are soon over and kill most. Nil when the
// cases are too few for that to matter.
func likely(cases []*problem.Case) map[string]bool {
	if len(cases) <= fewCases {
		return nil
	}
	first := map[string]bool{}
	size := map[string]int64{}
	var others []string
	for _, c := range cases {
		if c.Sample {
			first[c.Name] = true
			continue
		}
		others = append(others, c.Name)
		if info, err := os.Stat(c.Input); err == nil {
			size[c.Name] = info.Size()
		}
	}
	slices.SortStableFunc(others, func(a, b string) int { return cmp.Compare(size[a], size[b]) })
	for _, name := range others[:len(others)/smallestPart] {
		first[name] = true
	}
	if len(first) == len(cases) {
		return nil
	}
	return first
}
