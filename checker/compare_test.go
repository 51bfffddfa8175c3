package checker

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func options(t failer, flags string) Options {
	t.Helper()
	o, err := ParseOptions(strings.Fields(flags))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// failer is the common part of testing.T and rapid.T.
type failer interface {
	Helper()
	Fatal(args ...any)
}

func compare(t failer, output, answer string, o Options) *Mismatch {
	t.Helper()
	mismatch, err := Compare(strings.NewReader(output), strings.NewReader(answer), o)
	if err != nil {
		t.Fatal(err)
	}
	return mismatch
}

// TestConformanceTable checks the rows on which judges disagree, in the order of the table in the documentation.
func TestConformanceTable(t *testing.T) {
	const e6 = "float_tolerance 1e-6"
	for _, row := range []struct {
		output, answer, flags string
		accept                bool
	}{
		{"YES", "yes", "", true},
		{"YES", "yes", "case_sensitive", false},
		{"1 2", "1\n2", "", true},
		{"1 2", "1\n2", "space_change_sensitive", false},
		{"1 2", "1 2\n", "", true},
		{"1 2 \n", "1 2\n", "", true},
		{"1 2", "1 2\n", "space_change_sensitive", false},
		{"1 2 \n", "1 2\n", "space_change_sensitive", false},
		{" 1 2\n", "1 2\n", "space_change_sensitive", false},
		{"1\r\n2\r\n", "1\n2\n", "", true},
		{"1\r\n2\r\n", "1\n2\n", "space_change_sensitive", false},
		{"\n1\n2\n", "1\n2\n", "", true},
		{"1\n\n2\n", "1\n2\n", "", true},
		{"1  2", "1 2", "", true},
		{"1  2", "1 2", "space_change_sensitive", false},
		{"1\v2\f3", "1 2\t3", "", true},

		{"nan", "nan", e6, true},
		{"NaN", "nan", e6, true},
		{"NaN", "nan", e6 + " case_sensitive", false},
		{"-nan", "nan", e6, false},
		{"nan", "1", e6, false},
		{"1 -nan\n2", "1 -nan\n2", e6, true},
		{"nan", "nan", "", true},
		{"nano", "nano", e6, true},
		{"banana", "banana", e6, true},
		{"inf", "1", e6, false},
		{"0x10", "16", e6, false},
		{"1e", "1", e6, false},
		{"1e+", "1", e6, false},
		{"1.000001", "1", e6, true},
		{"0.999999", "1", e6, true},
		{"1.0000010000000000000000000000001", "1", e6, false},
		{"1000001", "1000000", "float_relative_tolerance 1e-6", true},
		{"1000001.0000000000000000000001", "1000000", "float_relative_tolerance 1e-6", false},
		{"1e5000", "1e5001", e6, false},
		{"1.0000001e5000", "1e5000", e6, true},
		{"10e5000", "1e5001", e6, true},
		{"1e5000", "0", e6, false},
		{"3e-290", "1e-290", "float_absolute_tolerance 2e-290", true},
		{"1e-5000", "0", e6, true},
		{"1\x00", "1", e6, false},
		{"1\x00", "1", "", false},
		{"a\x00b", "a\x00b", "", true},
		{"0.0", "0", "float_relative_tolerance 1e-6", true},
		{"-0", "0", "float_relative_tolerance 1e-6", true},
		{"1e-9", "0", "float_relative_tolerance 1e-6", false},
		{"Yes", "yes", e6, true},
		{"1e", "1e", e6, true},
		{"0x10", "0X10", e6, true},
		{"no", "yes", e6, false},
		{"1.0", "one", e6, false},

		{"1.50", "1.5", "", false},
		{"+1.5", "1.5", e6, true},
		{".5", "0.5", e6, true},
		{"5.", "5", e6, true},
		{".", "0", e6, false},
		{"-", "0", e6, false},
		{"1.5.", "1.5", e6, false},
		{"1e5e1", "1e5", e6, false},
		{"15E-1", "1.5", e6, true},
		{"1.5E1", "15", e6, true},
		{"1.5x1", "15", e6, false},
		{"1e+1", "10", e6, true},
		{"1ex1", "10", e6, false},
		{"1e+-1", "0.1", e6, false},
		{"1", "2", "float_absolute_tolerance 1", true},
		{"1", "2", "float_absolute_tolerance 0.999", false},
		{"1", "2", "float_absolute_tolerance 0.1 float_relative_tolerance 0.5", true},
		{"3", "2", "float_absolute_tolerance 0", false},
		{"2.0", "2", "float_absolute_tolerance 0", true},
		{"1 2", "1 2 3", "", false},
		{"1 2 3", "1 2", "", false},
		{"12", "1 2", "", false},
		{"1 2", "12", "", false},
		{"1 2", "12", e6, false},
		// Longer than the block that is compared at once.
		{"abcdefghij", "\nabcdefghij", "", true},
		{"\nabcdefghij", "abcdefghij", "", true},
		{"abcdefghij\nabcdefghij", "abcdefghij abcdefghij\n", "", true},
		{"abcdefghijabcdefghij", "abcdefghij abcdefghij", "", false},
		{"ABCDEFGHIJ", "abcdefghij", "", true},
		{"ABCDEFGHIJ", "abcdefghij", "case_sensitive", false},
		{"1.5 1\n", "150 1\n", e6, false},
		{"150 1\n", "1.5 1\n", e6, false},
		{".5 1\n", "5 1\n", e6, false},
		{"0 x\n", "x\n", e6, false},
		{"x\n", "0 x\n", e6, false},
		{"1.0 2.0", "1 2", e6 + " space_change_sensitive", true},
		{"1.0 2.5", "1 2", e6 + " space_change_sensitive", false},
		{"", "", "", true},
		{" \n", "", "", true},
		{"", "\n", "space_change_sensitive", false},
		{"", "1", "", false},
		{"\xff", "\xff", "", true},
		{"\xc4", "\xe4", "", false},
		{"Ä", "ä", "", false},
		{"[", "{", "", false},
		{"@", "`", "", false},
	} {
		got := compare(t, row.output, row.answer, options(t, row.flags))
		if (got == nil) != row.accept {
			t.Errorf("%q vs %q with %q: got %+v, want accepted=%v", row.output, row.answer, row.flags, got, row.accept)
		}
	}
}

func TestMismatchIsLocated(t *testing.T) {
	for _, test := range []struct {
		output, answer, flags string
		want                  Mismatch
	}{
		{"1 2 3", "1 2 4", "", Mismatch{TokenDiffers, 4, 4}},
		{"1 2", "1 2 4", "", Mismatch{OutputEnds, 3, 4}},
		{"1 2\n\n4", "1 2\n", "", Mismatch{OutputGoesOn, 5, 4}},
		{"1   12", "1 13", "", Mismatch{TokenDiffers, 5, 3}},
		{"1  2", "1 2", "space_change_sensitive", Mismatch{SpaceDiffers, 2, 2}},
		{"1 2.25", "1 2.5", "float_absolute_tolerance 0.1", Mismatch{NumberDiffers, 4, 4}},
		{"1e0\n", "1 3", "float_absolute_tolerance 0.1", Mismatch{OutputEnds, 4, 2}},
	} {
		got := compare(t, test.output, test.answer, options(t, test.flags))
		if got == nil || *got != test.want {
			t.Errorf("%q vs %q with %q: got %+v, want %+v", test.output, test.answer, test.flags, got, test.want)
		}
	}
}

func TestParseOptions(t *testing.T) {
	for _, test := range []struct {
		args string
		want Options
	}{
		{"", Options{}},
		{"case_sensitive space_change_sensitive", Options{CaseSensitive: true, SpaceChangeSensitive: true}},
		{"float_tolerance 1e-6", Options{FloatAbsolute: "1e-6", FloatRelative: "1e-6"}},
		{"float_relative_tolerance 1e-6 float_absolute_tolerance 0", Options{FloatAbsolute: "0", FloatRelative: "1e-6"}},
	} {
		if got := options(t, test.args); got != test.want {
			t.Errorf("%q: got %+v, want %+v", test.args, got, test.want)
		}
	}
	for _, test := range []struct{ args, want string }{
		{"ignore_case", `unknown flag "ignore_case"`},
		{"float_tolerance", "float_tolerance needs a value"},
		{"float_tolerance x", `float_tolerance: want a number such as 1e-6, got "x"`},
		{"float_tolerance -1", `float_tolerance: want a number such as 1e-6, got "-1"`},
		{"float_tolerance inf", `float_tolerance: want a number such as 1e-6, got "inf"`},
		{"float_tolerance nan", `float_tolerance: want a number such as 1e-6, got "nan"`},
		{"float_tolerance 1 float_tolerance 1", "float_tolerance is given twice"},
		{"float_absolute_tolerance 1 float_absolute_tolerance 2", "float_absolute_tolerance is given twice"},
		{"float_tolerance 1 float_relative_tolerance 1", "float_tolerance cannot stand beside float_relative_tolerance"},
		{"float_absolute_tolerance 1 float_tolerance 1", "float_tolerance cannot stand beside float_absolute_tolerance"},
	} {
		_, err := ParseOptions(strings.Fields(test.args))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got error %v, want one with %q", test.args, err, test.want)
		}
	}
}

// hugeExponent matches numbers that the reference would write out.
var hugeExponent = regexp.MustCompile(`[eE][+-]?[0-9]{4,}`)

var decimalGrammar = regexp.MustCompile(`^[+-]?([0-9]*\.[0-9]+|[0-9]+\.|[0-9]+)([Ee][+-]?[0-9]+)?$`)

// accepts is a simple comparison without regard for time and memory.
func accepts(output, answer string, o Options) bool {
	if o.SpaceChangeSensitive {
		gaps := func(s string) []string {
			return regexp.MustCompile("[^ \t\n\v\f\r]+").Split(s, -1)
		}
		if fmt.Sprintf("%q", gaps(output)) != fmt.Sprintf("%q", gaps(answer)) {
			return false
		}
	}
	words := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r", r) })
	}
	got, want := words(output), words(answer)
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if !acceptsWord(got[i], want[i], o) {
			return false
		}
	}
	return true
}

func acceptsWord(got, want string, o Options) bool {
	if o.FloatAbsolute != "" || o.FloatRelative != "" {
		if decimalGrammar.MatchString(want) {
			return decimalGrammar.MatchString(got) && acceptsNumber(rational(got), rational(want), o)
		}
	}
	if !o.CaseSensitive {
		got, want = asciiLower(got), asciiLower(want)
	}
	return got == want
}

func asciiLower(s string) string {
	bytes := []byte(s) // runes would make all invalid bytes equal
	for i, c := range bytes {
		if 'A' <= c && c <= 'Z' {
			bytes[i] = c - 'A' + 'a'
		}
	}
	return string(bytes)
}

func rational(word string) *big.Rat {
	r, ok := new(big.Rat).SetString(strings.TrimPrefix(word, "+"))
	if !ok {
		panic("not a number: " + word)
	}
	return r
}

func acceptsNumber(got, want *big.Rat, o Options) bool {
	difference := new(big.Rat).Sub(got, want)
	difference.Abs(difference)
	if o.FloatAbsolute != "" && difference.Cmp(rational(o.FloatAbsolute)) <= 0 {
		return true
	}
	if o.FloatRelative == "" {
		return false
	}
	bound := new(big.Rat).Mul(rational(o.FloatRelative), want)
	return difference.Cmp(bound.Abs(bound)) <= 0
}

// texts draws outputs close to their answers, so that both verdicts are frequent.
func texts() *rapid.Generator[[2]string] {
	pairs := rapid.SampledFrom([][2]string{
		{"1", "1"},
		{"1.0", "1"},
		{"1.000001", "1"},
		{"1.0000011", "1"},
		{"-2.5", "-2.4999975"},
		{"1e3", "1000"},
		{strings.Repeat("9", 400), strings.Repeat("9", 399) + "8"},
		{"0." + strings.Repeat("0", 330) + "1", "0"},
		{"99999999999999999999", "99999999999999999999.5"},
		{"333333333333333333333", "333333333333333333334"},
		{"YES", "yes"},
		{"Nan", "nan"},
		{"nap", "nap"},
		{"1e", "1e"},
		{"0x1", "1"},
		{"é", "é"},
		{"\x00", "\x00"},
		{".", "."},
		{"12", "1"},
		{"", "5"},
	})
	gaps := rapid.SampledFrom([][2]string{{" ", " "}, {"\n", "\n"}, {"\r\n", "\n"}, {"  ", " "}, {"", ""}, {" \v\f\t", "\n\n"}, {" ", ""}})
	return rapid.Custom(func(t *rapid.T) [2]string {
		var output, answer strings.Builder
		same := rapid.Bool().Draw(t, "same")
		for range rapid.IntRange(0, 6).Draw(t, "words") {
			for _, part := range [][2]string{pairs.Draw(t, "word"), gaps.Draw(t, "gap")} {
				if same {
					part[0] = part[1]
				}
				output.WriteString(part[0])
				answer.WriteString(part[1])
			}
		}
		return [2]string{output.String(), answer.String()}
	})
}

func drawOptions(t *rapid.T) Options {
	tolerances := rapid.SampledFrom([]string{"", "", "1e-6", "0", "0.5", "1e-320"})
	return Options{
		CaseSensitive:        rapid.Bool().Draw(t, "case"),
		SpaceChangeSensitive: rapid.Bool().Draw(t, "space"),
		FloatAbsolute:        tolerances.Draw(t, "absolute"),
		FloatRelative:        tolerances.Draw(t, "relative"),
	}
}

func TestCompareAgreesWithReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, o := texts().Draw(t, "text"), drawOptions(t)
		// Long equal beginnings move the interesting part across the edges of blocks.
		before := strings.Repeat(rapid.SampledFrom([]string{"x", " ", "0", "7 "}).Draw(t, "pad"), rapid.SampledFrom([]int{0, 0, 1, firstBuffer - 2, firstBuffer - 1, firstBuffer}).Draw(t, "before"))
		output, answer := before+text[0], before+text[1]
		if hugeExponent.MatchString(output + " " + answer) {
			t.Skip("too large for the reference")
		}
		got, err := Compare(strings.NewReader(output), strings.NewReader(answer), o)
		if err != nil {
			t.Fatal(err)
		}
		if want := accepts(output, answer, o); (got == nil) != want {
			t.Fatalf("%q vs %q with %+v: got %+v, want accepted=%v", text[0], text[1], o, got, want)
		}
	})
}

func TestNumbersAgreeWithReference(t *testing.T) {
	digits := rapid.StringMatching(`-?[0-9]{1,25}(\.[0-9]{0,25})?(e-?[0-9]{1,2})?`)
	rapid.Check(t, func(t *rapid.T) {
		want := digits.Draw(t, "want")
		epsilon := rapid.StringMatching(`[0-9](\.[0-9]{1,3})?e-?[0-9]{1,2}`).Draw(t, "epsilon")
		// Exactly at the bound, slightly inside, slightly outside, or anywhere.
		bound := rational(epsilon)
		relative := rapid.Bool().Draw(t, "relative")
		o := Options{FloatAbsolute: epsilon}
		if relative {
			o = Options{FloatRelative: epsilon}
			bound.Mul(bound, rational(want))
		}
		got := rational(want)
		if rapid.Bool().Draw(t, "near") {
			got.Add(got, bound)
			hair := new(big.Rat).SetFrac64(int64(rapid.IntRange(-1, 1).Draw(t, "hair")), 1)
			got.Add(got, hair.Mul(hair, rational("1e-150")))
		} else {
			got.Add(got, rational(digits.Draw(t, "off")))
		}
		text := got.FloatString(300)
		if accepted := compare(t, text, want, o) == nil; accepted != acceptsWord(text, want, o) {
			t.Fatalf("%s vs %s within %+v: got accepted=%v", text, want, o, accepted)
		}
	})
}

// TestSumSign: two small numbers may outweigh a larger one, however they are written and ordered.
func TestSumSign(t *testing.T) {
	of := func(integer, exponent int64) decimal { return decimal{big.NewInt(integer), exponent} }
	for _, test := range []struct {
		terms [3]decimal
		want  int
	}{
		{[3]decimal{of(1, 1), of(-7, 0), of(-7, 0)}, -1},
		{[3]decimal{of(1, 1), of(-5, 0), of(-5, 0)}, 0},
		{[3]decimal{of(1, 1), of(-5, 0), of(-4, 0)}, 1},
		{[3]decimal{of(1, 1), of(-9, 0), of(-9, 0)}, -1},
		{[3]decimal{of(1, 2), of(-7, 0), of(-7, 0)}, 1},
		{[3]decimal{of(1, 1000000), of(-1, 1000000), of(1, 0)}, 1},
		{[3]decimal{of(0, 5), of(0, 0), of(-1, -1000000)}, -1},
		{[3]decimal{of(0, 0), of(0, 0), of(0, 0)}, 0},
	} {
		for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			if got := sumSign(test.terms[order[0]], test.terms[order[1]], test.terms[order[2]]); got != test.want {
				t.Errorf("%v in the order %v: %d, want %d", test.terms, order, got, test.want)
			}
		}
	}
}

func TestHostileNumbers(t *testing.T) {
	zeros, nines := strings.Repeat("0", 1<<20), strings.Repeat("9", 1<<20)
	for _, test := range []struct {
		output, answer, flags string
		accept                bool
	}{
		{"1e999999999999999999999", "1", "float_tolerance 1e-6", false},
		{"1e-999999999999999999999", "0", "float_tolerance 1e-6", true},
		{"1e-999999999", "0", "float_relative_tolerance 1e-6", false},
		{"0e999999999", "0", "float_tolerance 0", true},
		{"1e999999999", "1e999999999", "float_relative_tolerance 0", true},
		{"1.1e999999999", "1e999999999", "float_relative_tolerance 0.1", true},
		{"1.11e999999999", "1e999999999", "float_relative_tolerance 0.1", false},
		{"2e999999999", "1e999999999", "float_absolute_tolerance 1e999999999", true},
		{"2.1e999999999", "1e999999999", "float_absolute_tolerance 1e999999999", false},
		{"1e-999999999", "1", "float_absolute_tolerance 1", true},
		{"-1e-999999999", "1", "float_absolute_tolerance 1", false},
		{"1" + zeros, "1e1048576", "float_tolerance 0", true},
		{"0." + zeros + "1", "1e-1048577", "float_tolerance 0", true},
		{zeros + "1." + zeros, "1", "float_tolerance 0", true},
		{"0." + nines, "1", "float_tolerance 1e-6", true},
		{"1." + zeros + "1", "1", "float_absolute_tolerance 0", false},
		{"1.5" + zeros + "1", "1", "float_absolute_tolerance 0.5", false},
		{"1.5" + zeros, "1", "float_absolute_tolerance 0.5", true},
		// Eight hundred digits count one by one.
		{"0." + nines[:799] + "5", "0." + nines[:799] + "3", "float_absolute_tolerance 1e-800", false},
		{"0." + nines[:799] + "5", "0." + nines[:799] + "3", "float_absolute_tolerance 2e-800", true},
		{nines + "x", nines + "x", "float_tolerance 1e-6", true},
		{nines + "X", nines + "x", "float_tolerance 1e-6", true},
		{nines + "y", nines + "x", "float_tolerance 1e-6", false},
	} {
		got := compare(t, test.output, test.answer, options(t, test.flags))
		if (got == nil) != test.accept {
			t.Errorf("%.30q vs %.30q with %q: got %+v, want accepted=%v", test.output, test.answer, test.flags, got, test.accept)
		}
	}
}

func TestCompareMemoryIsConstant(t *testing.T) {
	const size = 16 << 20
	for _, flags := range []string{"", "float_tolerance 1e-6"} {
		o := options(t, flags)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		// One token on either side, shifted against each other by white space.
		output := io.MultiReader(strings.NewReader(" "), io.LimitReader(repeated('7'), size))
		answer := io.MultiReader(io.LimitReader(repeated('7'), size), strings.NewReader("\n"))
		mismatch, err := Compare(output, answer, o)
		if mismatch != nil || err != nil {
			t.Errorf("%q: got %+v, %v, want equal", flags, mismatch, err)
		}
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
			t.Errorf("%q: allocated %d bytes, want less than 1 MiB", flags, got)
		}
	}
}

type repeated byte

func (r repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

func TestReadErrorsAreErrors(t *testing.T) {
	failure := errors.New("bad disk")
	broken := func() io.Reader { return io.MultiReader(strings.NewReader("1 2"), iotest.ErrReader(failure)) }
	for _, flags := range []string{"", "float_tolerance 1e-6", "space_change_sensitive"} {
		for _, other := range []string{"1 2 3", "1", "1 2", "1  2"} {
			for _, swap := range []bool{false, true} {
				output, answer := broken(), io.Reader(strings.NewReader(other))
				if swap {
					output, answer = answer, output
				}
				mismatch, err := Compare(output, answer, options(t, flags))
				if mismatch == nil && !errors.Is(err, failure) {
					t.Errorf("%q with %q: got %v, want the reader's error", other, flags, err)
				}
			}
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("1.5 a\n", "1.50 A", false, false, "1e-6", "")
	f.Add("nan", "nan", true, true, "", "1e-6")
	f.Add("1e30", "1.1e30", false, true, "1", "0.1")
	f.Fuzz(func(t *testing.T, output, answer string, fold, space bool, absolute, relative string) {
		o := Options{CaseSensitive: !fold, SpaceChangeSensitive: space, FloatAbsolute: absolute, FloatRelative: relative}
		if _, err := o.tolerance(); err != nil {
			return
		}
		if hugeExponent.MatchString(output + " " + answer + " " + absolute + " " + relative) {
			return
		}
		mismatch, err := Compare(strings.NewReader(output), strings.NewReader(answer), o)
		if err != nil {
			t.Fatal(err)
		}
		if want := accepts(output, answer, o); (mismatch == nil) != want {
			t.Fatalf("%q vs %q with %+v: got %+v, want accepted=%v", output, answer, o, mismatch, want)
		}
		if mismatch != nil {
			difference, err := Explain(bytes.NewReader([]byte(output)), bytes.NewReader([]byte(answer)), mismatch, o)
			if err != nil || difference.Reason == "" {
				t.Fatalf("explain %+v: %+v, %v", mismatch, difference, err)
			}
		}
	})
}
