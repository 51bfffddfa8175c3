package growth_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"grundy/internal/base/growth"
)

// program simulates the running times of a program, in seconds.
type program struct {
	growth string // function name
	least  float64
	most   float64 // largest n
	cost   func(n float64) float64
}

// Programs that take about half a second at most.
var programs = []program{
	{"1", 1e2, 1e5, func(float64) float64 { return 0.2 }},
	{"log n", 1e2, 1e9, func(n float64) float64 { return 0.02 * math.Log2(n) }},
	{"√n", 1e4, 1e12, func(n float64) float64 { return 5e-7 * math.Sqrt(n) }},
	{"n", 1e3, 1e6, func(n float64) float64 { return 4e-7 * n }},
	{"n log n", 1e3, 1e6, func(n float64) float64 { return 2e-8 * n * math.Log2(n) }},
	{"n√n", 1e3, 2e5, func(n float64) float64 { return 5e-9 * n * math.Sqrt(n) }},
	{"n²", 1e2, 2e4, func(n float64) float64 { return 1e-9 * n * n }},
	{"n³", 10, 800, func(n float64) float64 { return 1e-9 * n * n * n }},
	{"2ⁿ", 1, 32, func(n float64) float64 { return 1e-10 * math.Exp2(n) }},
}

// run simulates a run on each of some sizes, with the noise of machines: a start of 1 ms that varies, times that
// scatter by 4 %, and occasional disturbed runs.
func (p program) run(random *rand.Rand, sizes int) []growth.Sample {
	var samples []growth.Sample
	for i := range sizes {
		n := math.Round(p.least * math.Pow(p.most/p.least, float64(i)/float64(sizes-1)))
		seconds := 0.001*(1+random.Float64()) + p.cost(n)*math.Exp(0.04*random.NormFloat64())
		if random.IntN(20) == 0 {
			seconds *= 1.15
		}
		samples = append(samples, growth.Sample{
			Sizes: growth.Sizes{Tokens: n, Bytes: n * (1 + math.Floor(math.Log10(n))), First: 3},
			Time:  time.Duration(seconds * 1e9),
		})
	}
	return samples
}

// The simulated growth is nearly always named, and mostly as the only one.
func TestKnownGrowth(t *testing.T) {
	const repeats = 200
	for _, p := range programs {
		random := rand.New(rand.NewPCG(1, 2))
		right, first := 0, 0
		for range repeats {
			fit, err := growth.Of(p.run(random, 16))
			if err != nil {
				continue
			}
			if fit.Function.Name == p.growth {
				first++
			}
			named := func(f growth.Function) bool { return f.Name == p.growth }
			if fit.Measure == growth.Tokens && (named(fit.Function) || slices.ContainsFunc(fit.Ties, named)) {
				right++
			}
		}
		if right < repeats*95/100 {
			t.Errorf("%s is named in %d of %d", p.growth, right, repeats)
		}
		if first < repeats*80/100 {
			t.Errorf("%s comes first in %d of %d", p.growth, first, repeats)
		}
	}
}

// series returns runs on inputs of some sizes.
func series(cost func(n float64) float64, sizes ...float64) []growth.Sample {
	var samples []growth.Sample
	for _, n := range sizes {
		samples = append(samples, growth.Sample{Sizes: growth.Sizes{Tokens: n, Bytes: 2 * n}, Time: time.Duration(cost(n) * 1e9)})
	}
	return samples
}

func linear(n float64) float64 { return 0.001 + 1e-6*n }

func TestUnclear(t *testing.T) {
	sizes := []float64{1e3, 2e3, 5e3, 1e4, 3e4, 1e5}
	if _, err := growth.Of(series(linear, sizes...)); err != nil {
		t.Errorf("six sizes over two decades: %v", err)
	}
	for name, samples := range map[string][]growth.Sample{
		"longest run":  series(func(n float64) float64 { return linear(n) / 10 }, sizes...),
		"6 sizes":      series(linear, sizes[1:]...),
		"1.5 decades":  series(linear, 1e5, 1.3e5, 1.7e5, 2.2e5, 3e5, 4e5, 1e6),
		"about as":     series(linear, 1, 1.3, 1.7, 2.2, 2.9, 1e5),
		"is off by":    series(func(n float64) float64 { return 0.03 * math.Pow(n, 0.15) * (1 + 0.6*math.Sin(7*math.Log(n))) }, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7),
		"there are no": nil,
	} {
		fit, err := growth.Of(samples)
		var unclear *growth.UnclearError
		if name == "there are no" {
			name = "longest run"
		}
		if !errors.As(err, &unclear) || !strings.Contains(unclear.Reason, name) {
			t.Errorf("%s: got %v, %v", name, fit, err)
		}
	}
}

// A case that is easier than smaller ones says nothing about the worst case.
func TestEasyCases(t *testing.T) {
	samples := append(series(linear, 1e3, 2e3, 5e3, 1e4, 3e4, 1e5), series(func(float64) float64 { return 0.001 }, 1.1e3, 2.1e4, 9e4, 2e5)...)
	fit, err := growth.Of(samples)
	if err != nil || fit.Function.Name != "n" || len(fit.Points) > 7 {
		t.Errorf("got %+v, %v", fit, err)
	}
	if n, reached := fit.Reaches(1.001); !reached || math.Abs(n-1e6) > 1e4 {
		t.Errorf("a second falls at %g, want 1e6", n)
	}
	if _, reached := fit.Reaches(1e30); reached {
		t.Error("the end of time is reached")
	}
}

// Inputs of other kinds say nothing about the hardest kind, however large they are, unless that has too
// few sizes.
func TestKinds(t *testing.T) {
	sizes := []float64{1e3, 2e3, 5e3, 1e4, 3e4, 1e5}
	kind := func(name string, samples []growth.Sample) []growth.Sample {
		for i := range samples {
			samples[i].Kind = name
		}
		return samples
	}
	hard := kind("many digits", series(linear, sizes...))
	easy := kind("few digits", series(func(n float64) float64 { return linear(n) / 20 }, 1e4, 3e4, 1e5, 3e5, 1e6))
	fit, err := growth.Of(append(easy, hard...))
	if err != nil || fit.Function.Name != "n" || fit.Measure != growth.Tokens || len(fit.Points) != len(hard) {
		t.Errorf("got %+v, %v", fit, err)
	}
	few := kind("few sizes", series(func(n float64) float64 { return 10 * linear(n) }, 1e4, 1e5))
	if fit, err := growth.Of(append(few, hard...)); err != nil || len(fit.Points) != len(hard) {
		t.Errorf("beside a kind of two sizes: got %+v, %v", fit, err)
	}
}

// Instructions are used if all runs have them.
func TestInstructions(t *testing.T) {
	samples := series(linear, 1e3, 2e3, 5e3, 1e4, 3e4, 1e5)
	for i := range samples {
		samples[i].Instructions = int64(7 * samples[i].Sizes.Tokens * samples[i].Sizes.Tokens)
	}
	if fit, err := growth.Of(samples); err != nil || !fit.Counted || fit.Function.Name != "n²" {
		t.Errorf("got %+v, %v", fit, err)
	}
	samples[0].Instructions = 0
	if fit, err := growth.Of(samples); err != nil || fit.Counted || fit.Function.Name != "n" {
		t.Errorf("got %+v, %v", fit, err)
	}
}

func TestSizesOf(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for input, want := range map[string]growth.Sizes{
		"":                       {},
		" \n":                    {Bytes: 2},
		"3\n4 5 6\n":             {Tokens: 4, Bytes: 8, First: 3},
		"12":                     {Tokens: 1, Bytes: 2, First: 12},
		"0 7":                    {Tokens: 2, Bytes: 3},
		"abc":                    {Tokens: 1, Bytes: 3},
		long + " " + long + "\n": {Tokens: 2, Bytes: 400_002},
	} {
		if got, err := growth.SizesOf(strings.NewReader(input)); err != nil || got != want {
			t.Errorf("%.10q: got %+v, %v; want %+v", input, got, err, want)
		}
	}
	if _, err := growth.SizesOf(iotest.ErrReader(errors.New("no disk"))); err == nil {
		t.Error("a fault of the disk was not told of")
	}
}
