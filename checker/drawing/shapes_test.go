package drawing_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"grundy/checker/drawing"
	"grundy/internal/statement/svgsafe"
)

// shapes returns a small and a large board of each kind.
func shapes() map[string]drawing.Board {
	line := func(n int) [][2]int {
		var edges [][2]int
		for v := range n - 1 {
			edges = append(edges, [2]int{v, v + 1})
		}
		return edges
	}
	next := func(n int) [][]int {
		all := make([][]int, n)
		for v := 1; v < n; v++ {
			all[v] = []int{v - 1, v / 2}
		}
		return all
	}
	star := func(n int) drawing.Maze {
		return drawing.Maze{Rooms: n, Mouse: n - 1, Neighbours: func(room int) []int {
			if room > 0 {
				return []int{0}
			}
			var others []int
			for v := 1; v < n; v++ {
				others = append(others, v)
			}
			return others
		}}
	}
	all := map[string]drawing.Board{}
	for _, n := range []int{1, 2, 500} {
		grid := make([]string, n)
		for i := range grid {
			grid[i] = strings.Repeat("7", n-1) + "x"
		}
		add := func(kind string, b drawing.Board) { all[fmt.Sprintf("%s of %d", kind, n)] = b }
		add("heaps", drawing.Heaps(make([]int, n)))
		add("one heap", drawing.Heaps([]int{n}))
		add("pile", drawing.Pile(n, 3, "below"))
		add("chessboard", drawing.Chessboard{Side: 8, Pieces: make([]int, n), Noun: "rook", Options: func(v int) []int { return []int{v / 2} }}.Board())
		add("path", drawing.PathOf(strings.Repeat("S", n-1)+"F").Board())
		add("maze", star(n).Board())
		add("graph", drawing.Graph{Vertices: n, Edges: line(n)}.Board(drawing.Lay(0, line(n))))
		add("moves", drawing.Moves(next(n), nil))
		add("grid", drawing.Grid(grid, func(row, column int) bool { return row == column }))
	}
	all["stack"] = drawing.Stack("Several", []string{"one", "a caption that is longer than what stands below it"},
		[]drawing.Board{all["graph of 2"], all["path of 1"]})
	return all
}

// TestShapes: each board is well formed, has a description, lies within its frame and has a presentable size. The
// cleaning of pictures removes nothing from its file.
func TestShapes(t *testing.T) {
	for name, b := range shapes() {
		if b.Title == "" || b.Description == "" || len(b.Parts) == 0 {
			t.Errorf("%s: something is missing: %q, %q, %d parts", name, b.Title, b.Description, len(b.Parts))
		}
		for _, part := range b.Parts {
			points := []drawing.Point{part.At}
			if part.Kind == drawing.Line || part.Kind == drawing.Arrow {
				points = append(points, part.To)
			}
			for _, p := range points {
				if !(p.X >= 0 && p.X <= b.Width && p.Y >= 0 && p.Y <= b.Height) {
					t.Errorf("%s: %+v is outside of %g by %g", name, part, b.Width, b.Height)
				}
			}
		}
		file := b.File()
		if len(file) > 1<<20 || strings.Contains(file, "data-move") || strings.Contains(file, "var(") || strings.Contains(file, "light-dark(") {
			t.Errorf("%s: a file of %d bytes: %.3000s", name, len(file), file)
		}
		taken, err := svgsafe.Take(".svg", []byte(file))
		if err != nil || elements(t, file) != elements(t, string(taken)) {
			t.Errorf("%s: %v, or something is taken away", name, err)
		}
	}
}

// elements lists the elements of a drawing with their attributes.
func elements(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		fmt.Fprintf(&b, "%s\n", token)
	}
}

// TestStyle: in light and in dark, each pair of colours is replaced by one of them.
func TestStyle(t *testing.T) {
	file := drawing.Board{Title: "A"}.File()
	for _, want := range []string{
		".board .stone { fill: #fff; stroke: currentColor;", ".board .stone { fill: #1b1b1e; stroke: currentColor;", ".board .gone { stroke: #8886;",
		"@media (prefers-color-scheme: dark) {", ".board { color: #ececef; }\n}\n</style>",
	} {
		if !strings.Contains(file, want) {
			t.Errorf("no %s in %s", want, file)
		}
	}
}
