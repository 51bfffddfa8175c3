package drawing

import "fmt"

// mostCells bounds the drawn rows and columns of a grid.
const mostCells = 24

// Grid draws rows of squares with a character in each. Squares with an x are dark. wall reports whether there is a
// wall below a square; nil means no walls. Of a large grid only the first rows and columns are drawn.
func Grid(rows []string, wall func(row, column int) bool) Board {
	b := Board{Title: "Grid"}
	high, wide := min(len(rows), mostCells), 0
	for _, r := range rows[:high] {
		wide = max(wide, min(len(r), mostCells))
	}
	at := func(r, c int) Point {
		return Point{edge + SquareSide*(float64(c)+0.5), edge + SquareSide*(float64(r)+0.5)}
	}
	for r, cells := range rows[:high] {
		for c := range min(len(cells), mostCells) {
			part := Part{Kind: Square, At: at(r, c), Text: cells[c : c+1], Class: "cell"}
			if cells[c] == 'x' {
				part.Text, part.Class = "", "cell dark"
			}
			b.Parts = append(b.Parts, part)
		}
	}
	walls := 0
	for r := range high - 1 {
		for c := range wide {
			if wall != nil && wall(r, c) {
				middle := at(r, c)
				y := middle.Y + SquareSide/2
				b.Parts = append(b.Parts, Part{Kind: Line, At: Point{middle.X - SquareSide/2, y}, To: Point{middle.X + SquareSide/2, y}, Class: "wall"})
				walls++
			}
		}
	}
	b.Width, b.Height = 2*edge+SquareSide*float64(wide), 2*edge+SquareSide*float64(high)
	b.Description = fmt.Sprintf("%d rows, %s", len(rows), count(walls, "wall"))
	if high < len(rows) || wide < len(rows[0]) {
		b.Parts = append(b.Parts, text(edge, b.Height, fmt.Sprintf("the first rows and columns of %d by %d", len(rows), len(rows[0])), "faint start"))
		b.Height += edge
	}
	return b
}
