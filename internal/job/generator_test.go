package job

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"grundy/internal/event"
)

func TestParseGenerator(t *testing.T) {
	tests := []struct {
		command string
		call    string // for seed 7 and size 3
		sized   bool
	}{
		{"gen.py", "gen.py 7", false},
		{"gen.py 10", "gen.py 7 10", false},
		{"gen.py 10 {seed}", "gen.py 10 7", false},
		{"  gen.py   --seed={seed}  {size} ", "gen.py --seed=7 3", true},
		{"gen.py {seed:2} {n}", "gen.py 7 3", true},
		{"gen.py {name} {seed}{seed}", "gen.py testcase 77", false},
		{"gen.py {size}", "gen.py 7 3", true},
	}
	for _, test := range tests {
		g, err := ParseGenerator(test.command)
		if err != nil {
			t.Errorf("%q: %v", test.command, err)
			continue
		}
		if call := strings.Join(append([]string{g.Words[0]}, g.args(7, 3)...), " "); call != test.call || g.Sized() != test.sized {
			t.Errorf("%q: %q, sized %t; want %q, %t", test.command, call, g.Sized(), test.call, test.sized)
		}
	}
}

func TestParseGeneratorRefuses(t *testing.T) {
	for _, test := range []struct{ command, want string }{
		{" ", "empty"},
		{"gen.py {sede}", "{sede}: only {seed}"},
		{"gen.py {seed", "{seed: only"},
		{"gen.py {}", "{}: only"},
	} {
		if _, err := ParseGenerator(test.command); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.command, err, test.want)
		}
	}
}

func TestSizesGrowSlowly(t *testing.T) {
	for _, test := range []struct {
		sizes Sizes
		seed  event.Seed
		want  int
	}{
		{Sizes{}, 0, 1},
		{Sizes{}, 1, 1},
		{Sizes{}, 16, 2},
		{Sizes{}, 4181, 8},
		{Sizes{}, event.MaxSeed, 215},
		{Sizes{1, 5}, event.MaxSeed, 5},
		{Sizes{1, 1000}, reachMax, 1000},
		{Sizes{1, 1000}, reachMax / 2, 809},
		{Sizes{10, 10}, 1, 10},
		{Sizes{10, 1000}, 1, 10},
	} {
		if got := test.sizes.Bound(test.seed); got != test.want {
			t.Errorf("%+v: bound %d for seed %d, want %d", test.sizes, got, test.seed, test.want)
		}
	}
}

func TestSizesStayWithinTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Sizes{Min: rapid.IntRange(0, 50).Draw(t, "min")}
		if rapid.Bool().Draw(t, "bounded") {
			s.Max = s.Min + rapid.IntRange(0, 1<<20).Draw(t, "more")
		}
		seed := event.Seed(rapid.Uint32Max(uint32(event.MaxSeed)).Draw(t, "seed"))
		size := s.of(seed)
		if size < max(1, s.Min) || size > s.Bound(seed) || s.Max > 0 && size > max(1, s.Max) {
			t.Fatalf("size %d for seed %d of %+v, bound %d", size, seed, s, s.Bound(seed))
		}
		if later := After(seed, 1); later > seed && s.Bound(later) < s.Bound(seed) {
			t.Fatalf("the bound falls from %d to %d", s.Bound(seed), s.Bound(later))
		}
	})
}

func TestSeedsWrapAround(t *testing.T) {
	if got := After(event.MaxSeed, 1); got != 0 {
		t.Errorf("after the greatest seed comes %d, want 0", got)
	}
	if got := After(event.Seed(3), math.MaxInt32); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}

func TestTheScheduleSharesTime(t *testing.T) {
	s := NewSchedule([]Generator{{Bytes: 100}, {Bytes: 10}, {Bytes: 10 << 20}}, Sizes{})
	counts := make([]int, 3)
	for seed := range event.Seed(10_000) {
		counts[s.choose(seed)]++
	}
	// A hundred and sixty times the cost, so about one in three hundred.
	if counts[2] < 10 || counts[2] > 100 || slices.Min(counts[:2]) < 4000 {
		t.Errorf("chosen %v times", counts)
	}
}

func TestGeneratorsBeginOneAfterTheOther(t *testing.T) {
	s := NewSchedule(make([]Generator, 3), Sizes{})
	first := map[int]event.Seed{}
	for seed := event.Seed(40); seed > 0; seed-- {
		first[s.choose(seed)] = seed
	}
	if first[0] > 4 || first[1] < 5 || first[2] < 9 || len(first) != 3 {
		t.Errorf("the generators begin with the seeds %v", first)
	}
}
