package shrink

import (
	"iter"
	"math"
)

// Parts yields the remainders of an input after some part is removed, in every known way. Only counts and names
// change. It may yield the same remainder twice.
func Parts(input []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for r := range parse(input).reductions(stage{share: math.MaxInt, fineness: math.MaxInt}) {
			for _, left := range r.candidates(cursor{}, math.MaxInt) {
				if len(left) > 0 && len(left) < len(input) && !yield(left) {
					return
				}
			}
		}
	}
}
