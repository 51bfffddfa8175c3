package spiders

import "slices"

// WinningCuts returns the edges that player 1, whose turn it is, can cut and still win, from left to right.
func (s *PathSearch) WinningCuts(p *Path) []int {
	var cuts []int
	for e, gone := range p.Cut {
		if gone {
			continue
		}
		after := p.Clone()
		after.Cut[e] = true
		if s.Hold(after.Threats()) {
			cuts = append(cuts, e)
		}
	}
	return cuts
}

// Moves returns the moves of the spiders that can matter: one-sided threats come closer, lone spiders run, wait or
// turn round, and all others wait. Those that run are first.
func (p *Path) Moves() []string {
	moves := []string{string(slices.Repeat([]byte{Wait}, len(p.At)))}
	list := p.List()
	for i, threat := range list {
		var steps []byte
		switch {
		case threat.Other < 0:
			steps = []byte{threat.Step()}
		case threat.Other < i:
			continue // the same spider, seen from its other fly
		case threat.Distance() <= list[threat.Other].Distance():
			steps = []byte{Left, Wait, Right}
		default:
			steps = []byte{Right, Wait, Left}
		}
		var more []string
		for _, move := range moves {
			for _, step := range steps {
				with := []byte(move)
				with[threat.Spider] = step
				more = append(more, string(with))
			}
		}
		moves = more
	}
	return moves
}

// WinningMoves returns those of Moves that win for the spiders, whose turn it is.
func (s *PathSearch) WinningMoves(p *Path) []string {
	var winning []string
	for _, move := range p.Moves() {
		after := p.Clone()
		if err := after.Move(move); err != nil {
			panic(err) // Moves returns only legal moves
		}
		if after.Caught() || !s.FliesWin(after.Threats()) {
			winning = append(winning, move)
		}
	}
	return winning
}
