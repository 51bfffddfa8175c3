package shrink

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestOrder(t *testing.T) {
	ascending := []string{
		"", "\n", "0", "1", "9", ".", "a", "z", "A", "#", "10", "99", "ab", "-1", "-9",
		"0 1", "0 2", "1 0", "10 1", // fewer tokens come first
	}
	for i, a := range ascending {
		for j, b := range ascending {
			if len(a) == len(b) && smaller([]byte(a), []byte(b)) != (i < j) {
				t.Errorf("%q before %q: got %v", a, b, i >= j)
			}
		}
	}
	if !smaller([]byte("123"), []byte("1 2")) {
		t.Error("of the same length, fewer tokens do not come first")
	}
	if !smaller([]byte("9\n\n"), []byte("10\n0")) {
		t.Error("a shorter input does not come first")
	}
}

func TestOrderIsTotal(t *testing.T) {
	text := rapid.SliceOfN(rapid.SampledFrom([]byte("01a.- \n\xff")), 0, 5)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := text.Draw(t, "a"), text.Draw(t, "b"), text.Draw(t, "c")
		if smaller(a, b) == smaller(b, a) && string(a) != string(b) || smaller(a, a) {
			t.Fatalf("%q and %q are not ordered", a, b)
		}
		if smaller(a, b) && smaller(b, c) && !smaller(a, c) {
			t.Fatalf("%q < %q < %q is not transitive", a, b, c)
		}
	})
}

// Every choice for a number is smaller or equal, and the last ones lower it by one.
func TestLowerNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Int64Range(-1e18+1, 1e18-1).Draw(t, "number")
		text := strconv.FormatInt(number, 10)
		least := text
		for n := range 100 {
			lowered, done := lowerNumber(text, n)
			if done {
				break
			}
			if n == 0 && lowered != "0" {
				t.Fatalf("the first choice for %s is %s", text, lowered)
			}
			// One is not smaller than zero, nor is zero smaller than itself.
			if n > 2 && compareTokens(lowered, text) > 0 {
				t.Fatalf("%s becomes %s", text, lowered)
			}
			least = lowered
		}
		got, ok := parseNumber(least)
		if by := max(number, -number) - max(got, -got); !ok || max(number, -number) > 1 && by != 1 {
			t.Fatalf("%s comes down to %s", text, least)
		}
	})
}
