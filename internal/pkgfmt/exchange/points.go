package exchange

import "math"

// maxPoints bounds what a single group is worth.
const maxPoints = 1e9

// shares makes integers, as 2025-09 wants them, of what groups are worth one after the other. What rounding takes from one the
// next gets, so that the sum stays; what is worth something stays worth something.
type shares struct {
	exact float64
	given int
}

func (s *shares) next(points float64) int {
	s.exact += points
	whole := max(0, int(math.Round(s.exact))-s.given)
	if whole == 0 && points > 0 {
		whole = 1
	}
	s.given += whole
	return whole
}

// share notes that a group is not worth what it was.
func (p *Package) share(file, group string, points float64, s *shares) int {
	whole := s.next(points)
	if float64(whole) != points {
		p.note(file, "%s is worth %g points, here %d: 2025-09 wants integers, and the sum stays the same as far as it can", group, points, whole)
	}
	return whole
}
