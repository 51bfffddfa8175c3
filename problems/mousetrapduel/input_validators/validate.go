// Checks the input of Mousetrap Duel: n, trap and mouse, then the passages of a tree, to the byte.
package main

import "grundy/checker/testlib"

const maxRooms = 1000

func main() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 1, maxRooms)
		in.Space()
		in.Int("trap", 1, n)
		in.Space()
		in.Int("mouse", 1, n)
		in.Newline()
		parts := newPartition(n + 1)
		for range n - 1 {
			u := in.Int("u", 1, n)
			in.Space()
			v := in.Int("v", 1, n)
			if !parts.unite(u, v) {
				in.Fail("the passage %d %d closes a cycle", u, v)
			}
			in.Newline()
		}
	})
}

// partition is a disjoint-set forest: each room points towards the representative of its part.
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
