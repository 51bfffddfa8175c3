package problem

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"
)

// Timing is the slowest run of a submission on the cases for which it bounds the time limit.
type Timing struct {
	Submission string        `json:"submission"`
	Case       string        `json:"test"`
	Time       time.Duration `json:"cpu_seconds"`
}

// InferTimeLimit returns the time limit that follows from the submissions that bound it. In 2025-09 it is the smallest
// multiple of time_resolution that is at least T_ac × ac_to_time_limit; the slowest of lower is T_ac. It fails with an
// error that names both submissions if that multiple × time_limit_to_tle exceeds T_tle, the fastest of upper. In legacy
// it is the slowest of lower × time_multiplier, which ACToTimeLimit contains, rounded up to whole seconds; upper is
// ignored. Both formats need a submission in lower.
//
// Sources: 2025-09, sections "Problem timing" and "Timelimit inference"; legacy, section "limits".
func InferTimeLimit(limits Limits, format Format, lower, upper []Timing) (time.Duration, error) {
	if err := limits.checkMultipliers(); err != nil {
		return 0, fmt.Errorf("infer the time limit: %w", err)
	}
	if len(lower) == 0 {
		return 0, errors.New("infer the time limit: no submission bounds it from below")
	}
	resolution := limits.TimeResolution
	if format != V2025 {
		resolution = time.Second
		upper = nil
	}
	if resolution <= 0 {
		return 0, fmt.Errorf("infer the time limit: time_resolution: want more than 0, got %v", resolution)
	}
	slowest := slowestOf(lower)
	limit, ok := roundUp(scaled(slowest.Time, limits.ACToTimeLimit), resolution)
	if !ok {
		return 0, fmt.Errorf("infer the time limit: %s × %v is too long", slowest, limits.ACToTimeLimit)
	}
	if len(upper) == 0 {
		return limit, nil
	}
	fastest := fastestOf(upper)
	if exceeds(limit, limits.TimeLimitToTLE, fastest.Time) {
		return 0, fmt.Errorf("infer the time limit: %s, times %v, gives %s in steps of %s, and that, times %v, exceeds %s",
			slowest, limits.ACToTimeLimit, inSeconds(limit), inSeconds(resolution), limits.TimeLimitToTLE, fastest)
	}
	return limit, nil
}

// CheckTimeLimit returns an error for each safety factor that a given time limit violates: T_ac × ac_to_time_limit ≤
// limit, and limit × time_limit_to_tle ≤ T_tle. Legacy does not require them of a given limit.
//
// Source: 2025-09, section "Problem timing".
func CheckTimeLimit(limits Limits, format Format, lower, upper []Timing) []error {
	if format != V2025 {
		return nil
	}
	if err := limits.checkMultipliers(); err != nil {
		return []error{err}
	}
	var faults []error
	if len(lower) > 0 {
		if slowest := slowestOf(lower); exceeds(slowest.Time, limits.ACToTimeLimit, limits.Time) {
			faults = append(faults, fmt.Errorf("time limit of %s is less than %v × %s", inSeconds(limits.Time), limits.ACToTimeLimit, slowest))
		}
	}
	if len(upper) > 0 {
		if fastest := fastestOf(upper); exceeds(limits.Time, limits.TimeLimitToTLE, fastest.Time) {
			faults = append(faults, fmt.Errorf("time limit of %s, times %v, is more than %s", inSeconds(limits.Time), limits.TimeLimitToTLE, fastest))
		}
	}
	return faults
}

// String returns "accepted/nim.go (0.204 s on secret/17)".
func (t Timing) String() string {
	return fmt.Sprintf("%s (%s on %s)", t.Submission, inSeconds(t.Time), t.Case)
}

// inSeconds writes a time with milliseconds: no machine measures more precisely.
func inSeconds(d time.Duration) string {
	d = d.Round(time.Millisecond)
	return strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64) + " s"
}

func slowestOf(timings []Timing) Timing {
	slowest := timings[0]
	for _, t := range timings[1:] {
		if t.Time > slowest.Time {
			slowest = t
		}
	}
	return slowest
}

func fastestOf(timings []Timing) Timing {
	fastest := timings[0]
	for _, t := range timings[1:] {
		if t.Time < fastest.Time {
			fastest = t
		}
	}
	return fastest
}

// exceeds reports whether a × factor > b.
func exceeds(a time.Duration, factor float64, b time.Duration) bool {
	return scaled(a, factor).Cmp(new(big.Rat).SetInt64(int64(b))) > 0
}

// checkMultipliers makes sure that scaled can compute with the factors.
func (l Limits) checkMultipliers() error {
	for _, factor := range []float64{l.ACToTimeLimit, l.TimeLimitToTLE} {
		if !(factor > 0) || math.IsInf(factor, 0) {
			return fmt.Errorf("time multiplier: want a positive number, got %v", factor)
		}
	}
	return nil
}

// scaled returns d × factor in nanoseconds. It treats the factor as the decimal that was written: 1.1 is 11/10, not the
// nearest double, which would push a limit that is exactly on its bound over it.
func scaled(d time.Duration, factor float64) *big.Rat {
	exact, _ := new(big.Rat).SetString(strconv.FormatFloat(factor, 'g', -1, 64))
	return exact.Mul(exact, new(big.Rat).SetInt64(int64(d)))
}

// roundUp returns the smallest positive multiple of step that is at least x, unless it is too long for a Duration.
func roundUp(x *big.Rat, step time.Duration) (time.Duration, bool) {
	unit := big.NewInt(int64(step))
	steps := new(big.Int).Mul(x.Denom(), unit)
	steps, rest := new(big.Int).DivMod(x.Num(), steps, new(big.Int))
	if rest.Sign() > 0 || steps.Sign() == 0 {
		steps.Add(steps, big.NewInt(1))
	}
	limit := steps.Mul(steps, unit)
	return time.Duration(limit.Int64()), limit.IsInt64()
}
