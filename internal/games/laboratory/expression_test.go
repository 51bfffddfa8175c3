package laboratory

import (
	"errors"
	"strings"
	"testing"

	"grundy/internal/base/hint"
)

// names are the names that the tests use.
var names = map[string]Value{"a": number(6), "b": number(3), "zero": number(0), "play": word("misere"), "list": word("1 3 4")}

func kindsOf(names map[string]Value) map[string]Kind {
	kinds := map[string]Kind{}
	for name, value := range names {
		kinds[name] = value.Kind
	}
	return kinds
}

func TestValue(t *testing.T) {
	tests := map[string]string{
		"a":                              "6",
		"1 + 2 * 3 - 4":                  "3",
		"10 - 4 - 3":                     "3",
		"a xor b":                        "5",
		"a ⊕ b = 5":                      "true",
		"a xor b + 1":                    "2", // sums come first
		"a mod 4":                        "2",
		"a % 4 == 2":                     "true",
		"-1 mod 3":                       "2", // the remainder has the sign of the divisor
		"7 div 2":                        "3",
		"-7 // 2":                        "-4",
		"7 / 2":                          "3.5",
		"-2 ** 2":                        "-4",
		"2 ** 3 ** 2":                    "512",
		"2 ** -1":                        "0.5",
		"- - 3":                          "3",
		"0 < b <= 3 < a":                 "true",
		"0 < b < 3":                      "false",
		"a != b and not a < b":           "true",
		"a ≠ b && !(a ≤ b)":              "true",
		"true or a == 1 and false":       "true",
		"a in {1, 6}":                    "true",
		"a not in {1, 6}":                "false",
		"not a in {1, 6}":                "false",
		"play == 'misere'":               "true",
		`play in {"normal"}`:             "false",
		"a > b ? a - b : b - a":          "3",
		"(a > b) xor (b > a)":            "true",
		"a < b ? 1 : a == b ? 2 : 3":     "3",
		"floor(b * phi)":                 "4",
		"max(1, a, b) - min(a, b)":       "3",
		"gcd(a, b) + ones(7) + abs(0-2)": "8",
		"even(a) and odd(b)":             "true",
		"sqrt(9) + ceil(2.5) + log2(8)":  "9",
		"count(list)":                    "3",
		`"xy" * 3`:                       "xyxyxy",
		`"xy" * 0`:                       "",
		"0 * -1":                         "0",
		// Operands that are not needed are not evaluated.
		"zero == 0 or a / zero > 1":   "true",
		"zero > 0 and a mod zero > 1": "false",
		"zero == 0 ? 1 : a / zero":    "1",
	}
	for text, want := range tests {
		x, err := Parse(text, kindsOf(names))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		value, err := x.Value(names)
		if err != nil || value.String() != want || value.Kind != x.Kind() {
			t.Errorf("%s = %q, %v, %v; want %q of kind %v", text, value, value.Kind, err, want, x.Kind())
		}
	}
}

func TestFaults(t *testing.T) {
	tests := map[string]string{
		"":                             "column 1: want a number, a name or a bracket before the end",
		"a +":                          "column 4: want a number, a name or a bracket before the end",
		"a b":                          `column 3: want an operator or the end before "b"`,
		"a ^ b":                        "column 3: ^ may mean two things (write xor, or ** for a power)",
		"(a":                           `column 3: want ")" before the end`,
		"a ⊕ c":                        `column 5: there is no "c" here (there are a, b, list, play, zero)`,
		"liste == 'x'":                 `column 1: there is no "liste" here (did you mean list?)`,
		"flor(a)":                      `column 1: there is no function "flor" (there are abs, ceil, count, even, floor, gcd, log2, max, min, odd, ones and sqrt)`,
		"floor":                        "column 1: floor is a function (floor(…))",
		"floor(a, b)":                  "column 10: floor takes no more arguments",
		"gcd(a)":                       "column 6: gcd takes 2 arguments",
		"a + (b > 1)":                  "column 5: want a number, this is true or false",
		"a and b":                      "column 1: want true or false, this is a number",
		"a == play":                    "column 6: want a number, this is a word",
		"play < 'b'":                   "column 1: want a number, this is a word",
		"play xor 1":                   "column 1: want a number, this is a word",
		"a ? 1 : 2":                    "column 1: want true or false, this is a number",
		"a > 1 ? 1 : 'x'":              "column 13: want a number, this is a word",
		"a in {}":                      `column 7: want a number, a name or a bracket before "}"`,
		"a not b":                      `column 7: want "in" before "b"`,
		"'abc":                         "column 1: the quotation begins here and does not end",
		"a # b":                        `column 3: '#' means nothing here`,
		"a / zero":                     "column 3: 6 is divided by 0",
		"(a / 4) xor b":                "column 9: 1.5 xor 3: want whole numbers that are not negative",
		"even(0-a)":                    "column 1: even(-6): want whole numbers that are not negative",
		"9 ** 999":                     "column 3: what comes of it is too large, or no number",
		"sqrt(0-1)":                    "column 1: what comes of it is too large, or no number",
		`"x" * 100000`:                 "column 5: 100000 times: want a whole number from 0 to what makes 10000 bytes",
		strings.Repeat("(", 200):       "column 101: more than 100 expressions within each other",
		strings.Repeat("- ", 200):      "column 199: more than 100 expressions within each other",
		strings.Repeat("not ", 200):    "column 401: more than 100 expressions within each other",
		strings.Repeat("1 ** ", 190):   "column 498: more than 100 expressions within each other",
		strings.Repeat("a + ", 300):    "column 1: it has more than 1000 bytes",
		"1" + strings.Repeat("0", 400): "column 1: the number is too large",
	}
	for text, want := range tests {
		x, err := Parse(text, kindsOf(names))
		if err == nil {
			_, err = x.Value(names)
		}
		var wrong *ExpressionError
		if !errors.As(err, &wrong) {
			t.Errorf("%.40s: %v, want %s", text, err, want)
			continue
		}
		got := err.Error()
		if help := hint.Of(err); help != "" {
			got += " (" + help + ")"
		}
		if got != want {
			t.Errorf("%.40s: got  %s\nwant %s", text, got, want)
		}
	}
}

// FuzzParse checks that any text is an expression that can be evaluated, or has a fault at a position in it.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"a xor b == 0", "a in {1, b} ? floor(a * phi) : -2 ** b", `"x" * a`, "not a ≤ b and play == 'misere'", "lost when a", "a / zero"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := Parse(text, kindsOf(names))
		var value Value
		if err == nil {
			value, err = x.Value(names)
		}
		var wrong *ExpressionError
		switch {
		case err == nil && value.Kind != x.Kind():
			t.Errorf("%q is %v and gives %v", text, x.Kind(), value.Kind)
		case err != nil && !errors.As(err, &wrong):
			t.Errorf("%q: %v, want an *ExpressionError", text, err)
		case err != nil && (wrong.At < 0 || wrong.At > len(text) || wrong.Message == ""):
			t.Errorf("%q: the fault %q is at %d", text, wrong.Message, wrong.At)
		}
	})
}
