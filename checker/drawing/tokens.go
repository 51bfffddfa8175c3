package drawing

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Places of the discs that move tokens: how far along a move, the best first, and how far apart those of tokens on one
// vertex.
var alongMove = []float64{0.58, 0.45, 0.7, 0.35, 0.25}

const besideMoves = 13.0

// Tokens draws tokens on a graph of moves. A small disc with a token's number lies on each move of the token; pressing
// it makes the move: "TOKEN VERTEX", counted from 1.
func Tokens(next [][]int, tokens []int, piece string) Board {
	here := map[int][]int{}
	var words []string
	for i, v := range tokens {
		here[v] = append(here[v], i)
		words = append(words, fmt.Sprintf("%s %d on %d", piece, i+1, v+1))
	}
	b := Moves(next, func(v int) (text, class string) {
		if len(here[v]) > 0 {
			class = "token"
		}
		return strconv.Itoa(v + 1), class
	})
	b.Title, b.Description = "Graph", "moves lead along the arrows; "+strings.Join(words, ", ")
	at := map[int]Point{}
	for _, p := range b.Parts {
		if v, err := strconv.Atoi(p.Text); p.Kind == Stone && err == nil {
			at[v-1] = p.At
		}
	}
	for i, v := range tokens {
		from, drawn := at[v]
		if !drawn {
			continue
		}
		side := 0.0
		for k, other := range here[v] {
			if other == i {
				side = besideMoves * (float64(k) - float64(len(here[v])-1)/2)
			}
		}
		for _, u := range next[v] {
			to, drawn := at[u]
			if !drawn {
				continue
			}
			x, y := to.X-from.X, to.Y-from.Y
			length := math.Hypot(x, y)
			on := func(along float64) Point {
				return Point{from.X + along*x - side*y/length, from.Y + along*y + side*x/length}
			}
			along := slices.IndexFunc(alongMove, func(along float64) bool { return isFree(on(along), b.Parts) })
			b.Parts = append(b.Parts, Part{
				Kind: Dot, At: on(alongMove[max(along, 0)]), Text: strconv.Itoa(i + 1),
				Move: fmt.Sprintf("%d %d", i+1, u+1), Piece: strconv.Itoa(i + 1),
			})
		}
	}
	return b
}

// isFree reports whether a small disc covers no other disc.
func isFree(at Point, parts []Part) bool {
	return !slices.ContainsFunc(parts, func(p Part) bool {
		radius := map[Kind]float64{Stone: stoneRadius, Dot: dotRadius}[p.Kind]
		return radius > 0 && math.Hypot(p.At.X-at.X, p.At.Y-at.Y) < radius+dotRadius+1
	})
}
