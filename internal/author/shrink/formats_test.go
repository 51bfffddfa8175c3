package shrink

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// format is a kind of input with a bug.
type format struct {
	name   string
	random func(r *rand.Rand, tokens int) []byte // makes a valid input of about so many tokens
	fails  func(input []byte) bool               // whether it is valid and shows the bug
	want   string                                // a smallest failing input
}

// reader reads an input strictly, as a validator does: single blanks, no trailing ones, newline at the end.
type reader struct {
	lines []string
	row   []string
	bad   bool
}

func newReader(input []byte) *reader {
	text, ok := strings.CutSuffix(string(input), "\n")
	return &reader{lines: strings.Split(text, "\n"), bad: !ok}
}

// next reads the next line, which must have the given number of words, or any number if that is
// negative.
func (r *reader) next(words int) []string {
	if len(r.lines) == 0 {
		r.bad = true
		return make([]string, max(words, 0))
	}
	r.row, r.lines = strings.Split(r.lines[0], " "), r.lines[1:]
	if len(r.row) == 1 && r.row[0] == "" {
		r.row = nil
	}
	if words >= 0 && len(r.row) != words {
		r.bad = true
		return make([]string, words)
	}
	return r.row
}

func (r *reader) int(word string, low, high int64) int64 {
	n, ok := parseNumber(word)
	if !ok || n < low || n > high {
		r.bad = true
		return low
	}
	return n
}

func (r *reader) ints(words int, low, high int64) []int64 {
	var all []int64
	for _, w := range r.next(words) {
		all = append(all, r.int(w, low, high))
	}
	return all
}

// end reports whether the input was valid to the end.
func (r *reader) end() bool { return !r.bad && len(r.lines) == 0 }

func join[T any](values []T) string {
	return strings.Trim(fmt.Sprint(values), "[]")
}

func edgesOK(n int64, edges [][]int64) bool {
	for _, e := range edges {
		if e[0] == e[1] {
			return false
		}
	}
	return n >= 1
}

func adjacency(n int64, edges [][]int64) [][]int64 {
	near := make([][]int64, n+1)
	for _, e := range edges {
		near[e[0]] = append(near[e[0]], e[1])
		near[e[1]] = append(near[e[1]], e[0])
	}
	return near
}

// distances returns the distances from a vertex, -1 for unreachable ones.
func distances(near [][]int64, from int64) []int64 {
	distance := make([]int64, len(near))
	for v := range distance {
		distance[v] = -1
	}
	distance[from] = 0
	queue := []int64{from}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range near[v] {
			if distance[w] < 0 {
				distance[w] = distance[v] + 1
				queue = append(queue, w)
			}
		}
	}
	return distance
}

func isConnected(near [][]int64) bool {
	return !slices.Contains(distances(near, 1)[1:], -1)
}

// formats are those of the shipped problems and others known from contests.
var formats = []format{
	{
		// The solution sums instead of computing the exclusive or: wrong where two heaps share a bit.
		name: "heaps",
		random: func(r *rand.Rand, tokens int) []byte {
			heaps := make([]int64, tokens-1)
			for i := range heaps {
				heaps[i] = r.Int64N(1e18)
			}
			return fmt.Appendf(nil, "%d\n%s\n", len(heaps), join(heaps))
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1e5)
			heaps := in.ints(int(n), 0, 1e18)
			var sum, xor uint64
			for _, h := range heaps {
				sum += uint64(h)
				xor ^= uint64(h)
			}
			return in.end() && sum != xor
		},
		want: "2\n1 1\n",
	},
	{
		// Three numbers of the list, far apart and in order, cause the failure.
		name: "needles",
		random: func(r *rand.Rand, tokens int) []byte {
			list := make([]int64, tokens-1)
			for i := range list {
				list[i] = 1000 + r.Int64N(1e6)
			}
			for i := range 3 {
				list[(2*i+1)*len(list)/6] = int64(500 + i)
			}
			return fmt.Appendf(nil, "%d\n%s\n", len(list), join(list))
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1e6)
			list := in.ints(int(n), 1, 1e9)
			found := 0
			for _, v := range list {
				if v == int64(500+found) {
					found++
				}
			}
			return in.end() && found >= 3
		},
		want: "3\n500 501 502\n",
	},
	{
		// A list with one number per line, then a list of queries, each with its count; the bug is in a query that
		// exceeds the sum of the list.
		name: "columns",
		random: func(r *rand.Rand, tokens int) []byte {
			var b bytes.Buffer
			for range 2 {
				fmt.Fprintln(&b, tokens/2-1)
				for range tokens/2 - 1 {
					fmt.Fprintln(&b, 1+r.IntN(1000))
				}
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			most := [2]int64{}
			for i := range most {
				n := in.int(in.next(1)[0], 1, 1e6)
				for range n {
					most[i] = max(most[i], in.int(in.next(1)[0], 1, 1000))
				}
				if in.bad {
					return false
				}
			}
			return in.end() && most[0] >= 7 && most[1] >= 11
		},
		want: "1\n7\n1\n11\n",
	},
	{
		// Parallel lists: weights and values.
		name: "parallel",
		random: func(r *rand.Rand, tokens int) []byte {
			lists := [2][]int64{}
			for i := range lists {
				for range tokens/2 - 1 {
					lists[i] = append(lists[i], 1+r.Int64N(1e9))
				}
			}
			return fmt.Appendf(nil, "%d %d\n%s\n%s\n", len(lists[0]), r.IntN(1e9), join(lists[0]), join(lists[1]))
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			head := in.next(2)
			n, k := in.int(head[0], 1, 1e6), in.int(head[1], 0, 1e9)
			a, b := in.ints(int(n), 1, 1e9), in.ints(int(n), 1, 1e9)
			wrong := 0
			for i := range min(len(a), len(b)) {
				if a[i] > b[i] {
					wrong++
				}
			}
			return in.end() && wrong >= 2 && k >= 0
		},
		want: "2 0\n2 2\n1 1\n",
	},
	{
		// Like mousetrap: two vertices of a tree are named, and their distance matters.
		name: "named tree",
		random: func(r *rand.Rand, tokens int) []byte {
			n := int64(tokens / 2)
			var b bytes.Buffer
			name := r.Perm(int(n))
			fmt.Fprintln(&b, n, 1+name[0], 1+name[n-1])
			for v := int64(1); v < n; v++ {
				up := max(0, v-1-r.Int64N(5))
				fmt.Fprintln(&b, 1+name[v], 1+name[up])
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			head := in.next(3)
			n := in.int(head[0], 1, 1e6)
			trap, mouse := in.int(head[1], 1, n), in.int(head[2], 1, n)
			var edges [][]int64
			for range n - 1 {
				edges = append(edges, in.ints(2, 1, n))
				if in.bad {
					return false
				}
			}
			if !in.end() || !edgesOK(n, edges) {
				return false
			}
			near := adjacency(n, edges)
			return isConnected(near) && distances(near, trap)[mouse] >= 3
		},
		want: "4 1 4\n1 2\n2 3\n3 4\n",
	},
	{
		// Any path of three edges in a tree with weights.
		name: "weighted tree",
		random: func(r *rand.Rand, tokens int) []byte {
			n := tokens / 3
			var b bytes.Buffer
			fmt.Fprintln(&b, n)
			for v := 2; v <= n; v++ {
				fmt.Fprintln(&b, 1+r.IntN(v-1), v, r.IntN(1e9))
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1e6)
			var edges [][]int64
			weight := int64(0)
			for range n - 1 {
				e := in.next(3)
				edges = append(edges, []int64{in.int(e[0], 1, n), in.int(e[1], 1, n)})
				weight = max(weight, in.int(e[2], 0, 1e9))
				if in.bad {
					return false
				}
			}
			if !in.end() || !edgesOK(n, edges) {
				return false
			}
			near := adjacency(n, edges)
			if !isConnected(near) {
				return false
			}
			return slices.Max(distances(near, 1)) >= 3 && weight >= 100
		},
		want: "4\n1 2 0\n2 3 0\n3 4 100\n",
	},
	{
		// A graph with vertices from 1, connected, with a cycle.
		name: "cycle",
		random: func(r *rand.Rand, tokens int) []byte {
			n := max(3, tokens/2-1)
			name := r.Perm(n)
			var b bytes.Buffer
			fmt.Fprintln(&b, n, n)
			for v := range n {
				fmt.Fprintln(&b, 1+name[v], 1+name[(v+1)%n])
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			head := in.next(2)
			n, m := in.int(head[0], 1, 1e6), in.int(head[1], 0, 1e6)
			var edges [][]int64
			seen := map[[2]int64]bool{}
			for range m {
				e := in.ints(2, 1, n)
				if in.bad || seen[[2]int64{e[0], e[1]}] || seen[[2]int64{e[1], e[0]}] {
					return false
				}
				seen[[2]int64{e[0], e[1]}] = true
				edges = append(edges, e)
			}
			return in.end() && edgesOK(n, edges) && m >= n && isConnected(adjacency(n, edges))
		},
		want: "3 3\n1 2\n1 3\n2 3\n",
	},
	{
		// A directed graph with vertices from 0, not necessarily connected, and a value for each vertex: the bug is an edge
		// from a large to a small value.
		name: "digraph",
		random: func(r *rand.Rand, tokens int) []byte {
			n, m := tokens/4, tokens*3/8
			values := make([]int, n)
			for v := range values {
				values[v] = r.IntN(1000)
			}
			var b bytes.Buffer
			fmt.Fprintf(&b, "%d %d\n%s\n", n, m, join(values))
			for range m {
				fmt.Fprintln(&b, r.IntN(n), r.IntN(n))
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			head := in.next(2)
			n, m := in.int(head[0], 1, 1e6), in.int(head[1], 0, 1e6)
			values := in.ints(int(n), 0, 1e9)
			wrong := false
			for range m {
				e := in.ints(2, 0, n-1)
				if in.bad {
					return false
				}
				wrong = wrong || values[e[0]] > values[e[1]]+10
			}
			return in.end() && wrong
		},
		want: "2 1\n0 11\n1 0\n",
	},
	{
		// Like wallgame: a wall beside a free cell, in both directions.
		name: "grid",
		random: func(r *rand.Rand, tokens int) []byte {
			h := 1
			for h*h < tokens {
				h++
			}
			var b bytes.Buffer
			fmt.Fprintln(&b, h, h)
			for range h {
				for range h {
					b.WriteByte("0123456789x"[r.IntN(11)])
				}
				b.WriteByte('\n')
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			head := in.next(2)
			h, w := in.int(head[0], 1, 1e6), in.int(head[1], 1, 1e6)
			var rows []string
			for range h {
				rows = append(rows, in.next(1)[0])
				if in.bad || int64(len(rows[len(rows)-1])) != w || strings.Trim(rows[len(rows)-1], "0123456789x") != "" {
					return false
				}
			}
			for i := 1; i < len(rows); i++ {
				for j := 1; j < len(rows[i]); j++ {
					if rows[i][j] == 'x' && rows[i-1][j] > '0' && rows[i][j-1] > '0' {
						return in.end()
					}
				}
			}
			return false
		},
		want: "2 2\n01\n1x\n",
	},
	{
		name: "matrix",
		random: func(r *rand.Rand, tokens int) []byte {
			n := 2
			for n*n < tokens {
				n++
			}
			var b bytes.Buffer
			fmt.Fprintln(&b, n)
			for range n {
				row := make([]int, n)
				for j := range row {
					row[j] = r.IntN(2)
				}
				fmt.Fprintln(&b, join(row))
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1e4)
			var rows [][]int64
			for range n {
				rows = append(rows, in.ints(int(n), 0, 1))
				if in.bad {
					return false
				}
			}
			asymmetric := false
			for i, row := range rows {
				for j, v := range row {
					asymmetric = asymmetric || v != rows[j][i]
				}
			}
			return in.end() && asymmetric
		},
		want: "2\n0 0\n1 0\n",
	},
	{
		// The bug needs a decreasing subsequence of three.
		name: "permutation",
		random: func(r *rand.Rand, tokens int) []byte {
			n := tokens - 1
			list := r.Perm(n)
			for i := range list {
				list[i]++
			}
			return fmt.Appendf(nil, "%d\n%s\n", n, join(list))
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1e6)
			list := in.ints(int(n), 1, n)
			if !in.end() {
				return false
			}
			seen := make([]bool, n+1)
			var most, second int64 // the largest so far, and the largest with a larger predecessor
			found := false
			for _, v := range list {
				if seen[v] {
					return false
				}
				seen[v] = true
				found = found || v < second
				if v < most {
					second = max(second, v)
				}
				most = max(most, v)
			}
			return found
		},
		want: "3\n3 2 1\n",
	},
	{
		name: "string",
		random: func(r *rand.Rand, tokens int) []byte {
			s := make([]byte, tokens)
			for i := range s {
				s[i] = byte('a' + r.IntN(26))
			}
			return fmt.Appendf(nil, "%d\n%s\n", len(s), s)
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1e6)
			s := in.next(1)[0]
			if !in.end() || int64(len(s)) != n || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") != "" {
				return false
			}
			for i := 3; i < len(s); i++ {
				if s[i] == s[i-3] && s[i] != s[i-1] {
					return true
				}
			}
			return false
		},
		want: "4\nbaab\n",
	},
	{
		// Test cases; any one whose first heap is the largest is wrong.
		name: "cases",
		random: func(r *rand.Rand, tokens int) []byte {
			var b bytes.Buffer
			count := tokens / 11
			fmt.Fprintln(&b, count)
			for range count {
				list := make([]int, 5+r.IntN(11))
				for i := range list {
					list[i] = 1 + r.IntN(1e9)
				}
				slices.Sort(list)
				if r.IntN(count/8+1) == 0 {
					slices.Reverse(list)
				}
				fmt.Fprintf(&b, "%d\n%s\n", len(list), join(list))
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			wrong := false
			for range in.int(in.next(1)[0], 1, 1e6) {
				n := in.int(in.next(1)[0], 1, 1e6)
				list := in.ints(int(n), 1, 1e9)
				if in.bad {
					return false
				}
				wrong = wrong || list[0] > list[len(list)-1]
			}
			return in.end() && wrong
		},
		want: "1\n2\n2 1\n",
	},
	{
		// Test cases of two lists. An empty first list has no line.
		name: "empty lists",
		random: func(r *rand.Rand, tokens int) []byte {
			var b bytes.Buffer
			count := tokens/8 + 1
			fmt.Fprintln(&b, count)
			for range count {
				pairs, list := r.IntN(4), make([]int, r.IntN(3))
				for i := range list {
					list[i] = 1 + r.IntN(1e6)
				}
				fmt.Fprintln(&b, pairs, len(list))
				if len(list) > 0 {
					fmt.Fprintln(&b, join(list))
				}
				for range pairs {
					fmt.Fprintln(&b, 1+r.IntN(9), 1+r.IntN(9))
				}
			}
			fmt.Fprintf(&b, "1 0\n%d 5\n", 5+r.IntN(4))
			return bytes.Replace(b.Bytes(), []byte(fmt.Sprintln(count)), []byte(fmt.Sprintln(count+1)), 1)
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			wrong := false
			for range in.int(in.next(1)[0], 1, 1e6) {
				sizes := in.ints(2, 0, 1e6)
				if sizes[1] > 0 {
					in.ints(int(sizes[1]), 1, 1e6)
				}
				for range sizes[0] {
					pair := in.ints(2, 1, 9)
					if in.bad {
						return false
					}
					wrong = wrong || pair[0] >= pair[1]
				}
				if in.bad {
					return false
				}
			}
			return in.end() && wrong
		},
		want: "1\n1 0\n1 1\n",
	},
	{
		// Test cases that are graphs, separated by their own counts only. The bug leaks something from the previous
		// case.
		name: "graph cases",
		random: func(r *rand.Rand, tokens int) []byte {
			var b bytes.Buffer
			count := tokens / 20
			fmt.Fprintln(&b, count)
			for range count {
				n, m := 2+r.IntN(8), 1+r.IntN(16)
				fmt.Fprintln(&b, n, m)
				for range m {
					fmt.Fprintln(&b, 1+r.IntN(n), 1+r.IntN(n))
				}
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			wrong, before := false, int64(0)
			for range in.int(in.next(1)[0], 1, 1e6) {
				head := in.next(2)
				n, m := in.int(head[0], 1, 1e6), in.int(head[1], 0, 1e6)
				for range m {
					e := in.ints(2, 1, n)
					if in.bad {
						return false
					}
					wrong = wrong || e[0] == e[1] && before > n
				}
				before = n
			}
			return in.end() && wrong
		},
		want: "2\n2 0\n1 1\n1 1\n",
	},
	{
		// Two edges anywhere in a tree cause the failure, so what lies between has to be merged.
		name: "needles in a tree",
		random: func(r *rand.Rand, tokens int) []byte {
			n := tokens / 3
			var b bytes.Buffer
			fmt.Fprintln(&b, n)
			for v := 2; v <= n; v++ {
				weight := 1000 + r.IntN(1e6)
				switch v {
				case n / 2:
					weight = 777
				case n - 3:
					weight = 888
				}
				fmt.Fprintln(&b, max(1, v-1-r.IntN(20)), v, weight)
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1e6)
			return hasNeedles(in, n, n-1)
		},
		want: "3\n1 2 777\n1 3 777\n",
	},
	{
		name: "needles in a graph",
		random: func(r *rand.Rand, tokens int) []byte {
			n := tokens / 6
			var b bytes.Buffer
			fmt.Fprintln(&b, n, 2*(n-1))
			for v := 2; v <= n; v++ {
				weight := 1000 + r.IntN(1e6)
				switch v {
				case n / 2:
					weight = 777
				case n - 3:
					weight = 888
				}
				fmt.Fprintln(&b, max(1, v-1-r.IntN(20)), v, weight)
				fmt.Fprintln(&b, 1+r.IntN(n), 1+r.IntN(n), 1+r.IntN(500))
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			head := in.next(2)
			n := in.int(head[0], 1, 1e6)
			return hasNeedles(in, n, in.int(head[1], 0, 1e6))
		},
		want: "1 2\n1 1 777\n1 1 777\n",
	},
	{
		name: "needles in a grid",
		random: func(r *rand.Rand, tokens int) []byte {
			h := 1
			for h*h < tokens {
				h++
			}
			w := h + 7
			var b bytes.Buffer
			fmt.Fprintln(&b, h, w)
			for i := range h {
				row := bytes.Repeat([]byte("."), w)
				for j := range row {
					if r.IntN(3) == 0 {
						row[j] = '#'
					}
				}
				switch i {
				case h / 5:
					row[w/2] = 'S'
				case h / 2:
					row[w/7] = 'T'
				}
				fmt.Fprintf(&b, "%s\n", row)
			}
			return b.Bytes()
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			head := in.next(2)
			h, w := in.int(head[0], 1, 1e6), in.int(head[1], 1, 1e6)
			all := ""
			sites := map[byte][2]int{}
			for i := range h {
				row := in.next(1)[0]
				if in.bad || int64(len(row)) != w || strings.Trim(row, ".#ST") != "" {
					return false
				}
				all += row
				for _, c := range "ST" {
					if j := strings.IndexRune(row, c); j >= 0 {
						sites[byte(c)] = [2]int{int(i), j}
					}
				}
			}
			s, t := sites['S'], sites['T']
			return in.end() && strings.Count(all, "S") == 1 && strings.Count(all, "T") == 1 && s[0] != t[0] && s[1] != t[1]
		},
		want: "2 2\n.S\nT.\n",
	},
	{
		// A rooted tree as a list of parents, and a value for each vertex; the bug is at depth three.
		name: "parents",
		random: func(r *rand.Rand, tokens int) []byte {
			n := tokens / 2
			up, values := make([]int, n-1), make([]int, n)
			for i := range up {
				up[i] = 1 + max(0, i-r.IntN(5))
			}
			for i := range values {
				values[i] = r.IntN(1e9)
			}
			return fmt.Appendf(nil, "%d\n%s\n%s\n", n, join(values), join(up))
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 2, 1e6)
			values := in.ints(int(n), 0, 1e9)
			up := in.ints(int(n-1), 1, n)
			if !in.end() {
				return false
			}
			depth := make([]int, n+1)
			for i, p := range up {
				if p > int64(i+1) {
					return false
				}
				depth[i+2] = depth[p] + 1
			}
			return slices.Max(depth) >= 3 && slices.Max(values) >= 10
		},
		want: "4\n0 0 0 10\n1 2 3\n",
	},
	{
		// Each element names the next one; the bug is a loop of two.
		name: "functional graph",
		random: func(r *rand.Rand, tokens int) []byte {
			next := make([]int, tokens-1)
			for i := range next {
				next[i] = 1 + r.IntN(len(next))
			}
			next[len(next)/3], next[len(next)/2] = len(next)/2+1, len(next)/3+1
			return fmt.Appendf(nil, "%d\n%s\n", len(next), join(next))
		},
		fails: func(input []byte) bool {
			in := newReader(input)
			n := in.int(in.next(1)[0], 1, 1e6)
			next := in.ints(int(n), 1, n)
			if !in.end() {
				return false
			}
			for i, v := range next {
				if v != int64(i+1) && next[v-1] == int64(i+1) {
					return true
				}
			}
			return false
		},
		want: "2\n2 1\n",
	},
}

// hasNeedles reads weighted edges, two of which must be there in a connected graph.
func hasNeedles(in *reader, n, m int64) bool {
	var edges [][]int64
	needles := 0
	for range m {
		e := in.ints(3, 1, 2e6)
		if in.bad || e[0] > n || e[1] > n {
			return false
		}
		edges = append(edges, e)
		if e[2] == 777 || e[2] == 888 {
			needles++
		}
	}
	return in.end() && needles == 2 && isConnected(adjacency(n, edges))
}
