package play

import "grundy/checker/drawing"

// Table is the state of one game. It follows what the judge and the player say to each other, line by line in the
// words of the problem's protocol. It knows the rules, the theory, and how to show the position. It never moves by
// itself. A new Table is empty; the first lines of the judge set out the position.
type Table interface {
	// Hear takes a line from the judge.
	Hear(line string) error
	// Say takes a line from the player. The error is a sentence that says why the rules forbid it.
	Say(line string) error
	// Read converts what the user typed into the line to send, without taking it. The user may abbreviate the
	// protocol or use other words. The error is a sentence like that of Say.
	Read(text string) (string, error)
	// Next returns who speaks next.
	Next() Speaker
	// HowTo says in a few sentences how the game is played and won, and what can be pressed on the board.
	HowTo() string
	// Ask says what the user may type now, "your move: HEAP STONES". It matters only when Next is Player.
	Ask() string
	// Draw shows the position as plain text, in lines of at most the given columns if that is possible.
	Draw(columns int) string
	// Board is the position as a picture. When Next is Player, the user can press its moves, which are in words of
	// Read. Of a large position it shows a part.
	Board() drawing.Board
	// Hint returns a winning move for the player when Next is Player, in words of Read, or says that there is none.
	// Before the side is chosen it names the side.
	Hint() string
	// Tell describes a line in words that need no rules, before it is taken: "take 2 stones from heap 1". A line that
	// is not a move stays unchanged.
	Tell(line string) string
	// Parts returns the moves of the parts of Board that a line is about, before it is taken: the stones that are
	// taken, the knights that move.
	Parts(line string) []string
	// Won reports whether the player has won, when Next is NoSpeaker.
	Won() bool
	// Why explains who wins and why, in terms of the game's theory and with the numbers of this position. Its lines
	// are of any length.
	Why() string
}

// Speaker is who speaks next in a conversation.
type Speaker int

// The speakers.
const (
	Judge Speaker = iota
	Player
	NoSpeaker // the game is over
)
