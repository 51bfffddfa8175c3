package shrink

import "iter"

// reduction is one idea of how the input can be made smaller, with the state of how far that has come.
type reduction interface {
	kind() Kind
	// candidates yields smaller inputs made from the present state, beginning at a place: large changes first. A list is
	// cut into at most as many pieces as fineness says.
	candidates(from place, fineness int) iter.Seq2[place, []byte]
	// accept makes the candidate of a place the state. It says what was done, and where to go on.
	accept(at place) (done string, next place)
}

// place is a position in the candidates of a reduction; the zero value is the beginning.
type place struct{ level, at, choice int }
