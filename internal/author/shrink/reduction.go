package shrink

import "iter"

// reduction is one way to make the input smaller, together with its progress.
type reduction interface {
	kind() Kind
	// candidates yields smaller inputs made from the present state, beginning at a place: large changes first. A list
	// is cut into at most as many pieces as fineness says.
	candidates(from cursor, fineness int) iter.Seq2[cursor, []byte]
	// accept makes the candidate of a place the state. It returns what was done, and where to
	// continue.
	accept(at cursor) (done string, next cursor)
}

// cursor is a position in the candidates of a reduction; the zero value is the beginning.
type cursor struct{ level, at, choice int }
