// Checks the input of Mouse at the Edge: n, trap and mouse, then the edges of a tree, one of which joins mouse and trap.
package main

import "grundy/checker/testlib"

const maxVertices = 1_000_000

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 2, maxVertices)
		in.Space()
		trap := in.Int("trap", 1, n)
		in.Space()
		mouse := in.Int("mouse", 1, n)
		in.Newline()
		joined := false
		parts := newPartition(n + 1)
		for range n - 1 {
			u := in.Int("u", 1, n)
			in.Space()
			v := in.Int("v", 1, n)
			if !parts.unite(u, v) {
				in.Fail("the edge %d %d closes a cycle", u, v)
			}
			in.Newline()
			joined = joined || u == trap && v == mouse || u == mouse && v == trap
		}
		if !joined {
			in.Fail("no edge joins the mouse's room %d and the trap %d", mouse, trap)
		}
	})
}

// partition is a disjoint-set forest: each vertex points towards the representative of its part.
type partition []int

func newPartition(n int) partition {
	p := make(partition, n)
	for v := range p {
		p[v] = v
	}
	return p
}

// unite joins the parts of two vertices and tells whether they were different.
func (p partition) unite(u, v int) bool {
	u, v = p.find(u), p.find(v)
	p[u] = v
	return u != v
}

func (p partition) find(v int) int {
	for p[v] != v {
		p[v] = p[p[v]]
		v = p[v]
	}
	return v
}
