package edit

import (
	"strings"
	"testing"
)

// The name of a new case follows what the folder does.
func TestNewName(t *testing.T) {
	numbers := []string{"secret/1", "secret/2", "secret/10", "secret/g/77"}
	slugs := []string{"secret/01-small", "secret/03-big", "sample/9"}
	words := []string{"secret/big-one", "secret/case"}
	prefixed := []string{"secret/test07", "secret/test08"}
	long := strings.Repeat("a", 200)
	for _, test := range []struct {
		name               string
		all                []string
		folder, wish, hint string
		want               string // or what the error says, behind "!"
	}{
		{"a number", numbers, "secret", "", "ignored", "secret/11"},
		{"a number before a wish", numbers, "secret", "dense", "", "secret/11-dense"},
		{"a wish with a number", numbers, "secret", "5", "", "secret/5"},
		{"a wish with a number and a slug", slugs, "secret", "02-middle", "", "secret/02-middle"},
		{"a number before the hint", slugs, "secret", "", "gen --n 5", "secret/04-gen-n-5"},
		{"a number alone without a hint", slugs, "secret", "", "", "secret/04"},
		{"a number before a wish, as wide as the others", slugs, "secret", "tiny", "gen", "secret/04-tiny"},
		{"other folders do not count", numbers, "secret/g", "", "", "secret/g/78"},
		{"a word before the number", prefixed, "secret", "", "gen 5", "secret/test09"},
		{"a word before the number, and a wish", prefixed, "secret", "tiny", "", "secret/tiny"},
		{"words before numbers and slugs", []string{"secret/test1-a"}, "secret", "", "gen", "secret/gen"},
		{"different words before numbers", []string{"secret/a1", "secret/b2"}, "secret", "", "gen", "secret/gen"},
		{"some without a number", []string{"secret/1", "secret/a"}, "secret", "", "gen", "secret/gen"},
		{"the hint", words, "secret", "", "Small: one!", "secret/small-one"},
		{"the hint again", words, "secret", "", "big one", "secret/big-one-2"},
		{"the hint once more", append(words, "secret/big-one-2"), "secret", "", "big one", "secret/big-one-3"},
		{"nothing to go by", words, "secret", "", "", "secret/case-2"},
		{"the first one", nil, "sample", "", "", "sample/case"},
		{"a wish that is taken", words, "secret", "big-one", "", "!there is a case secret/big-one"},
		{"no name", words, "secret", "a b", "", "!is no name of a test case"},
		{"a name of a group's file", words, "secret", "test_group", "", "!is no name of a test case"},
		{"a name that looks like an input", words, "secret", "a.in", "", "!is no name of a test case"},
		{"a hidden name", words, "secret", ".a", "", "!is no name of a test case"},
		{"as long as may be", nil, "secret", long, "", "secret/" + long},
		{"too long", nil, "secret", long + "a", "", "!is no name of a test case"},
	} {
		got, err := newName(test.all, test.folder, test.wish, test.hint)
		if fault, wantsFault := strings.CutPrefix(test.want, "!"); wantsFault {
			if err == nil || !strings.Contains(err.Error(), fault) {
				t.Errorf("%s: %q, error %v, want %q", test.name, got, err, fault)
			}
		} else if err != nil || got != test.want {
			t.Errorf("%s: %q, %v, want %q", test.name, got, err, test.want)
		}
	}
}

func TestSlug(t *testing.T) {
	forty := "abcdefghi-abcdefghi-abcdefghi-abcdefghij"
	for text, want := range map[string]string{
		"":                       "",
		"--":                     "",
		"Gen --n=05 (zz, aa)":    "gen-n-05-zz-aa",
		"{[`@:/":                 "",
		"größe 9":                "gr-e-9",
		forty:                    forty,
		forty + "k":              "abcdefghi-abcdefghi-abcdefghi",
		strings.Repeat("x", 50):  strings.Repeat("x", 40),
		"a " + forty[:38] + "xy": "a-abcdefghi-abcdefghi-abcdefghi",
	} {
		if got := Slug(text); got != want {
			t.Errorf("Slug(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNumbering(t *testing.T) {
	for _, test := range []struct {
		bases []string
		want  numbering
		is    bool
	}{
		{nil, numbering{}, false},
		{[]string{"07"}, numbering{width: 2, first: 7, last: 7, dense: true, bare: true}, true},
		{[]string{"9", "10", "11"}, numbering{width: 1, first: 9, last: 11, dense: true, bare: true}, true},
		{[]string{"03", "01"}, numbering{width: 2, first: 1, last: 3, bare: true}, true},
		{[]string{"1-a", "2", "2.x", "4_b"}, numbering{width: 1, first: 1, last: 4}, true}, // as many as numbers, but one twice
		{[]string{"t1", "t2-b"}, numbering{prefix: "t", width: 1, first: 1, last: 2, dense: true}, true},
	} {
		if got, is := numberingOf(test.bases); is != test.is || is && got != test.want {
			t.Errorf("numbering of %q is %+v, %v, want %+v, %v", test.bases, got, is, test.want, test.is)
		}
	}
}
