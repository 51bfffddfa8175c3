package drawing

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// Point is a position, in units of which a stone is 20 wide.
type Point struct{ X, Y float64 }

// Board is a drawn position of a game.
type Board struct {
	Width, Height      float64
	Title, Description string // for the user
	Parts              []Part // later ones on top
	// Choices are moves without a position on the board, such as a side or a pass.
	Choices []Choice
	// Joined says that a move may combine the moves of several parts, in any order, separated by spaces.
	Joined bool
}

// Choice is a move with its name.
type Choice struct{ Move, Name string }

// Kind is the shape of a part.
type Kind string

// The kinds.
const (
	Stone  Kind = "stone"  // a disc around a point, with its text inside
	Dot    Kind = "dot"    // a small disc
	Square Kind = "square" // a square of a chessboard
	Line   Kind = "line"   // from one point to another
	Arrow  Kind = "arrow"  // like a line, between stones
	Word   Kind = "word"   // text alone, centred at the point
)

// Part is one thing on a board.
type Part struct {
	Kind   Kind
	At, To Point  // To is the end of a line
	Class  string // class for style sheets, or ""
	Text   string
	// Move is the move that pressing the part makes, or "" if it cannot be pressed. Words describe the move.
	Move, Words string
	// Piece is the piece that the part belongs to. Consecutive parts of one piece form a group, in which a style
	// sheet can select those after the one pointed at. On a Joined board a move has at most one part of each piece.
	Piece string
	Marks []Mark
}

// Mark says that a part belongs to a highlighted move.
type Mark string

// The marks.
const (
	Played  Mark = "played"
	Winning Mark = "winning"
)

// Mark marks the parts with the given moves.
func (b *Board) Mark(mark Mark, moves []string) {
	for i := range b.Parts {
		if p := &b.Parts[i]; p.Move != "" && slices.Contains(moves, p.Move) {
			p.Marks = append(p.Marks, mark)
		}
	}
}

// Unmarked returns the board without a mark.
func (b Board) Unmarked(mark Mark) Board {
	b.Parts = slices.Clone(b.Parts)
	for i := range b.Parts {
		p := &b.Parts[i]
		p.Marks = slices.DeleteFunc(slices.Clone(p.Marks), func(other Mark) bool { return other == mark })
	}
	return b
}

// Still returns the board with no part to press.
func (b Board) Still() Board {
	b.Choices, b.Joined, b.Parts = nil, false, slices.Clone(b.Parts)
	for i := range b.Parts {
		b.Parts[i].Move, b.Parts[i].Words, b.Parts[i].Piece = "", "", ""
	}
	return b
}

// Press makes the parts with a move pressable, with words for each, or removes that if can is false.
func (b *Board) Press(can bool, words func(move string) string) {
	for i := range b.Parts {
		switch p := &b.Parts[i]; {
		case !can:
			p.Move, p.Piece = "", ""
		case p.Move != "":
			p.Words = words(p.Move)
		}
	}
}

// Stack places boards below each other, with a line of text above each.
func Stack(title string, captions []string, boards []Board) Board {
	all := Board{Title: title}
	for i, b := range boards {
		all.Parts = append(all.Parts, Part{Kind: Word, At: Point{edge, all.Height + edge}, Text: captions[i], Class: "start"})
		all.Height += 1.5 * edge
		for _, p := range b.Parts {
			p.At.Y += all.Height
			p.To.Y += all.Height
			all.Parts = append(all.Parts, p)
		}
		all.Height += b.Height
		all.Width = max(all.Width, b.Width, 2*edge+letter*float64(utf8.RuneCountInString(captions[i])))
		if all.Description != "" {
			all.Description += "; "
		}
		all.Description += captions[i] + ": " + b.Description
	}
	return all
}

// Cases draws the first test cases of an input below each other, at most most of them. next reads one case at a time
// and returns its board and a caption besides its number, or "".
func Cases(title string, cases, most int, next func() (about string, board Board)) Board {
	var captions []string
	var boards []Board
	for i := range min(cases, most) {
		about, board := next()
		if about != "" {
			about = ", " + about
		}
		captions = append(captions, fmt.Sprintf("case %d of %d%s", i+1, cases, about))
		boards = append(boards, board)
	}
	return Stack(title, captions, boards)
}

// Sizes, in the units of a Point.
const (
	stoneRadius = 10.0
	dotRadius   = 6.0
	// SquareSide is the distance between the centres of neighbouring squares.
	SquareSide = 36.0
	capHeight  = 4.0 // half the height of letters
	shortText  = 3   // characters that fit into a stone
	letter     = 6.0 // approximate width of a letter
	arrowHead  = 7.0
)

// SVG draws a board. A part that can be pressed is a button with the move as data-move, which a script sends.
func (b Board) SVG() string {
	frame := Frame{Role: Picture, Classes: "board", Width: b.Width, Height: b.Height, Title: b.Title, Description: b.Description, Sized: true}
	for _, p := range b.Parts {
		if p.Move != "" {
			frame.Role = Group
		}
	}
	d := Begin(frame)
	piece := ""
	for _, p := range b.Parts {
		if p.Piece != piece {
			if piece != "" {
				d.Tag("</g>\n")
			}
			if p.Piece != "" {
				d.Tag(`<g class="piece" data-piece="%s">`, p.Piece)
			}
			piece = p.Piece
		}
		p.draw(d)
	}
	if piece != "" {
		d.Tag("</g>\n")
	}
	return d.End()
}

func (p Part) draw(d *Drawing) {
	class := string(p.Kind)
	if p.Class != "" {
		class += " " + p.Class
	}
	if utf8.RuneCountInString(p.Text) > shortText {
		class += " long"
	}
	group := "part"
	if p.Move != "" {
		group += " move"
	}
	for _, mark := range p.Marks {
		group += " " + string(mark)
	}
	if p.Move != "" {
		d.Tag(`<g class="%s" role="button" tabindex="0" data-move="%s" aria-label="%s"><title>%s</title>`, group, p.Move, p.Words, p.Words)
	} else {
		d.Tag(`<g class="%s">`, group)
	}
	switch p.Kind {
	case Stone:
		d.Tag(`<circle class="%s" cx="%v" cy="%v" r="%v"/>`, class, p.At.X, p.At.Y, stoneRadius)
	case Dot:
		d.Tag(`<circle class="%s" cx="%v" cy="%v" r="%v"/>`, class, p.At.X, p.At.Y, dotRadius)
	case Square:
		d.Tag(`<rect class="%s" x="%v" y="%v" width="%v" height="%v"/>`, class, p.At.X-SquareSide/2, p.At.Y-SquareSide/2, SquareSide, SquareSide)
	case Line:
		if p.Move != "" { // a line is too thin to hit
			d.Line("hit", p.At.X, p.At.Y, p.To.X, p.To.Y)
		}
		d.Line(class, p.At.X, p.At.Y, p.To.X, p.To.Y)
	case Arrow:
		p.arrow(d, class)
	case Word:
	}
	if p.Text != "" {
		at := p.At
		if p.Kind == Line || p.Kind == Arrow {
			at = Point{(p.At.X + p.To.X) / 2, (p.At.Y + p.To.Y) / 2}
		}
		if p.Move != "" { // the accessible name of a button stands alone; its label lies on top and lets presses through
			d.Tag("</g>\n<g class=\"%s label\">", group)
		}
		d.Text("text "+class, at.X, at.Y+capHeight, p.Text)
	}
	d.Tag("</g>\n")
}

// arrow draws a line from one stone to the next, with its head.
func (p Part) arrow(d *Drawing, class string) {
	x, y := p.To.X-p.At.X, p.To.Y-p.At.Y
	length := math.Hypot(x, y)
	if length < 2*stoneRadius+arrowHead {
		return
	}
	x, y = x/length, y/length
	from, to := stoneRadius, length-stoneRadius
	d.Line(class, p.At.X+from*x, p.At.Y+from*y, p.At.X+(to-arrowHead)*x, p.At.Y+(to-arrowHead)*y)
	tip, base := Point{p.At.X + to*x, p.At.Y + to*y}, Point{p.At.X + (to-arrowHead)*x, p.At.Y + (to-arrowHead)*y}
	const half = arrowHead / 2
	d.Tag("<polygon class=\"head %s\" points=\"%v,%v %v,%v %v,%v\"/>\n", class, tip.X, tip.Y, base.X-half*y, base.Y+half*x, base.X+half*y, base.Y-half*x)
}
