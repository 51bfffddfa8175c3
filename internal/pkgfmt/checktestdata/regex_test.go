package checktestdata

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestRegexes has the specification's own examples, including its errors.
func TestRegexes(t *testing.T) {
	for _, test := range []struct {
		regex, data, want string // want is the match, or the error
	}{
		{"A|0", "0", "0"},
		{".", "\n", "\n"},
		{"[abc]", "b", "b"},
		{"[a\\-z]*", "a-zb", "a-z"},
		{"[a-a-z]*", "z-ab", "z-a"},
		{"[-a]*", "a-b", "a-"},
		{"[a-]*", "a-b", "a-"},
		{"[z-a]", "", "error: a range from 'z' to 'a' at character 5"},
		{"[^a]*", "bca", "bc"},
		{"[\\^]*", "^a", "^"},
		{"[a^]*", "^ab", "^a"},
		{"[\\]]*", "]]", "]]"},
		{"[\\d]*", "\\d\\d1", "\\d\\d"},
		{"[]", "", "error: an empty set"},
		{"[^]", "", "error: an empty set"},
		{"[][,0-9]+", "", "error: an empty set; the character ] is written \\]"},
		{"[[:digit:]]", "", "error: classes like [:digit:] are not part"},
		{"[a[b]", "", "error: a [ in a set"},
		{"[a", "", "error: a [ that is not closed"},
		{"[a-", "", "error: a [ that is not closed"},
		{"a{2,3}", "aaaa", "aaa"},
		{"a{,2}", "aaa", "aa"},
		{"a{2,}", "aaaa", "aaaa"},
		{"a{,}", "aaaa", "aaaa"},
		{"a{2}", "aaa", "aa"},
		{"a{0}b", "b", "b"},
		{"(ab){0}c", "c", "c"},
		{"(ab){2,3}", "abababab", "ababab"},
		{"a{3,2}", "", "error: a repetition of 3 to 2 times"},
		{"a{}", "", "error: want a number after {"},
		{"a{01}", "", "error: a bound with a leading zero"},
		{"a{-1}", "", "error: want a number after {"},
		{"a{1", "", "error: want } after the bounds"},
		{"a{99999999999}", "", "error: the bound of a repetition is too large"},
		{"a{1,2}{1,2}", "", "error: a repetition of a repetition"},
		{"a*?", "", "error: a repetition of a repetition"},
		{"*", "", "error: nothing to repeat before *"},
		{"a|*", "", "error: nothing to repeat before *"},
		{"(?:a)", "", "error: nothing to repeat before ?"},
		{"(a{2}){2}", "aaaaa", "aaaa"},
		{"p|ps", "ps", "p"},
		{"a|b|c|d", "d", "d"},
		{"(a|b|)c|x", "c", "c"},
		{"", "x", ""},
		{"(a", "", "error: a ( that is not closed"},
		{"a)", "", "error: a ) without a ("},
		{"\\d", "\\d", "\\d"},
		{"\\*\\\\", "*\\", "*\\"},
		{"\\", "\\", "\\"},
		{"a]}-$", "a]}-$", "a]}-$"},
		{"^a", "", "error: ^ is not an anchor in Checktestdata"},
		{"é", "é", "é"},
		{"[^\n]{3}", "éa", "éa"},
		{"((a{1000}){1000}){1000}", "", "error: more than 100000 states are needed"},
		{"((a|b){1,99999}){2}", "", "error: more than 100000 states are needed"},
		{strings.Repeat("(", 300), "", "error: more than 200 open brackets"},
	} {
		got := match1(test.regex, test.data)
		if got != test.want && (!strings.HasPrefix(test.want, "error: ") || !strings.Contains(got, test.want)) {
			t.Errorf("%.30q over %q: got %q, want %q", test.regex, test.data, got, test.want)
		}
	}
}

func match1(source, data string) string {
	re, err := compile(source)
	if err != nil {
		_, fault, _ := strings.Cut(err.Error(), `": `)
		_, more, found := strings.Cut(err.Error(), `…: `)
		if found {
			fault = more
		}
		return "error: " + fault
	}
	in := newInput(strings.NewReader(data), &budget{1 << 30})
	n, found, err := new(matcher).match(re, in, func(int64) error { return nil })
	if !found || err != nil {
		return fmt.Sprint("no match ", err)
	}
	return data[:n]
}

// regexes draws expressions that Go's regexp understands as well.
func regexes(depth int) *rapid.Generator[string] {
	atom := rapid.SampledFrom([]string{"a", "b", "[ab]", "[^a]", ".", "()", "c"})
	if depth == 0 {
		return atom
	}
	inner := rapid.Deferred(func() *rapid.Generator[string] { return regexes(depth - 1) })
	return rapid.OneOf(
		atom,
		rapid.Custom(func(t *rapid.T) string { return inner.Draw(t, "left") + inner.Draw(t, "right") }),
		rapid.Custom(func(t *rapid.T) string { return "(" + inner.Draw(t, "left") + "|" + inner.Draw(t, "right") + ")" }),
		rapid.Custom(func(t *rapid.T) string {
			times := rapid.SampledFrom([]string{"*", "+", "?", "{2}", "{0,2}", "{2,}", "{1,3}", "{0}"}).Draw(t, "times")
			return "(" + inner.Draw(t, "inner") + ")" + times
		}),
		rapid.Custom(func(t *rapid.T) string {
			return atom.Filter(func(s string) bool { return s != "()" }).Draw(t, "atom") +
				rapid.SampledFrom([]string{"*", "+", "?", "{2}", "{0,2}", "{2,}", "{1,3}", "{0}"}).Draw(t, "times")
		}),
	)
}

// TestRegexesAgainstGo compares matches with Go's regexp, whose preferences are the specification's.
func TestRegexesAgainstGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := regexes(4).Draw(t, "regex")
		data := rapid.StringMatching(`[abc\n]{0,12}`).Draw(t, "data")
		want := "no match <nil>"
		if at := regexp.MustCompile(`(?s)\A(?:` + source + `)`).FindStringIndex(data); at != nil {
			want = data[:at[1]]
		}
		if got := match1(source, data); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func FuzzRegex(f *testing.F) {
	f.Add("(a|b)*[^a-c]{2,}", "abab dd")
	f.Add("a{1,100000}", "aaa")
	f.Fuzz(func(t *testing.T, source, data string) {
		re, err := compile(source)
		if err != nil {
			return
		}
		if len(re.states) > maxStates {
			t.Errorf("%d states", len(re.states))
		}
		steps := int64(1 << 20)
		in := newInput(strings.NewReader(data), &budget{1 << 20})
		n, _, _ := new(matcher).match(re, in, func(spent int64) error {
			if steps -= spent; steps < 0 {
				return errSteps
			}
			return nil
		})
		if n < 0 || n > len(data) {
			t.Errorf("matched %d of %d bytes", n, len(data))
		}
	})
}
