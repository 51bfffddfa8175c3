package formula

import (
	"math/big"
	"strings"
	"testing"
)

// written writes bounds as a line of a test.
func written(bounds []Bound) string {
	number := func(v *big.Rat) string {
		if v == nil {
			return "?"
		}
		return v.RatString()
	}
	var all []string
	for _, b := range bounds {
		all = append(all, number(b.Low)+" "+b.Name+" "+number(b.High))
	}
	return strings.Join(all, "; ")
}

func TestStatedBounds(t *testing.T) {
	for tex, want := range map[string]string{
		`1 \le n \le 10^5`:                   "1 n 100000",
		`1 \leq a_i \leq 10^{9}`:             "1 a_i 1000000000",
		`1\leqslant n,m\leqslant 2\cdot10^5`: "1 n 200000; 1 m 200000",
		`1 \le n \le 10, 0 \le m < 5`:        "1 n 10; 0 m 4",
		`n \le 10,\ m \le 5`:                 "? n 10; ? m 5",
		`0 < x < 2^{31}-1`:                   "1 x 2147483646",
		`100 \ge k \ge 3`:                    "3 k 100",
		`-10^9 \le x, y \le 10^9`:            "-1000000000 x 1000000000; -1000000000 y 1000000000",
		`1 \le l \le r \le n`:                "1 l ?; 1 r ?; 1 n ?",
		`1 \le |s| \le 100\,000`:             "1 |s| 100000",
		`1 \le n \le 100{,}000`:              "1 n 100000",
		`1 \le n \le 100,000`:                "1 n 100000",
		`n \cdot m \le 10^6`:                 "? n⋅m 1000000",
		`(1 \le n \le 7)`:                    "1 n 7",
		`n \in \{1, \dots, 100\}`:            "1 n 100",
		`x \in [0, 1]`:                       "0 x 1",
		`0.5 \le p \le \frac{3}{4}`:          "1/2 p 3/4",
		`1 \le n \le 5 \quad 2 \le m \le 6`:  "1 n 5; 2 m 6",
		`a + b`:                              "",
		`n = 5`:                              "",
		`n \ne 3`:                            "",
		`9^{9^{9^9}} \ge n`:                  "",
		`\begin{aligned}1&\le n\le 2\\3&\le m\le 4\end{aligned}`: "1 n 2; 3 m 4",
		`1 \le n \le 10^5 \text{ and } 1 \le k \le n`:            "1 n 100000; 1 k ?; 1 n ?",
	} {
		f := New(tex, false)
		Read([]*Formula{f}, nil)
		if got := written(f.Bounds()); got != want {
			t.Errorf("%s: got %q, want %q", tex, got, want)
		}
	}
}

func TestTextBounds(t *testing.T) {
	for text, want := range map[string]string{
		"an integer n, where 1 <= n <= 1000.":   "1 n 1000",
		"two integers, 1 ≤ a, b ≤ 10^9 (small)": "1 a 1000000000; 1 b 1000000000",
		"write a < b for less":                  "",
		"the list 0 < a[i] <= 2 * 10^3":         "1 a[i] 2000",
		"the list a[i] <= 5":                    "",
	} {
		if got := written(TextBounds(text)); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
