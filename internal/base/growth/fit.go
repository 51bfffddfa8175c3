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

// The least data for a statement about growth.
const (
	minSizes   = 6
	minDecades = 1.5
	// MinTime is the least time of the longest run: shorter runs mostly measure the start of the program.
	MinTime = 20 * time.Millisecond
)

// Sample is a run on an input.
type Sample struct {
	// Kind is equal for inputs that differ only in size; "" if that is unknown. Only such inputs are compared: per
	// token, few large numbers cost a program something else than many small ones.
	Kind  string
	Sizes Sizes
	Time  time.Duration // CPU time
	// Instructions are counted by some machines and vary far less than times; else 0.
	Instructions int64
}

// Point is the cost of a run, in the unit of its Fit.
type Point struct{ N, Cost float64 }

// Fit is t = Base + Factor·f(n).
type Fit struct {
	Measure  Measure // what n counts
	Function Function
	// Ties are the other functions that fit hardly worse, best first.
	Ties []Function
	// Counted means that the cost is in instructions; otherwise it is in seconds.
	Counted      bool
	Base, Factor float64
	// Margin is the root mean square of the points' relative distances from the curve.
	Margin float64
	// Points are the points that were fitted, by n: at each size the most expensive run, since a limit is about the
	// worst case.
	Points []Point

	residual float64 // the sum of the squares of the relative distances
}

// At is the cost that the fit predicts for an n.
func (f Fit) At(n float64) float64 { return f.Base + f.Factor*f.Function.At(n) }

// Reaches returns the n from which the fit predicts a higher cost. It returns false if there is no such n, or if
// it exceeds all numbers of this machine.
func (f Fit) Reaches(cost float64) (n float64, reached bool) {
	low, high := 0.0, 60.0 // exponents of 2
	if f.Function.Name == Constant || f.At(math.Exp2(high)) < cost {
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

// UnclearError says why growth cannot be inferred.
type UnclearError struct{ Reason string }

func (e *UnclearError) Error() string { return e.Reason }

// Bounds of a fit that is good enough to report.
const (
	maxMargin = 0.25
	maxTies   = 2
	// patience is the factor by which a measure's fit may be worse than that of a later one in the
	// list.
	patience = 1.3
)

// Of infers how the cost grows. The error is an *UnclearError.
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
	for _, alike := range byKind(samples) {
		if fits := byMeasure(alike, counted); len(fits) > 0 {
			return choose(fits)
		}
	}
	return Fit{}, &UnclearError{fmt.Sprintf("there are no %d sizes of input over %.1f decades", minSizes, minDecades)}
}

// byKind groups the samples by kind, the kind with the longest run first: a limit is about the worst case.
func byKind(samples []Sample) [][]Sample {
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

// byMeasure returns the best fit for each measure that has enough sizes.
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

// choose picks the measure that explains the cost. The error says why the result is not clear.
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

// Runs are thinned out before a curve is fitted.
const (
	// perDecade is how many sizes of a decade are distinguished.
	perDecade = 10
	// easy is the share of a smaller input's cost below which an input counts as easy, and proves nothing.
	easy = 0.6
)

// worst returns the most expensive run at each size, without those on inputs that are easier than smaller
// ones.
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

// Thresholds for preferring one function to another.
const (
	// grain is the share of the cost that is attributed to caches and clocks instead of the function.
	grain = 0.02
	// likelier is twice the logarithm of the likelihood ratio from which one function is preferred to another.
	likelier = 5
	// slower is the same for the slowest of several functions that fit about as well: disturbances affect long runs
	// more than short ones, and large inputs do not fit into caches.
	slower = 3
	// growing is the same for any growth at all: the best of eight curves always fits better than none.
	growing = 10
)

// bestFit is the function with the smallest relative distance from the points, or one that grows more slowly and
// fits hardly worse.
func bestFit(points []Point, counted bool) Fit {
	var fits []Fit
	for _, f := range Functions() {
		if fit, ok := fitCurve(f, points, counted); ok {
			fits = append(fits, fit)
		}
	}
	constant := fits[0] // 1 is the first function, and can always be fitted
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

// clock is the error of times in seconds: the start of a program varies by as much.
const clock = 1e-3

// fitCurve fits base and factor of a function by the least squares of relative distances; neither may be negative. It
// returns false if the function does not apply to these n, or is equivalent to another one.
func fitCurve(f Function, points []Point, counted bool) (Fit, bool) {
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
	if fit.Factor < 0 || fit.Factor == 0 && f.Name != Constant {
		return Fit{}, false // without growth, 1 describes it better
	}
	fit.Factor /= scale
	for _, p := range points {
		distance := p.Cost - fit.At(p.N)
		fit.residual += weight(p) * distance * distance
	}
	fit.Margin = math.Sqrt(fit.residual / max(1, float64(len(points))-free))
	return fit, true
}
