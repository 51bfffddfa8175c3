package mutate

import "grundy/internal/pkgfmt/problem"

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
	var others []*problem.Case
	for _, c := range cases {
		if c.Sample {
			first[c.Name] = true
			continue
		}
		others = append(others, c)
	}
	problem.SortByInput(others)
	for _, c := range others[:len(others)/smallestPart] {
		first[c.Name] = true
	}
	if len(first) == len(cases) {
		return nil
	}
	return first
}
