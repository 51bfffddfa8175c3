package problem

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"", "secret/1", true},
		{"accepted", "accepted", true},
		{"accepted", "accepted/nim.go", true},
		{"accepted", "accepted2/nim.go", false},
		{"accepted/nim.go", "accepted", false},
		{"accepted/*", "accepted/nim.go", true},
		{"accepted/*", "accepted/dir/main.go", true}, // the directory accepted/dir is matched
		{"*", "secret/1", true},
		{"*.go", "accepted/nim.go", false}, // * stops at /
		{"*/*.go", "accepted/nim.go", true},
		{"secret/*-hard", "secret/01-hard", true},
		{"secret/*-hard", "secret/01-easy", false},
		{"secret/*-hard", "secret/a/b-hard", false},
		{"secret/group*", "secret/group", true},
		{"secret/group1", "secret/group10/1", false},
		{"*/{simple,complex}.py", "accepted/complex.py", true},
		{"*/{simple,complex}.py", "accepted/simplecomplex.py", false},
		{"accepted/author.{py,cpp}", "accepted/author.cpp", true},
		{"{sample,secret/a}", "secret/a/1", true},
		{"{sample,secret/a}", "secret/b/1", false},
		{"secret/{,x-}1", "secret/1", true},
		{"secret/{,x-}1", "secret/x-1", true},
		{"secret/{a{1,2},b*}", "secret/a2", true},
		{"secret/{a{1,2},b*}", "secret/bee", true},
		{"secret/{a{1,2},b*}", "secret/a3", false},
		{"secret/{a}", "secret/a", true},
		{"secret/{ a , b }1", "secret/b1", true},
		{"secret/a.b", "secret/axb", false},
		{"secret/é*", "secret/été", true},
		{"secret/**", "secret/1", false},
		{"secret/{1", "secret/1", false},
		{strings.Repeat("{a,a}", 40) + "b", strings.Repeat("a", 40) + "c", false},
	} {
		if got := Match(test.pattern, test.name); got != test.want {
			t.Errorf("Match(%q, %q) = %v, want %v", test.pattern, test.name, got, test.want)
		}
	}
}

// A naive expansion of the braces and a naive search for the stars must agree with Match.
func TestMatchAgreesWithExpansion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`[ab*/{},]{0,8}`).Draw(t, "pattern")
		name := rapid.StringMatching(`[ab]{1,3}(/[ab]{1,3}){0,2}`).Draw(t, "name")
		if ValidGlob(pattern) != nil || pattern == "" {
			t.Skip("invalid or everything")
		}
		want := false
		for _, plain := range expand(pattern) {
			for i := range len(name) + 1 {
				if i == len(name) || name[i] == '/' {
					want = want || starMatch(plain, name[:i])
				}
			}
		}
		if got := Match(pattern, name); got != want {
			t.Fatalf("Match(%q, %q) = %v, want %v", pattern, name, got, want)
		}
	})
}

// expand lists what the braces stand for, innermost group first.
func expand(pattern string) []string {
	end := strings.IndexByte(pattern, '}')
	if end < 0 {
		return []string{pattern}
	}
	start := strings.LastIndexByte(pattern[:end], '{')
	var all []string
	for _, alternative := range strings.Split(pattern[start+1:end], ",") {
		all = append(all, expand(pattern[:start]+alternative+pattern[end+1:])...)
	}
	return all
}

func starMatch(pattern, name string) bool {
	if pattern == "" {
		return name == ""
	}
	if pattern[0] == '*' {
		return starMatch(pattern[1:], name) || name != "" && name[0] != '/' && starMatch(pattern, name[1:])
	}
	return name != "" && name[0] == pattern[0] && starMatch(pattern[1:], name[1:])
}

func TestValidGlob(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{"", ""},
		{"accepted/*.{py,cpp}", ""},
		{"secret/{a,{b,c}}", ""},
		{"secret/**", "**"},
		{"secret/[ab]", `"["`},
		{"secret/?", `"?"`},
		{`secret\1`, `"\\"`},
		{"secret/{a", "{ without }"},
		{"secret/a}", "} without {"},
		{"}{", "} without {"},
		{"accepted/", "/ at the start or end"},
		{"/accepted", "/ at the start or end"},
	} {
		err := ValidGlob(test.pattern)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("ValidGlob(%q): %v, want none", test.pattern, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("ValidGlob(%q) = %v, want it to speak of %q", test.pattern, err, test.want)
		}
	}
}
