package shrink

import (
	"iter"
	"math"
)

// Parts yields what is left of an input when something of it is removed, in every way that is known, and nothing is changed but
// counts and names. Some of it may be yielded twice.
func Parts(input []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for r := range parse(input).reductions(stage{share: math.MaxInt, fineness: math.MaxInt}) {
			for _, left := range r.candidates(place{}, math.MaxInt) {
				if len(left) > 0 && len(left) < len(input) && !yield(left) {
					return
				}
			}
		}
	}
}
