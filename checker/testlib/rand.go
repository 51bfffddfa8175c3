package testlib

import (
	"math"
	"math/bits"
)

// Rand is a source of random numbers whose sequence never changes: the same seed gives the same numbers with every
// version of Go and of this package. It is SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014).
type Rand struct{ state uint64 }

// NewRand returns a source seeded with the given words, for instance the arguments of a generator. The seed is the
// 64-bit FNV-1a hash of the words, each followed by a zero byte.
func NewRand(seed ...string) *Rand {
	const offset, prime = 0xcbf29ce484222325, 0x100000001b3
	hash := uint64(offset)
	for _, word := range seed {
		for i := range len(word) {
			hash = (hash ^ uint64(word[i])) * prime
		}
		hash *= prime // the zero byte
	}
	return &Rand{state: hash}
}

// Uint64 returns the next 64 random bits, on which everything else is built.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Int returns an integer from lo to hi, both included, all equally likely.
func (r *Rand) Int(lo, hi int) int {
	if lo > hi {
		panic("testlib: Rand.Int: lo > hi")
	}
	span := uint64(hi) - uint64(lo) // hi - lo itself may overflow
	if span == math.MaxUint64 {
		return int(r.Uint64())
	}
	return int(uint64(lo) + r.below(span+1))
}

// below returns a number below n > 0: the upper half of a product with 64 random bits, without the few products that
// would favour some numbers (Lemire, "Fast Random Integer Generation in an Interval", 2019).
func (r *Rand) below(n uint64) uint64 {
	surplus := -n % n // 2^64 mod n
	for {
		if upper, lower := bits.Mul64(r.Uint64(), n); lower >= surplus {
			return upper
		}
	}
}

// Float returns a number from 0 up to but not including 1, a multiple of 2⁻⁵³.
func (r *Rand) Float() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Perm returns the integers from 0 to n-1 in random order.
func (r *Rand) Perm(n int) []int {
	perm := make([]int, n)
	for i := range perm {
		perm[i] = i
	}
	Shuffle(r, perm)
	return perm
}

// Distinct returns n different integers from lo to hi, in random order.
func (r *Rand) Distinct(n, lo, hi int) []int {
	if uint64(n) > uint64(hi)-uint64(lo)+1 && uint64(hi)-uint64(lo) != math.MaxUint64 {
		panic("testlib: Rand.Distinct: fewer than n integers from lo to hi")
	}
	values := make([]int, 0, n)
	taken := make(map[int]bool, n)
	// Floyd's method: the i-th draw may yield one integer more than the one before.
	for top := hi - n + 1; len(values) < n; top++ {
		value := r.Int(lo, top)
		if taken[value] {
			value = top
		}
		taken[value] = true
		values = append(values, value)
	}
	Shuffle(r, values)
	return values
}

// Weighted returns an index of weights with a probability proportional to its weight. Weights must not be negative.
func (r *Rand) Weighted(weights ...int) int {
	total := 0
	for _, weight := range weights {
		total += weight
	}
	left := r.Int(1, total)
	for i, weight := range weights {
		if left -= weight; left <= 0 {
			return i
		}
	}
	panic("testlib: Rand.Weighted: negative weight")
}

// Choose returns one of the given values.
func Choose[T any](r *Rand, values ...T) T { return values[r.Int(0, len(values)-1)] }

// Shuffle puts values into random order.
func Shuffle[T any](r *Rand, values []T) {
	for i := len(values) - 1; i > 0; i-- {
		j := r.Int(0, i)
		values[i], values[j] = values[j], values[i]
	}
}
