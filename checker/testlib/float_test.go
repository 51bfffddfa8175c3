package testlib

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReaderFloat(t *testing.T) {
	tests := []struct {
		input  string
		digits int
		want   string // of the message; "" if the number is accepted
	}{
		{"0", 2, ""},
		{"-0.25", 2, ""},
		{"10.00", 2, ""},
		{"-10", 0, ""},
		{"10.01", 2, "want a number from -10 to 10"},
		{"0.125", 2, "want at most 2 digits after the point"},
		{"-0", 2, "leading zeros or minus zero"},
		{"-0.00", 2, "leading zeros or minus zero"},
		{"+1", 2, "plus sign"},
		{"01", 2, "leading zeros"},
		{"-00.5", 2, "leading zeros"},
		{"1e0", 2, "want a number from"},
		{".5", 2, "want a number from"},
		{"5.", 2, "want a number from"},
		{"1.-5", 2, "want a number from"},
		{"-", 2, "want a number from"},
		{"", 2, "got end of line"},
		{"nan", 2, "want a number from"},
		{"inf", 2, "want a number from"},
		{"0x1", 2, "want a number from"},
		{"1_0", 2, "want a number from"},
	}
	for _, test := range tests {
		end := validate(strings.NewReader(test.input+"\n"), "", func(in *Reader) {
			got := in.Float("weight", -10, 10, test.digits)
			if want, err := strconv.ParseFloat(test.input, 64); err != nil || got != want {
				t.Errorf("%q: got %v, want %v", test.input, got, want)
			}
			in.Newline()
		})
		switch {
		case test.want == "" && end.exit != exitAccepted:
			t.Errorf("%q: refused: %s", test.input, end.message)
		case test.want != "" && (end.exit != exitRejected || !strings.Contains(end.message, test.want)):
			t.Errorf("%q: got %+v, want a message with %q", test.input, end, test.want)
		}
	}
}

// accepts reports whether a checker's reading of an output ends well.
func accepts(output string, read func(*Tokens)) bool {
	end := conclude(func() {
		tokens := newTokens("output", strings.NewReader(output), reject)
		read(tokens)
		tokens.End()
	})
	return end.exit == exitAccepted
}

func TestTokensFloat(t *testing.T) {
	for _, test := range []struct {
		output string
		want   float64 // NaN if it is refused
	}{
		{"1", 1},
		{"+1.50", 1.5},
		{"007", 7},
		{".5", 0.5},
		{"5.", 5},
		{"-0", 0},
		{"1e2", 100},
		{"12E-1", 1.2},
		{"1e-400", 0},
		{"9.95", 9.95},
		{"100", 100},
		{"-100", -100},
		{"-101", math.NaN()},
		{"101", math.NaN()},
		{"1e400", math.NaN()},
		{"nan", math.NaN()},
		{"NaN", math.NaN()},
		{"-inf", math.NaN()},
		{"Infinity", math.NaN()},
		{"0x1p3", math.NaN()},
		{"1_0", math.NaN()},
		{".", math.NaN()},
		{"e5", math.NaN()},
		{"1e", math.NaN()},
		{"1e+", math.NaN()},
		{"--1", math.NaN()},
		{"", math.NaN()},
	} {
		got := math.NaN()
		accepted := accepts(test.output, func(tokens *Tokens) { got = tokens.Float("length", -100, 100) })
		if accepted == math.IsNaN(test.want) || accepted && got != test.want {
			t.Errorf("%q: accepted %v as %v, want %v", test.output, accepted, got, test.want)
		}
	}
}

func TestTokensNear(t *testing.T) {
	for output, want := range map[string]bool{
		"3.1415": true, "3.15": true, "3.2": false, "nan": false, "inf": false, "1e400": false, "three": false, "": false,
	} {
		if got := accepts(output, func(tokens *Tokens) { tokens.Near("pi", math.Pi, 0.01) }); got != want {
			t.Errorf("%q: got %v, want %v", output, got, want)
		}
	}
}

func TestNearIsWhatExactNumbersSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Float64Range(-1e9, 1e9).Draw(t, "want")
		tolerance := rapid.Float64Range(1e-9, 1e-3).Draw(t, "tolerance")
		got := want + rapid.Float64Range(-3, 3).Draw(t, "steps")*tolerance*max(1, math.Abs(want))
		exact := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
		distance := new(big.Float).Sub(exact(got), exact(want))
		distance.Abs(distance)
		bound := exact(tolerance)
		if relative := new(big.Float).Mul(exact(tolerance), new(big.Float).Abs(exact(want))); relative.Cmp(bound) > 0 {
			bound = relative
		}
		// Rounding may decide if the two are almost equal.
		ratio, _ := new(big.Float).Quo(distance, bound).Float64()
		if math.Abs(ratio-1) > 1e-6 && Near(got, want, tolerance) != (ratio < 1) {
			t.Errorf("Near(%v, %v, %v) = %v, the distance is %v of the bound", got, want, tolerance, ratio >= 1, ratio)
		}
	})
	for _, test := range []struct {
		got, want, tolerance float64
		near                 bool
	}{
		{1, 0.5, 0.5, true}, // a distance equal to the tolerance
		{1.0625, 0.5, 0.5, false},
		{6, 4, 0.5, true}, // half of the wanted number
		{6.0625, 4, 0.5, false},
	} {
		if Near(test.got, test.want, test.tolerance) != test.near {
			t.Errorf("Near(%v, %v, %v) = %v", test.got, test.want, test.tolerance, !test.near)
		}
	}
	for _, odd := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if Near(odd, 1, 1) || Near(1, odd, 1) || Near(odd, odd, 1) {
			t.Errorf("%v is near to something", odd)
		}
	}
	if Near(math.Inf(1), math.MaxFloat64, 2) {
		t.Error("infinity is near to the greatest number")
	}
}
