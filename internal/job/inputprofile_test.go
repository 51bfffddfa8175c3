package job

import (
	"testing"
)

func TestLikeness(t *testing.T) {
	var l InputProfile
	for _, input := range []string{"3\n5 10 1\nabc\n", "2\n7 7\nca\n", "9\n1 2 3 4 5 6 7 8 9\nb\n"} {
		l.Learn([]byte(input))
	}
	for _, test := range []struct {
		input string
		want  bool
	}{
		{"2\n5 2\nab\n", true},
		{"3\n5 10 1\nabc\n", true},
		{"9 2 2 1 10 10 9 1 1 2\ncc", true},
		{"0\n", false},              // too few tokens
		{"1\n5 2\na\n", false},      // a count below any seen
		{"10\n5 2\na\n", false},     // and above
		{"2\n5 11\na\n", false},     // a number outside the range
		{"2\n5 2\nad\n", false},     // a letter not seen before
		{"2\n5 2\n-1\n", false},     // a number below any seen
		{"2\n5 2 1 0\nab\n", false}, // the same in a later position
	} {
		if got := l.Allows([]byte(test.input)); got != test.want {
			t.Errorf("%q: %t, want %t", test.input, got, test.want)
		}
	}
}
