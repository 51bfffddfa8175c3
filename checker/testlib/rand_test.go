package testlib

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestRandIsSplitMix64(t *testing.T) {
	r := &Rand{}
	// The first numbers of the published algorithm for the seed 0.
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec} {
		if got := r.Uint64(); got != want {
			t.Errorf("number %d = %#x, want %#x", i, got, want)
		}
	}
}

func TestNewRandHashesItsSeed(t *testing.T) {
	hash := fnv.New64a()
	hash.Write([]byte("nim\x0042\x00"))
	if got, want := NewRand("nim", "42").state, binary.BigEndian.Uint64(hash.Sum(nil)); got != want {
		t.Errorf("state %#x, want %#x", got, want)
	}
	seen := map[uint64]bool{}
	for _, seed := range [][]string{nil, {""}, {"a", "b"}, {"ab"}, {"ab", ""}, {"", "ab"}} {
		state := NewRand(seed...).state
		if seen[state] {
			t.Errorf("seed %q repeats another", seed)
		}
		seen[state] = true
	}
}

// The test data of the shipped problems depends on these numbers: they must never change.
func TestRandIsStable(t *testing.T) {
	r := NewRand("golden")
	got := fmt.Sprintln(
		r.Int(1, 6), r.Int(-3, 3), r.Int(0, math.MaxInt), r.Int(math.MinInt, math.MaxInt), r.Float(),
		r.Perm(5), r.Distinct(4, 10, 20), r.Weighted(1, 0, 5), Choose(r, "a", "b", "c"),
		r.Tree(6, Recursive), r.Tree(6, Deep(2)),
	)
	const want = `1 3 5111007752131378581 -6935010505791011391 0.0918398874357611 [0 2 4 3 1] [19 10 15 18] 2 b ` +
		`[[0 1] [1 2] [0 3] [0 4] [4 5]] [[0 1] [0 2] [1 3] [3 4] [3 5]]` + "\n"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestIntIsUnbiasedAndWithinBounds(t *testing.T) {
	r := NewRand("uniform")
	const draws = 60_000
	counts := map[int]int{}
	for range draws {
		counts[r.Int(-2, 3)]++
	}
	for value := -2; value <= 3; value++ {
		// Ten standard deviations.
		if count := counts[value]; math.Abs(float64(count)-draws/6) > 10*math.Sqrt(draws*5./36) {
			t.Errorf("%d came %d times of %d", value, count, draws)
		}
	}
	if len(counts) != 6 {
		t.Errorf("values out of bounds: %v", counts)
	}
	// With the remainder of 64 bits, the lower half of this range would come twice as often as the upper half.
	lower, span := 0, 1<<62+1<<61
	for range draws {
		if r.Int(-span, span) < 0 {
			lower++
		}
	}
	if math.Abs(float64(lower)-draws/2) > 10*math.Sqrt(draws/4) {
		t.Errorf("%d of %d in the lower half", lower, draws)
	}
	// And with three times 2⁶² numbers, every third one would come twice as often as the others.
	var rests [3]int
	for range draws {
		rests[uint64(r.Int(-3<<61, 3<<61-1)-(-3<<61))%3]++
	}
	for rest, count := range rests {
		if math.Abs(float64(count)-draws/3) > 10*math.Sqrt(draws*2./9) {
			t.Errorf("%d of %d leave the rest %d by three", count, draws, rest)
		}
	}
	for _, value := range []int{0, math.MinInt, math.MaxInt} {
		if got := r.Int(value, value); got != value {
			t.Errorf("Int(%d, %d) = %d", value, value, got)
		}
	}
}

// A power of two divides 2⁶⁴, so no draw is discarded: the numbers are the upper bits.
func TestIntOfAPowerOfTwo(t *testing.T) {
	r, bits := NewRand("power"), NewRand("power")
	for i := range 64 {
		if got, want := r.Int(0, math.MaxInt), int(bits.Uint64()>>1); got != want {
			t.Fatalf("number %d = %d, want %d", i, got, want)
		}
	}
}

func TestPermAndDistinct(t *testing.T) {
	r := NewRand("perm")
	for n := range 20 {
		perm := r.Perm(n)
		slices.Sort(perm)
		for i, value := range perm {
			if i != value {
				t.Fatalf("Perm(%d) sorted is %v", n, perm)
			}
		}
		values := r.Distinct(n, -5, 14)
		slices.Sort(values)
		if len(slices.Compact(values)) != n || n > 0 && (values[0] < -5 || values[n-1] > 14) {
			t.Fatalf("Distinct(%d, -5, 14) sorted is %v", n, values)
		}
	}
	firsts := map[int]int{}
	for range 3000 {
		firsts[r.Distinct(2, 1, 3)[0]]++
	}
	for value := 1; value <= 3; value++ {
		if count := firsts[value]; count < 800 || count > 1200 {
			t.Errorf("Distinct begins with %d in %d of 3000 draws", value, count)
		}
	}
}

func TestWeighted(t *testing.T) {
	r := NewRand("weighted")
	var counts [3]int
	for range 4000 {
		counts[r.Weighted(3, 0, 1)]++
	}
	if counts[0] < 2800 || counts[0] > 3200 || counts[1] != 0 {
		t.Errorf("counts %v for the weights 3, 0, 1", counts)
	}
}

func TestTreeShapes(t *testing.T) {
	const n = 101
	tests := []struct {
		name             string
		shape            Shape
		minDepth, leaves int // leaves 0: any
		maxDepth         int
	}{
		{"path", Path, n - 1, 1, n - 1},
		{"star", Star, 1, n - 1, 1},
		{"caterpillar", Caterpillar, n / 2, n/2 + 1, n/2 + 1},
		{"regular", Regular(10), 2, 91, 2},
		{"recursive", Recursive, 4, 0, 25},
		{"deep", Deep(3), n / 3, 0, n - 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			edges := NewRand(test.name).Tree(n, test.shape)
			depth, children := make([]int, n), make([]int, n)
			for i, edge := range edges {
				parent, child := edge[0], edge[1]
				if child != i+1 || parent < 0 || parent >= child {
					t.Fatalf("edge %d is %v", i, edge)
				}
				depth[child] = depth[parent] + 1
				children[parent]++
			}
			if len(edges) != n-1 {
				t.Errorf("%d edges", len(edges))
			}
			if got := slices.Max(depth); got < test.minDepth || got > test.maxDepth {
				t.Errorf("depth %d, want %d to %d", got, test.minDepth, test.maxDepth)
			}
			leaves := 0
			for _, count := range children {
				if count == 0 {
					leaves++
				}
			}
			if test.leaves > 0 && leaves != test.leaves {
				t.Errorf("%d leaves, want %d", leaves, test.leaves)
			}
		})
	}
	if edges := NewRand().Tree(1, Path); len(edges) != 0 {
		t.Errorf("a tree of one vertex has the edges %v", edges)
	}
}

func TestDistinctTakesAllAndNoMore(t *testing.T) {
	r := NewRand("seed")
	all := r.Distinct(5, -2, 2)
	slices.Sort(all)
	if want := []int{-2, -1, 0, 1, 2}; !slices.Equal(all, want) {
		t.Errorf("five of -2 to 2 are %v, want %v", all, want)
	}
	if two := r.Distinct(2, math.MinInt, math.MaxInt); len(two) != 2 || two[0] == two[1] {
		t.Errorf("two of all integers are %v", two)
	}
	for _, hi := range []int{2, 1} { // both ranges hold fewer than six integers
		func() {
			defer func() {
				if thrown := fmt.Sprint(recover()); !strings.Contains(thrown, "fewer than n integers") {
					t.Errorf("six of -2 to %d: got the panic %v", hi, thrown)
				}
			}()
			r.Distinct(6, -2, hi)
		}()
	}
}
