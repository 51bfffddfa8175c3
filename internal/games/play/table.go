package play

import "grundy/checker/drawing"

// Table is a game as it stands on the table: it follows what the judge and the player say to each other, line by line in
// the words of the problem's protocol, and knows the rules, the theory, and how the position looks. It never moves by
// itself. A Table is made empty; the first lines of the judge bring the position.
type Table interface {
	// Hear takes a line that the judge sent.
	Hear(line string) error
	// Say takes a line that the player sent. The error says in a sentence why the rules do not allow it.
	Say(line string) error
	// Read turns what a person typed into the line to be sent, without taking it: it may be shorter than the protocol
	// wants, or in other words. The error says in a sentence what is wrong, as that of Say does.
	Read(text string) (string, error)
	// Next tells who is to speak.
	Next() Speaker
	// Ask says what a person may type now, "your move: HEAP STONES"; it matters only when the player is Next.
	Ask() string
	// Draw shows the position as plain text, in lines of at most so many columns where a position can be drawn in them.
	Draw(columns int) string
	// Board is the position as a picture. Who is Next and a Player can press the moves that it has, in words of Read; of a
	// large position it shows a part.
	Board() drawing.Board
	// Hint tells a winning move for the player who is Next, in words of Read, or that there is none. Before the side is
	// chosen it tells the side.
	Hint() string
	// Tell is a line in words that need no rules, before it is taken: "take 2 stones from heap 1". What is no move stays as it is.
	Tell(line string) string
	// Parts are the moves of the parts of Board that a line is about, before it is taken: the stones that are taken, the knights
	// that move.
	Parts(line string) []string
	// Won tells whether the player has won, when Nobody is Next.
	Won() bool
	// Why explains who wins and why, in the terms of the game's theory and with the numbers of this position. Its lines are of any
	// length.
	Why() string
}

// Speaker is who speaks next in a conversation.
type Speaker int

// The speakers.
const (
	Judge Speaker = iota
	Player
	Nobody // the game is over
)
