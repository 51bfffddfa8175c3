package probe

import "slices"

// The sizes are such that each kind of work takes about 25 ms on a processor of 2020. If you change any work, change
// the version in Measure.
const (
	integerSteps     = 12_000_000
	sortedNumbers    = 240_000
	chasedNumbers    = 4 << 20 // of 4 bytes, more than most second-level caches hold
	chaseSteps       = 150_000
	copiedBytes      = 8 << 20
	copies           = 32
	treeDepth        = 13
	trees            = 40
	interpretedSteps = 2_400_000
)

// random is a xorshift generator.
type random uint64

func (r *random) next() uint64 {
	x := *r
	x ^= x << 13
	x ^= x >> 7
	x ^= x << 17
	*r = x
	return uint64(x)
}

const seed random = 0x9e3779b97f4a7c15

// newIntegers multiplies, divides and shifts numbers, each depending on the last.
func newIntegers() func() uint64 {
	return func() uint64 {
		x, y := uint64(seed), uint64(1)
		for i := range uint64(integerSteps) {
			x = x*6364136223846793005 + 1442695040888963407
			y += x>>33 ^ y<<5
			if i%8 == 0 {
				y ^= x / (y | 1)
			}
		}
		return x ^ y
	}
}

// newBranches sorts numbers in random order, so that comparisons are unpredictable.
func newBranches() func() uint64 {
	r := seed
	numbers := make([]uint32, sortedNumbers)
	for i := range numbers {
		numbers[i] = uint32(r.next())
	}
	work := make([]uint32, len(numbers))
	return func() uint64 {
		copy(work, numbers)
		slices.Sort(work)
		return uint64(work[len(work)/2])
	}
}

// newChase follows a chain of numbers, each of which is the position of the next.
func newChase() func() uint64 {
	r := seed
	next := make([]uint32, chasedNumbers)
	for i := range next {
		next[i] = uint32(i)
	}
	for i := len(next) - 1; i > 0; i-- { // by Sattolo: one cycle through all
		j := r.next() % uint64(i)
		next[i], next[j] = next[j], next[i]
	}
	at := uint32(0)
	return func() uint64 {
		for range chaseSteps {
			at = next[at]
		}
		return uint64(at)
	}
}

// newBandwidth copies more than caches hold.
func newBandwidth() func() uint64 {
	from, to := make([]byte, copiedBytes), make([]byte, copiedBytes)
	for i := range from {
		from[i] = byte(i)
	}
	return func() uint64 {
		for range copies {
			copy(to, from)
			from, to = to, from
		}
		return uint64(to[len(to)/3])
	}
}

// tree is a node of a binary tree.
type tree struct{ left, right *tree }

func newTree(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{newTree(depth - 1), newTree(depth - 1)}
}

func (t *tree) count() uint64 {
	if t == nil {
		return 0
	}
	return 1 + t.left.count() + t.right.count()
}

// newAllocation makes many small objects and walks through them.
func newAllocation() func() uint64 {
	return func() uint64 {
		sum := uint64(0)
		for range trees {
			sum += newTree(treeDepth).count()
		}
		return sum
	}
}

// The instructions of the interpreter, each with two operands.
const (
	loadNumber = iota // a = b
	addTo             // a += b
	multiplyBy        // a = a*b + 1
	shiftRight        // a >>= b
	skipIfOdd         // the next b instructions, if a is odd
	jump              // to b
	decrement         // a, and end when it is 0
)

// instruction is one of them. Operands name registers, except the numbers of loadNumber, shiftRight, skipIfOdd and
// jump.
type instruction struct{ code, a, b uint8 }

// newInterpreter runs a small program of an imaginary machine: Collatz sequences, one after the other.
func newInterpreter() func() uint64 {
	program := []instruction{
		{loadNumber, 1, 27}, // 0
		{addTo, 2, 1},       // 1: sum += x
		{skipIfOdd, 1, 2},   // 2
		{shiftRight, 1, 1},  // 3: x /= 2
		{jump, 0, 6},        // 4
		{multiplyBy, 1, 3},  // 5: x = 3x + 1
		{addTo, 4, 5},       // 6
		{decrement, 0, 0},   // 7
		{jump, 0, 1},        // 8
	}
	return func() uint64 {
		registers := [8]uint64{interpretedSteps, 0, 0, 3, 0, 1}
		for at := 0; ; at++ {
			switch i := program[at]; i.code {
			case loadNumber:
				registers[i.a&7] = uint64(i.b)
			case addTo:
				registers[i.a&7] += registers[i.b&7]
			case multiplyBy:
				registers[i.a&7] = registers[i.a&7]*registers[i.b&7] + 1
			case shiftRight:
				registers[i.a&7] >>= i.b & 63
			case skipIfOdd:
				if registers[i.a&7]&1 == 1 {
					at += int(i.b)
				}
			case jump:
				at = int(i.b) - 1
			case decrement:
				if registers[i.a&7]--; registers[i.a&7] == 0 {
					return registers[2]
				}
			}
		}
	}
}
