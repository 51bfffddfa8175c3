package exchange

import "math"

// maxPoints bounds the points of a single group.
const maxPoints = 1e9

// shares rounds the points of successive groups to integers, as 2025-09 requires. It carries rounding errors over
// to the next group, so that the sum stays; a non-zero value stays non-zero.
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

// share rounds a group's points, and notes if that changes them.
func (p *Package) share(file, group string, points float64, s *shares) int {
	whole := s.next(points)
	if float64(whole) != points {
		p.note(file, "%s is worth %g points, here %d: 2025-09 wants integers, and the sum stays the same as far as possible", group, points, whole)
	}
	return whole
}
