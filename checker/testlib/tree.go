package testlib

// Shape returns the parent, below vertex, of a vertex > 0 of a tree.
type Shape func(r *Rand, vertex int) int

// Tree returns the n-1 edges {parent, child} of a rooted tree with the vertices 0 to n-1 and the root 0, ordered by
// child. Use Perm to give the vertices other numbers and Shuffle to hide the order of the edges.
func (r *Rand) Tree(n int, shape Shape) [][2]int {
	edges := make([][2]int, 0, max(n-1, 0))
	for vertex := 1; vertex < n; vertex++ {
		edges = append(edges, [2]int{shape(r, vertex), vertex})
	}
	return edges
}

// Path gives the tree of depth n-1.
func Path(_ *Rand, vertex int) int { return vertex - 1 }

// Star gives the tree of depth 1.
func Star(_ *Rand, _ int) int { return 0 }

// Caterpillar gives a path of the even vertices with one leaf at each.
func Caterpillar(_ *Rand, vertex int) int {
	if vertex%2 == 1 {
		return vertex - 1
	}
	return vertex - 2
}

// Recursive chooses the parent among all earlier vertices with equal probability: logarithmic depth.
func Recursive(r *Rand, vertex int) int { return r.Int(0, vertex-1) }

// Regular gives the complete tree in which each inner vertex has the given number of children.
func Regular(children int) Shape {
	return func(_ *Rand, vertex int) int { return (vertex - 1) / children }
}

// Deep chooses only among the last few vertices: a tree of linear depth that is bushy all along.
func Deep(last int) Shape {
	return func(r *Rand, vertex int) int { return r.Int(max(0, vertex-last), vertex-1) }
}
