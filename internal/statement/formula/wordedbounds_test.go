package formula

import (
	"strings"
	"testing"
)

// TestWordedBounds reads bounds that stand in words; formulas stand between dollars.
func TestWordedBounds(t *testing.T) {
	for text, want := range map[string]string{
		"Here $n$ is at most one hundred thousand.":                          "? n 100000",
		"It holds a positive integer $n$ not exceeding $10^5$.":              "1 n 100000",
		"$n$ is a positive integer not exceeding 10^5.":                      "1 n 100000",
		"an integer $k$ between 1 and $N$":                                   "1 k ?",
		"an integer $k$ between one and twenty-five":                         "1 k 25",
		"two integers $a$ and $b$ (both between 0 and 100 000)":              "0 a 100000; 0 b 100000",
		"a non-negative integer $x$, which does not exceed a million":        "0 x 1000000",
		"$a_i$ is at least 2 and at most 1,000":                              "2 a_i 1000",
		"$p$ ranges from $-5$ to $5$":                                        "-5 p 5",
		"$q$ is strictly between 0 and 10":                                   "1 q 9",
		"$q$ is less than two hundred and one, $r$ is greater than 3":        "? q 200; 4 r ?",
		"a number $m$ no greater than 2 million":                             "? m 2000000",
		"The second line has $n$ integers between 1 and $10^9$.":             "",
		"There are $n$ lines with at most 100 letters.":                      "",
		"$n$ positive integers up to 7":                                      "",
		"Print $n$. There is at most one answer.":                            "",
		"$s$ is at most 10 letters long, $t$ up to 10% of it":                "",
		"$k$ is at most $n$.":                                                "",
		"the numbers $x_1, \\dots, x_n$ are at most 5":                       "",
		"$n$ is guaranteed to be even and $m$ is up to 99999999999999999999": "? m 99999999999999999999",
	} {
		var pieces []Prose
		for i, piece := range strings.Split(text, "$") {
			if i%2 == 0 {
				pieces = append(pieces, Prose{Words: piece})
				continue
			}
			f := New(piece, false)
			Read([]*Formula{f}, nil)
			pieces = append(pieces, Prose{Formula: f})
		}
		if got := written(WordedBounds(pieces)); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
