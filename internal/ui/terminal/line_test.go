package terminal

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// typed types into a line as a user does.
func typed(t *testing.T, l line, keys string) line {
	t.Helper()
	rest := []byte(keys)
	for len(rest) > 0 {
		key, after, ok := nextKey(rest)
		if !ok {
			t.Fatalf("%q is not complete", rest)
		}
		l, rest = l.edit(key), after
	}
	return l
}

func TestLine(t *testing.T) {
	for _, test := range []struct {
		keys string
		want line
	}{
		{"1 2", line{"1 2", ""}},
		{"1 2\x1b[D\x1bOD3", line{"13", " 2"}},
		{"ab\x01c\x05d", line{"cabd", ""}},
		{"ab\x1b[Hc\x1b[Fd\x1b[1~e\x1b[4~f", line{"ecabdf", ""}},
		{"日本\x7f語", line{"日語", ""}},
		{"e\u0301x\x02\x02\x06y", line{"e\u0301y", "x"}},
		{"👩\u200d🔬a\x02\x08", line{"", "a"}},
		{"ab\x02\x02\x1b[3~", line{"", "b"}},
		{"ab\x02\x04", line{"a", ""}},
		{"one two  three\x17\x17", line{"one ", ""}},
		{"one two\x1bb\x1bbx\x1bf!", line{"xone!", " two"}},
		{"one two\x01\x1bd", line{"", " two"}},
		{"one two\x1b[1;5D\x15", line{"", "two"}},
		{"one two\x1b[1;3D\x0b", line{"one ", ""}},
		{"a\x1b[15~\x00\u202e\u009b\x1bx\xffb", line{"ab", ""}},
		{"\x7f\x02\x06\x17\x1b[3~\x1bb\x1bf\x1bd", line{}},
	} {
		if got := typed(t, line{}, test.keys); got != test.want {
			t.Errorf("%q gives %q, want %q", test.keys, got, test.want)
		}
	}
}

// TestNextKeyWaits has keys come in pieces.
func TestNextKeyWaits(t *testing.T) {
	for _, whole := range []string{"a", "é", "日", "\x1b[A", "\x1b[1;5C", "\x1bOH", "\x1bf", "\x1b[3~"} {
		for cut := range whole {
			if _, _, ok := nextKey([]byte(whole[:cut])); ok {
				t.Errorf("%q is taken for a key", whole[:cut])
			}
		}
		if key, rest, ok := nextKey([]byte(whole + "z")); !ok || key != whole || string(rest) != "z" {
			t.Errorf("%qz begins with %q", whole, key)
		}
	}
	if _, _, ok := nextKey([]byte("\x1b[" + strings.Repeat("1;", longestKey))); !ok {
		t.Error("a sequence without end is waited for")
	}
}

// TestLineLikeCharacters edits as a list of characters is edited.
func TestLineLikeCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var (
			got  line
			want []string
			at   int
		)
		for range rapid.IntRange(0, 40).Draw(t, "keys") {
			key := rapid.SampledFrom([]string{"a", "日", "é", "\x1b[C", "\x1b[D", "\x7f", "\x1b[3~", "\x01", "\x05"}).Draw(t, "key")
			got = got.edit(key)
			switch key {
			case "\x1b[C":
				at = min(at+1, len(want))
			case "\x1b[D":
				at = max(at-1, 0)
			case "\x7f":
				if at > 0 {
					at--
					want = slices.Delete(want, at, at+1)
				}
			case "\x1b[3~":
				want = slices.Delete(want, at, min(at+1, len(want)))
			case "\x01":
				at = 0
			case "\x05":
				at = len(want)
			default:
				want = slices.Insert(want, at, key)
				at++
			}
			if model := (line{strings.Join(want[:at], ""), strings.Join(want[at:], "")}); got != model {
				t.Fatalf("%q, want %q", got, model)
			}
		}
	})
}
