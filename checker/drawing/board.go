package drawing

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// Point is a place, in units of which a stone is 20 wide.
type Point struct{ X, Y float64 }

// Board is a position as it is drawn.
type Board struct {
	Width, Height      float64
	Title, Description string // in words
	Parts              []Part // the later ones above
	// Choices are moves that are no place on the board, such as a side or a pass.
	Choices []Choice
	// Joined tells that a move may be made of several parts: their moves, in any order, with spaces between them.
	Joined bool
}

// Choice is a move with its name.
type Choice struct{ Move, Name string }

// Kind is what a part looks like.
type Kind string

// The kinds.
const (
	Stone  Kind = "stone"  // a disc around a place, with its text inside
	Dot    Kind = "dot"    // a small one
	Square Kind = "square" // of a chessboard
	Line   Kind = "line"   // from one place to another
	Arrow  Kind = "arrow"  // likewise, between stones
	Word   Kind = "word"   // text alone, its middle at the place
)

// Part is one thing on a board.
type Part struct {
	Kind   Kind
	At, To Point  // To is the end of a line
	Class  string // what a style sheet may heed, "" for none
	Text   string
	// Move is what pressing it says, "" where it cannot be pressed; Words tell what that does.
	Move, Words string
	// Piece is what moves. Parts of one piece that follow each other stand in one group, where a style sheet may heed those behind the
	// one that is pointed at; on a Joined board a move has at most one of each.
	Piece string
	Marks []Mark
}

// Mark tells that a part belongs to a move that is looked at.
type Mark string

// The marks.
const (
	Played  Mark = "played"
	Winning Mark = "winning"
)

// Mark marks the parts with some moves.
func (b *Board) Mark(mark Mark, moves []string) {
	for i := range b.Parts {
		if p := &b.Parts[i]; p.Move != "" && slices.Contains(moves, p.Move) {
			p.Marks = append(p.Marks, mark)
		}
	}
}

// Still is the board without anything to press.
func (b Board) Still() Board {
	b.Choices, b.Joined, b.Parts = nil, false, slices.Clone(b.Parts)
	for i := range b.Parts {
		b.Parts[i].Move, b.Parts[i].Words, b.Parts[i].Piece = "", "", ""
	}
	return b
}

// Press has the parts pressed that have a move, with words for each; none where nobody can.
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

// Stack puts boards below each other, with a line of text above each.
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

// Cases puts the first test cases of an input below each other, so many at most. Next reads one case after the other: what is to be said
// of it besides its number, "" for nothing, and its board.
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
	// SquareSide is how far the middles of squares beside each other are apart.
	SquareSide = 36.0
	capHeight  = 4.0 // half of what letters are high
	shortText  = 3   // characters that have room in a stone
	letter     = 6.0 // how wide one is, about
	arrowHead  = 7.0
)

// SVG draws a board. What can be pressed is a button with the move as data-move: a script sends it.
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
		if p.Move != "" { // a line is too thin to be hit
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
		if p.Move != "" { // a button has its name alone: what is written on it stands over it, and lets presses through
			d.Tag("</g>\n<g class=\"%s label\">", group)
		}
		d.Text("text "+class, at.X, at.Y+capHeight, p.Text)
	}
	d.Tag("</g>\n")
}

// arrow is a line from one stone to the next, with its head.
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
