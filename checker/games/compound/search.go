package compound

import (
	"encoding/binary"
	"slices"
)

// manyPositions bounds the positions that a search remembers for one set of rules: far more than the 45,760 of three
// knights.
const manyPositions = 1 << 16

// search decides a position by all continuations. The order of the components does not matter.
func (g *Game) search(rules Rules, position []int) (bool, error) {
	if g.Over(rules, position) {
		return rules.Misere, nil
	}
	sorted := slices.Sorted(slices.Values(position))
	var key []byte
	for _, v := range sorted {
		key = binary.AppendUvarint(key, uint64(v))
	}
	known := g.searched[rules]
	if known == nil {
		known = map[string]bool{}
		g.searched[rules] = known
	}
	if wins, ok := known[string(key)]; ok {
		return wins, nil
	}
	if len(known) >= manyPositions {
		return false, ErrHard
	}
	wins := false
	for move := range g.Moves(rules, sorted) {
		theirs, err := g.search(rules, move.After(sorted))
		if err != nil {
			return false, err
		}
		if !theirs {
			wins = true
			break
		}
	}
	known[string(key)] = wins
	return wins, nil
}
