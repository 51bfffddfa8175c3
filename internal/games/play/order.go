package play

// order is whose turn it is in a game in which the player chooses to move first or second.
type order struct {
	chosen, first bool // first means that the player moves first.
	moves         int  // moves of both sides
}

// choose takes the player's choice.
func (o *order) choose(line string) error {
	first, err := chosen(line, "FIRST", "SECOND")
	o.chosen, o.first = err == nil, first
	return err
}

// players reports whether the next move is the player's.
func (o *order) players() bool { return o.first == (o.moves%2 == 0) }
