package problem

import (
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func timings(prefix string, times ...time.Duration) []Timing {
	var all []Timing
	for i, d := range times {
		all = append(all, Timing{Submission: prefix + string(rune('a'+i)), Case: "secret/1", Time: d})
	}
	return all
}

func TestInferTimeLimit(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name         string
		format       Format
		ac, tle      float64
		resolution   time.Duration
		lower, upper []Timing
		want         time.Duration
		fault        []string
	}{
		{"rounds up", V2025, 2, 1.5, time.Second, timings("ac/", 204*ms, 90*ms), nil, time.Second, nil},
		{"the slowest counts", V2025, 2, 1.5, time.Second, timings("ac/", 90*ms, 1204*ms, 90*ms), nil, 3 * time.Second, nil},
		{"exactly on a multiple", V2025, 2, 1.5, time.Second, timings("ac/", time.Second), nil, 2 * time.Second, nil},
		{"a nanosecond over", V2025, 2, 1.5, time.Second, timings("ac/", time.Second+1), nil, 3 * time.Second, nil},
		{"no time at all", V2025, 2, 1.5, time.Second, timings("ac/", 0), nil, time.Second, nil},
		{"fine resolution", V2025, 2, 1.5, 100 * ms, timings("ac/", 204*ms), nil, 500 * ms, nil},
		{"1.1 is a decimal", V2025, 1.1, 1.5, 100 * ms, timings("ac/", time.Second), nil, 1100 * ms, nil},
		{"upper bound exactly met", V2025, 2, 1.5, time.Second, timings("ac/", 400*ms), timings("tle/", 1500*ms), time.Second, nil},
		{
			"upper bound missed by a nanosecond", V2025, 2, 1.5, time.Second, timings("ac/", 400*ms), timings("tle/", 9*time.Second, 1500*ms-1), 0,
			[]string{"ac/a (0.4 s on secret/1)", "tle/b (1.5 s on secret/1)", "times 1.5"},
		},
		{"the interval holds no multiple", V2025, 2, 1.5, time.Second, timings("ac/", 600*ms), timings("tle/", 2900*ms), 0, []string{"ac/a", "tle/a"}},
		{"nothing from below", V2025, 2, 1.5, time.Second, nil, timings("tle/", time.Second), 0, []string{"from below"}},
		{"no resolution", V2025, 2, 1.5, 0, timings("ac/", time.Second), nil, 0, []string{"time_resolution"}},
		{"infinite factor", V2025, math.Inf(1), 1.5, time.Second, timings("ac/", time.Second), nil, 0, []string{"multiplier"}},
		{"factor of zero", V2025, 0, 1.5, time.Second, timings("ac/", time.Second), nil, 0, []string{"multiplier"}},
		{"too long", V2025, 1e300, 1.5, time.Second, timings("ac/", time.Second), nil, 0, []string{"too long"}},

		{"legacy", Legacy, 5, 2, 0, timings("ac/", 210*ms), nil, 2 * time.Second, nil},
		{"legacy, at least 1 s", Legacy, 5, 2, 0, timings("ac/", ms), nil, time.Second, nil},
		{"legacy, TLE has no say", Legacy, 5, 2, 0, timings("ac/", time.Second), timings("tle/", time.Second), 5 * time.Second, nil},
		{"legacy-icpc", LegacyICPC, 5, 2, 100 * ms, timings("ac/", 220*ms), nil, 2 * time.Second, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			limits := Limits{ACToTimeLimit: test.ac, TimeLimitToTLE: test.tle, TimeResolution: test.resolution}
			got, err := InferTimeLimit(limits, test.format, test.lower, test.upper)
			if (err != nil) != (test.fault != nil) || got != test.want {
				t.Fatalf("InferTimeLimit = %v, %v, want %v", got, err, test.want)
			}
			for _, part := range test.fault {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not speak of %q", err, part)
				}
			}
		})
	}
}

// The limit keeps both inequalities, and the next smaller multiple does not keep the lower one.
func TestInferTimeLimitIsSmallest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tenths := rapid.Int64Range(10, 50)
		ac, tle := tenths.Draw(t, "ac"), tenths.Draw(t, "tle")
		limits := Limits{
			ACToTimeLimit:  float64(ac) / 10,
			TimeLimitToTLE: float64(tle) / 10,
			TimeResolution: time.Duration(rapid.Int64Range(1, 2e9).Draw(t, "resolution")),
		}
		tac := time.Duration(rapid.Int64Range(0, 10e9).Draw(t, "T_ac"))
		ttle := time.Duration(rapid.Int64Range(0, 90e9).Draw(t, "T_tle"))
		keepsLower := func(limit time.Duration) bool { return int64(tac)*ac <= int64(limit)*10 }
		keepsUpper := func(limit time.Duration) bool { return int64(limit)*tle <= int64(ttle)*10 }

		limit, err := InferTimeLimit(limits, V2025, timings("ac/", tac), timings("tle/", ttle))
		unbounded, _ := InferTimeLimit(limits, V2025, timings("ac/", tac), nil)
		if unbounded <= 0 || unbounded%limits.TimeResolution != 0 || !keepsLower(unbounded) {
			t.Fatalf("%v is not a multiple that keeps the lower bound", unbounded)
		}
		if less := unbounded - limits.TimeResolution; less > 0 && keepsLower(less) {
			t.Fatalf("%v is not the smallest: %v would do", unbounded, less)
		}
		if keepsUpper(unbounded) != (err == nil) {
			t.Fatalf("limit %v, upper bound kept: %v, but error %v", unbounded, keepsUpper(unbounded), err)
		}
		if err == nil && limit != unbounded {
			t.Fatalf("limit %v differs from %v though both bounds are kept", limit, unbounded)
		}
		limits.Time = unbounded
		if faults := CheckTimeLimit(limits, V2025, timings("ac/", tac), timings("tle/", ttle)); (len(faults) == 0) != (err == nil) {
			t.Fatalf("CheckTimeLimit finds %v where inference says %v", faults, err)
		}
	})
}

func TestRoundUpRefusesOverflow(t *testing.T) {
	got, ok := roundUp(big.NewRat(math.MaxInt64, 1), time.Duration(math.MaxInt64-1))
	if ok {
		t.Errorf("roundUp past the longest duration = %v, want it refused", got)
	}
}

func TestCheckTimeLimit(t *testing.T) {
	const ms = time.Millisecond
	limits := Limits{Time: time.Second, ACToTimeLimit: 2, TimeLimitToTLE: 1.5}
	for _, test := range []struct {
		name         string
		format       Format
		lower, upper []Timing
		want         []string
	}{
		{"kept exactly", V2025, timings("ac/", 500*ms), timings("tle/", 1500*ms), nil},
		{"too small", V2025, timings("ac/", 501*ms), nil, []string{"time limit of 1 s is less than 2 × ac/a (0.501 s on secret/1)"}},
		{"too large", V2025, nil, timings("tle/", 1499*ms), []string{"time limit of 1 s, times 1.5, is more than tle/a (1.499 s on secret/1)"}},
		{"legacy demands nothing", Legacy, timings("ac/", 501*ms), timings("tle/", 1499*ms), nil},
		{"no submissions", V2025, nil, nil, nil},
	} {
		faults := CheckTimeLimit(limits, test.format, test.lower, test.upper)
		if len(faults) != len(test.want) {
			t.Errorf("%s: got %v, want %v", test.name, faults, test.want)
			continue
		}
		for i, fault := range faults {
			if fault.Error() != test.want[i] {
				t.Errorf("%s: got %q, want %q", test.name, fault, test.want[i])
			}
		}
	}
}
