package mutate

import (
	"math/rand/v2"
	"slices"

	"grundy/internal/event"
)

// choose returns the mutants that the options select, in their order.
func (o Options) choose(all []Mutant) []Mutant {
	var chosen []Mutant
	for _, m := range all {
		if (o.Operators == nil || slices.Contains(o.Operators, m.Operator)) && o.inLines(m) {
			chosen = append(chosen, m)
		}
	}
	if o.Sample <= 0 || o.Sample >= len(chosen) {
		return chosen
	}
	random := rand.New(rand.NewPCG(o.Seed, 0))
	taken := random.Perm(len(chosen))[:o.Sample]
	slices.Sort(taken)
	sample := make([]Mutant, 0, len(taken))
	for _, i := range taken {
		sample = append(sample, chosen[i])
	}
	return sample
}

func (o Options) inLines(m Mutant) bool {
	return slices.ContainsFunc(m.Hunks, func(hunk event.Hunk) bool {
		return hunk.Line+len(hunk.Before) > o.Lines[0] && (o.Lines[1] == 0 || hunk.Line <= o.Lines[1])
	})
}
