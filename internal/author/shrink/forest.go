package shrink

// forest is the result of a depth-first search of a graph.
type forest struct {
	// order lists the vertices depth first: each comes after its parent and before all its descendants.
	order []int
	// parent is the neighbour of each vertex towards the root, -1 for roots and for unreached vertices.
	parent []int
}

func newForest(neighbours [][]int, roots []int) forest {
	f := forest{parent: make([]int, len(neighbours))}
	seen := make([]bool, len(neighbours))
	for v := range f.parent {
		f.parent[v] = -1
	}
	for _, root := range roots {
		if seen[root] {
			continue
		}
		seen[root] = true
		stack := []int{root}
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			f.order = append(f.order, v)
			for _, w := range neighbours[v] {
				if !seen[w] {
					seen[w] = true
					f.parent[w] = v
					stack = append(stack, w)
				}
			}
		}
	}
	return f
}

// mergedInto returns the vertex that each vertex becomes: itself, or its nearest remaining ancestor. A vertex without
// one becomes the first remaining vertex of its tree. In a tree that is gone completely, each vertex stays itself.
func (f forest) mergedInto(gone []bool) []int {
	size := len(f.parent)
	heir := make([]int, size)
	root := make([]int, size)
	top := make([]int, size) // by root: the first remaining vertex of its tree
	for v := range top {
		top[v] = -1
	}
	for _, v := range f.order {
		root[v] = v
		if f.parent[v] >= 0 {
			root[v] = root[f.parent[v]]
		}
		if !gone[v] && top[root[v]] < 0 {
			top[root[v]] = v
		}
	}
	for _, v := range f.order {
		switch p := f.parent[v]; {
		case !gone[v]:
			heir[v] = v
		case p >= 0 && !gone[heir[p]]:
			heir[v] = heir[p]
		case top[root[v]] >= 0:
			heir[v] = top[root[v]]
		default:
			heir[v] = v
		}
	}
	return heir
}
