package edit

import (
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/yamldoc"
	"grundy/internal/event"
)

// The name of a new case follows the convention of its directory.
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
		want               string // the name, or the error after "!"
	}{
		{"a number", numbers, "secret", "", "ignored", "secret/11"},
		{"a number before a wish", numbers, "secret", "dense", "", "secret/11-dense"},
		{"a wish with a number", numbers, "secret", "5", "", "secret/5"},
		{"a wish with a number and a slug", slugs, "secret", "02-middle", "", "secret/02-middle"},
		{"a number before the hint", slugs, "secret", "", "gen --n 5", "secret/04-gen-n-5"},
		{"a number alone without a hint", slugs, "secret", "", "", "secret/04"},
		{"a number before a wish, as wide as the others", slugs, "secret", "tiny", "gen", "secret/04-tiny"},
		{"other directories do not count", numbers, "secret/g", "", "", "secret/g/78"},
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
		{"no name", words, "secret", "a b", "", "!is not a valid name of a test case"},
		{"a name of a group's file", words, "secret", "test_group", "", "!is not a valid name of a test case"},
		{"a name that looks like an input", words, "secret", "a.in", "", "!is not a valid name of a test case"},
		{"a hidden name", words, "secret", ".a", "", "!is not a valid name of a test case"},
		{"as long as may be", nil, "secret", long, "", "secret/" + long},
		{"too long", nil, "secret", long + "a", "", "!is not a valid name of a test case"},
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
		{[]string{"1-a", "2", "2.x", "4_b"}, numbering{width: 1, first: 1, last: 4}, true}, // one number twice
		{[]string{"t1", "t2-b"}, numbering{prefix: "t", width: 1, first: 1, last: 2, dense: true}, true},
	} {
		if got, is := numberingOf(test.bases); is != test.is || is && got != test.want {
			t.Errorf("numbering of %q is %+v, %v, want %+v, %v", test.bases, got, is, test.want, test.is)
		}
	}
}

func TestNumberOf(t *testing.T) {
	for base, want := range map[string]int{"7": 7, "07-small": 7, "test12": 12, "small": -1, "a1b2": -1} {
		if got := numberOf(base); got != want {
			t.Errorf("%s: %d, want %d", base, got, want)
		}
	}
}

// A case that gets another number moves to that position, or the nearest one in the directory.
func TestOrderWith(t *testing.T) {
	for moved, want := range map[string]string{
		"2-x": "1 2-x 3 4", "9-x": "1 3 4 9-x", "0-x": "0-x 1 3 4", "x": "x 1 3 4", "4": "1 3 4",
	} {
		bases := []string{"1", "3", "4"}
		if moved != "4" {
			bases = []string{"1", "3", moved, "4"}
		}
		if got := strings.Join(orderWith(bases, numbering{first: 1}, moved), " "); got != want {
			t.Errorf("%s: %s, want %s", moved, got, want)
		}
	}
	if got := strings.Join(orderWith([]string{"1", "2"}, numbering{first: 1}, "3"), " "); got != "1 2" {
		t.Errorf("a case that is not there: %s", got)
	}
}

// A file of a plain directory is matched to its case by name, or else by digits; other files are left to the
// author.
func TestPlainTarget(t *testing.T) {
	for _, test := range []struct{ file, old, to, want string }{
		{"t/input03.txt", "input03", "input02", "t/input02.txt"},
		{"t/output03.txt", "input03", "input02", "t/output02.txt"},
		{"answer3.out.txt", "case3", "case12", "answer12.out.txt"},
		{"output03.txt", "input03", "small", ""},
		{"output03.txt", "input03", "other02", ""},
		{"output04.txt", "input03", "input02", ""},
		{"output.txt", "input03", "input02", ""},
		{"output03.txt", "input", "input02", ""},
		{"other.txt", "small", "large", ""},
	} {
		got, err := plainTarget(test.file, test.old, test.to)
		if got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%s of %s, now %s: %q, %v, want %q", test.file, test.old, test.to, got, err, test.want)
		}
	}
}

func TestOwner(t *testing.T) {
	all := []string{"secret/1", "secret/1.a", "secret/1.a.b", "secret/10", "secret/2"}
	for file, want := range map[string]string{
		"secret/1.in": "secret/1", "secret/1.a.in": "secret/1.a", "secret/1.a.b.in": "secret/1.a.b", "secret/10.ans": "secret/10", "secret/3.in": "", "secret/1": "",
	} {
		if got := caseOfFile(file, all); got != want {
			t.Errorf("%s belongs to %q, want %q", file, got, want)
		}
	}
}

// The lines of rules identify cases, so each line must be found again after a change.
func TestLinesAreFoundAgain(t *testing.T) {
	removed := linesAfterRemoval(yamldoc.Span{First: 3, Count: 2})
	for line, want := range map[int]int{1: 1, 2: 2, 3: 0, 4: 0, 5: 3, 6: 4} {
		if got := removed(line); got != want {
			t.Errorf("without the lines 3 and 4, line %d is %d, want %d", line, got, want)
		}
	}
	for _, test := range []struct {
		before, after string
		want          map[int]int
	}{
		{"a\nb\nc", "a\nx\ny\nb\nc", map[int]int{1: 1, 2: 4, 3: 5}},
		{"a\nb", "x\na\nb", map[int]int{1: 2, 2: 3}},
		{"a\nb", "a\nb\nx", map[int]int{1: 1, 2: 2}},
		{"a\nb", "a\nb", map[int]int{1: 1, 2: 2}},
	} {
		inserted := linesAfterInsertion([]byte(test.before), []byte(test.after))
		for line, want := range test.want {
			if got := inserted(line); got != want {
				t.Errorf("%q in %q: line %d is %d, want %d", test.before, test.after, line, got, want)
			}
		}
	}
}

// Two renamings of one case compose to one, or to none if it has its old name again.
func TestCompose(t *testing.T) {
	r := func(old, to string) event.Renaming { return event.Renaming{Old: old, New: to} }
	for _, test := range []struct{ all, more, want []event.Renaming }{
		{nil, []event.Renaming{r("a", "b")}, []event.Renaming{r("a", "b")}},
		{[]event.Renaming{r("a", "b"), r("c", "d")}, []event.Renaming{r("b", "e"), r("x", "y")}, []event.Renaming{r("a", "e"), r("c", "d"), r("x", "y")}},
		{[]event.Renaming{r("a", "b")}, []event.Renaming{r("b", "a")}, nil},
		{[]event.Renaming{r("a", "b"), r("b", "c")}, []event.Renaming{r("b", "x"), r("c", "y")}, []event.Renaming{r("a", "x"), r("b", "y")}},
	} {
		if got := compose(test.all, test.more); !slices.Equal(got, test.want) {
			t.Errorf("%v, then %v: %v, want %v", test.all, test.more, got, test.want)
		}
	}
}
