package growth

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// What must have been measured for a word on growth.
const (
	minSizes   = 6
	minDecades = 1.5
	// MinTime is what the longest run must take, at least: what is shorter is mostly the start of the program.
	MinTime = 20 * time.Millisecond
)

// Sample is a run on an input.
type Sample struct {
	// Kind is the same for inputs that are like each other but for their size; "" where nothing is known of that. Only such
	// inputs are compared: one of few large numbers and one of many small ones cost a program different amounts a token.
	Kind  string
	Sizes Sizes
	Time  time.Duration // of the processor
	// Instructions are counted by some machines and depend on chance far less than times; else 0.
	Instructions int64
}

// Point is what a run cost, in the unit of its Fit.
type Point struct{ N, Cost float64 }

// Fit is t = Base + Factor·f(n).
type Fit struct {
	Measure  Measure // what n counts
	Function Function
	// Ties are the other functions that fit hardly worse, best first.
	Ties []Function
	// Counted tells that the cost is in instructions; otherwise it is in seconds.
	Counted      bool
	Base, Factor float64
	// Margin is the root mean square of the points' relative distances from the curve.
	Margin float64
	// Points are those that the curve was laid through, by n: at each size the run that cost most, since it is the worst
	// case that a limit is about.
	Points []Point

	residual float64 // the sum of the squares of the relative distances
}

// At is the cost that the fit expects for an n.
func (f Fit) At(n float64) float64 { return f.Base + f.Factor*f.Function.At(n) }

// Reaches gives the n from which on the fit expects to cost more than this; false for a cost that it never reaches, or
// reaches at an n that no number of this machine holds.
func (f Fit) Reaches(cost float64) (n float64, reached bool) {
	low, high := 0.0, 60.0 // exponents of 2
	if f.Function.Name == "1" || f.At(math.Exp2(high)) < cost {
		return 0, false
	}
	for range 60 {
		if middle := (low + high) / 2; f.At(math.Exp2(middle)) < cost {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Exp2(high), true
}

// UnclearError tells why nothing can be said.
type UnclearError struct{ Reason string }

func (e *UnclearError) Error() string { return e.Reason }

// Bounds of a fit that is worth a word.
const (
	maxMargin = 0.25
	maxTies   = 2
	// patience is how much worse another measure, first in the list, may explain the cost.
	patience = 1.3
)

// Of finds how the cost grows. The error is an *UnclearError.
func Of(samples []Sample) (Fit, error) {
	var longest time.Duration
	for _, s := range samples {
		longest = max(longest, s.Time)
	}
	if longest < MinTime {
		return Fit{}, &UnclearError{fmt.Sprintf("the longest run takes %.1f ms of the %d ms that a look at growth needs",
			float64(longest)/float64(time.Millisecond), MinTime.Milliseconds())}
	}
	counted := !slices.ContainsFunc(samples, func(s Sample) bool { return s.Instructions == 0 })
	for _, alike := range hardest(samples) {
		if fits := byMeasure(alike, counted); len(fits) > 0 {
			return choose(fits)
		}
	}
	return Fit{}, &UnclearError{fmt.Sprintf("there are no %d sizes of input over %.1f decades", minSizes, minDecades)}
}

// hardest has the samples of each kind, those first whose longest run is the longest: a limit is about the worst case.
func hardest(samples []Sample) [][]Sample {
	kinds := map[string][]Sample{}
	for _, s := range samples {
		kinds[s.Kind] = append(kinds[s.Kind], s)
	}
	longest := func(kind string) time.Duration {
		return slices.MaxFunc(kinds[kind], func(a, b Sample) int { return cmp.Compare(a.Time, b.Time) }).Time
	}
	names := slices.SortedFunc(maps.Keys(kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(longest(b), longest(a)), cmp.Compare(a, b))
	})
	var all [][]Sample
	for _, name := range names {
		all = append(all, kinds[name])
	}
	return all
}

// byMeasure has the best fit for each measure by which there are enough sizes.
func byMeasure(samples []Sample, counted bool) []Fit {
	var fits []Fit
	for _, m := range measures() {
		points := worst(samples, m, counted)
		if len(points) < minSizes || math.Log10(points[len(points)-1].N/points[0].N) < minDecades {
			continue
		}
		fit := bestFit(points, counted)
		fit.Measure = m
		fits = append(fits, fit)
	}
	return fits
}

// choose takes the measure that explains the cost; the error tells why what it says is not clear.
func choose(fits []Fit) (Fit, error) {
	least := slices.MinFunc(fits, func(a, b Fit) int { return cmp.Compare(a.Margin, b.Margin) }).Margin
	fit := fits[slices.IndexFunc(fits, func(f Fit) bool { return f.Margin <= least*patience })]
	switch {
	case fit.Margin > maxMargin:
		return fit, &UnclearError{fmt.Sprintf("%s fits best and is off by %.0f %%", fit.Function.Name, 100*fit.Margin)}
	case len(fit.Ties) > maxTies:
		names := []string{fit.Function.Name}
		for _, tie := range fit.Ties {
			names = append(names, tie.Name)
		}
		return fit, &UnclearError{strings.Join(names, ", ") + " fit about as well"}
	}
	return fit, nil
}

// Runs are thinned out before a curve is laid through them.
const (
	// perDecade is how many sizes of a decade are told apart.
	perDecade = 10
	// easy is the share of what a smaller input costs below which an input is an easy one, of which nothing follows.
	easy = 0.6
)

// worst are the runs that cost most at each size, without those on inputs that are easier than smaller ones.
func worst(samples []Sample, m Measure, counted bool) []Point {
	greatest := map[int]Point{}
	for _, s := range samples {
		p := Point{s.Sizes.By(m), s.Time.Seconds()}
		if counted {
			p.Cost = float64(s.Instructions)
		}
		if p.N < 1 {
			continue
		}
		if bin := int(perDecade * math.Log10(p.N)); p.Cost > greatest[bin].Cost {
			greatest[bin] = p
		}
	}
	var points []Point
	for _, p := range greatest {
		points = append(points, p)
	}
	slices.SortFunc(points, func(a, b Point) int { return cmp.Compare(a.N, b.N) })
	before := 0.0
	return slices.DeleteFunc(points, func(p Point) bool {
		before = max(before, p.Cost)
		return p.Cost < easy*before
	})
}

// How well two functions can be told apart.
const (
	// grain is a share of the cost that no function is blamed for: caches and clocks are no better.
	grain = 0.02
	// likelier is the logarithm of the likelihoods' ratio, twice, from which on one function is preferred to another.
	likelier = 5
	// slower is the same for the slowest growing of several functions that fit about as well: what else a machine does disturbs
	// long runs more than short ones, and large inputs do not fit into caches.
	slower = 3
	// growing is the same for whether there is any growth: the best of eight curves always fits better than none.
	growing = 10
)

// bestFit is the function with the smallest relative distance from the points, or one that grows more slowly and fits hardly worse.
func bestFit(points []Point, counted bool) Fit {
	var fits []Fit
	for _, f := range Functions() {
		if fit, ok := lay(f, points, counted); ok {
			fits = append(fits, fit)
		}
	}
	constant := fits[0] // 1 is the first function, and can always be laid
	many := float64(len(points))
	blur := func(f Fit) float64 { return f.residual + many*grain*grain }
	nearest := slices.MinFunc(fits, func(a, b Fit) int { return cmp.Compare(a.residual, b.residual) })
	behind := func(f Fit) float64 { return many * math.Log(blur(f)/blur(nearest)) }
	constant.Points = points
	if behind(constant) < growing {
		return constant
	}
	best := fits[slices.IndexFunc(fits, func(f Fit) bool { return behind(f) < slower })] // they are in order of growth
	best.Points = points
	slices.SortStableFunc(fits, func(a, b Fit) int { return cmp.Compare(a.residual, b.residual) })
	for _, other := range fits {
		if other.Function.Name != best.Function.Name && behind(other) < likelier {
			best.Ties = append(best.Ties, other.Function)
		}
	}
	return best
}

// clock is what times are not exact to, in seconds: the start of a program varies by as much.
const clock = 1e-3

// lay finds base and factor for a function by the least squares of relative distances; neither may be negative. False tells
// that the function is none for these n, or that another one says the same.
func lay(f Function, points []Point, counted bool) (Fit, bool) {
	scale := f.At(points[len(points)-1].N)
	if math.IsInf(scale, 0) || math.IsNaN(scale) {
		return Fit{}, false
	}
	var w, wx, wxx, wy, wxy float64
	weight := func(p Point) float64 {
		width := p.Cost
		if !counted {
			width += clock
		}
		return 1 / (width * width)
	}
	for _, p := range points {
		k, x := weight(p), f.At(p.N)/scale
		w, wx, wxx = w+k, wx+k*x, wxx+k*x*x
		wy, wxy = wy+k*p.Cost, wxy+k*x*p.Cost
	}
	fit := Fit{Function: f, Counted: counted}
	free := 2.0 // parameters
	if determinant := w*wxx - wx*wx; determinant > 1e-12*w*wxx {
		fit.Factor = (w*wxy - wx*wy) / determinant
		fit.Base = (wy - fit.Factor*wx) / w
	} else {
		fit.Base, free = wy/w, 1 // the function 1
	}
	if fit.Base < 0 {
		fit.Base, fit.Factor, free = 0, wxy/wxx, 1
	}
	if fit.Factor < 0 || fit.Factor == 0 && f.Name != "1" {
		return Fit{}, false // it does not grow, which 1 says better
	}
	fit.Factor /= scale
	for _, p := range points {
		distance := p.Cost - fit.At(p.N)
		fit.residual += weight(p) * distance * distance
	}
	fit.Margin = math.Sqrt(fit.residual / max(1, float64(len(points))-free))
	return fit, true
}
