package hint

import "testing"

func TestNearest(t *testing.T) {
	commands := []string{"test", "t", "run", "verify", "list", "ls", "show", "languages", "wallgame", "wallgamebuild"}
	tests := []struct{ typed, want string }{
		{"tset", "test"},
		{"tests", "test"},
		{"verfiy", "verify"},
		{"lang", "languages"},
		{"wallgam", "wallgame"},
		{"wallgamebuilder", "wallgame"}, // prefix of both: the first
		{"shw", "show"},
		{"nosuch", ""},
		{"x", ""},
		{"", ""},
	}
	for _, test := range tests {
		if got := Nearest(test.typed, commands); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.typed, got, test.want)
		}
	}
}

func TestSlips(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "abc", 0},
		{"abc", "acb", 1},
		{"abc", "ab", 1},
		{"kitten", "sitting", 3},
	}
	for _, test := range tests {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("slips(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := editDistance(test.b, test.a); got != test.want {
			t.Errorf("slips(%q, %q) = %d, want %d", test.b, test.a, got, test.want)
		}
	}
}
