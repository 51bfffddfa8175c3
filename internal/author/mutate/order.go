package mutate

import "grundy/internal/pkgfmt/problem"

const (
	fewCases     = 8 // cases that run all at once
	smallestPart = 4 // the divisor of the non-sample cases that run first
)

// likely returns the cases to try first: the samples and the smallest inputs, which run fast and kill most
// mutants. It returns nil when there are too few cases for that to matter.
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
