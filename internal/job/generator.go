package job

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/event"
	"grundy/internal/judge/language"
)

// Generator is a command that makes inputs: a program and its arguments.
type Generator struct {
	// Program is its name, and Source its source. The files may lie on this machine, like those of a Judgement.
	Program string
	Source  language.Source
	// Words are the program's name for users, and its arguments. In them {seed} (also {seed:1}) stands for the seed,
	// {size} and {n} for the size, and {name} for the base name of the files that a generator may write.
	Words []string
	// Bytes is the size of its inputs, if known: generators of large inputs are used less often.
	Bytes int64
}

// ParseGenerator splits a command at white space. Without a placeholder the seed becomes the first argument.
func ParseGenerator(command string) (Generator, error) {
	g := Generator{Words: strings.Fields(command)}
	if len(g.Words) == 0 {
		return g, errors.New("the command is empty")
	}
	for _, word := range g.Words[1:] {
		for rest := word; ; {
			_, after, found := strings.Cut(rest, "{")
			if !found {
				break
			}
			mark, further, closed := strings.Cut(after, "}")
			if name, _, _ := strings.Cut(mark, ":"); !closed || name != "seed" && mark != "size" && mark != "n" && mark != "name" {
				return g, fmt.Errorf("%s: only {seed}, {size}, {n} and {name} stand for something", word)
			}
			rest = further
		}
	}
	if !g.Seeded() {
		g.Words = append([]string{g.Words[0], "{seed}"}, g.Words[1:]...)
	}
	return g, nil
}

// SeedLast moves a leading seed behind all arguments, as is the custom with testlib, where arguments are numbered.
func (g Generator) SeedLast() Generator {
	if len(g.Words) > 2 && g.Words[1] == "{seed}" {
		g.Words = slices.Concat(g.Words[:1], g.Words[2:], g.Words[1:2])
	}
	return g
}

// String is the command as the author wrote it.
func (g Generator) String() string { return strings.Join(g.Words, " ") }

// Seeded reports whether the command takes a seed.
func (g Generator) Seeded() bool { return g.mentions("{seed}", "{seed:") }

// Sized reports whether the command takes a size.
func (g Generator) Sized() bool { return g.mentions("{size}", "{n}") }

func (g Generator) mentions(marks ...string) bool {
	for _, word := range g.Words[1:] {
		for _, mark := range marks {
			if strings.Contains(word, mark) {
				return true
			}
		}
	}
	return false
}

// Base is the name of the files that a generator may write instead of printing the input.
const base = "testcase"

// args are the arguments for a seed and a size.
func (g Generator) args(seed event.Seed, size int) []string {
	number := strconv.FormatUint(uint64(seed), 10)
	values := strings.NewReplacer("{seed}", number, "{size}", strconv.Itoa(size), "{n}", strconv.Itoa(size), "{name}", base)
	args := make([]string, len(g.Words)-1)
	for i, word := range g.Words[1:] {
		word = values.Replace(word)
		// {seed:1} tells two otherwise equal commands apart.
		if before, after, found := strings.Cut(word, "{seed:"); found {
			_, after, _ = strings.Cut(after, "}")
			word = before + number + after
		}
		args[i] = word
	}
	return args
}

// After is the k-th seed after one; after the greatest one comes 0.
func After(s event.Seed, k int64) event.Seed {
	return event.Seed((int64(s) + k) & int64(event.MaxSeed))
}

// scattered is a pseudorandom number that depends on the seed alone (the finalizer of SplitMix64).
func scattered(s event.Seed) uint64 {
	z := uint64(s) + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Sizes are the sizes that generators are asked for.
type Sizes struct {
	// Min and Max are the bounds; 0 means no Max.
	Min, Max int
}

// reachMax is the seed from which on all sizes occur.
const reachMax = 1296

// Bound is the greatest size for a seed. It grows with the fourth root of the seed: a user can check small inputs by
// hand, and they find most faults.
func (s Sizes) Bound(seed event.Seed) int {
	least := max(1, s.Min)
	step := 1.0
	if s.Max > 0 {
		step = float64(max(0, s.Max-least)) / (math.Sqrt(math.Sqrt(reachMax)) - 1)
	}
	grown := math.Sqrt(math.Sqrt(float64(max(seed, 1)))) - 1
	bound := least + int(grown*step+1e-9)
	if s.Max > 0 {
		bound = min(bound, max(s.Max, least))
	}
	return bound
}

// of is the size for a seed, between Min and Bound.
func (s Sizes) of(seed event.Seed) int {
	least := max(1, s.Min)
	return least + int(scattered(seed)%uint64(s.Bound(seed)-least+1))
}

// fixedCost is the size of an input, in bytes, that takes as long as the fixed part of a case.
const fixedCost = 64 << 10

// apart is the number of seeds between the beginnings of two generators, so that those of small inputs come first.
const apart = 4

// Schedule decides which input belongs to which seed, by the seed alone. The first generator begins with seed 1, each
// further one some seeds later. All that have begun get about the same share of the time.
type Schedule struct {
	generators []Generator
	sizes      Sizes
	sums       []float64 // of the weights up to each generator
}

// NewSchedule is the schedule of a Setup.
func NewSchedule(generators []Generator, sizes Sizes) Schedule {
	s := Schedule{generators: generators, sizes: sizes}
	sum := 0.0
	for _, g := range generators {
		sum += 1 / float64(fixedCost+g.Bytes)
		s.sums = append(s.sums, sum)
	}
	return s
}

// Making is how an input is made.
type Making struct {
	Generator int // its index
	Args      []string
	Size      int    // requested, 0 for none
	Call      string // the command line, for users: "gen.py 4182 6"
}

// Of says how the input of a seed is made.
func (s Schedule) Of(seed event.Seed) Making {
	m := Making{Generator: s.choose(seed)}
	g, size := s.generators[m.Generator], s.sizes.of(seed)
	if g.Sized() {
		m.Size = size
	}
	m.Args = g.args(seed, size)
	m.Call = strings.Join(append([]string{g.Words[0]}, m.Args...), " ")
	return m
}

// choose returns the index of the generator for a seed.
func (s Schedule) choose(seed event.Seed) int {
	last := min(len(s.sums)-1, int(max(seed, 1)-1)/apart)
	// Sizes are remainders of the same number, so this uses its high bits.
	point := float64(scattered(seed)>>11) / (1 << 53) * s.sums[last]
	for i, sum := range s.sums {
		if point < sum {
			return i
		}
	}
	return last
}
