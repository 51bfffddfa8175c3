package exhaust

import (
	"slices"
	"strings"
	"testing"

	"grundy/checker/testlib"
)

// reader has the methods that validators use, of this package's Reader and of testlib's.
type reader interface {
	Int(what string, lo, hi int) int
	Ints(what string, n, lo, hi int) []int
	Word(what string, lo, hi int, alphabet string) string
	OneOf(what string, words ...string) string
	Space()
	Newline()
	Fail(format string, args ...any)
}

// all is a validator that uses every method: lines of several kinds, some with a word, some with numbers.
func all(in reader) {
	lines := in.Int("lines", 1, 100_000)
	in.Newline()
	for range lines {
		if in.OneOf("kind", "a", "ab") == "ab" {
			in.Space()
			if in.Word("word", 1, 3, "ab") == "bb" {
				in.Fail("another word")
			}
		} else {
			in.Space()
			n := in.Int("n", 0, 1)
			in.Space()
			in.Ints("number", n+1, 0, 1e18)
		}
		in.Newline()
	}
}

// isValid reports whether testlib accepts an input.
func isValid(input string) (valid bool) {
	defer func() { _ = recover() }()
	in := testlib.NewReader(strings.NewReader(input))
	all(in)
	in.End()
	return true
}

// TestNothingIsLeftOut compares the inputs with testlib's results on every text of a second line.
func TestNothingIsLeftOut(t *testing.T) {
	const alphabet = " 01ab"
	texts := []string{""}
	valid := 0
	for size := 3; size <= 8; size++ {
		var got, want, longer []string
		for _, text := range texts {
			if input := "1\n" + text + "\n"; isValid(input) {
				want = append(want, input)
			}
			for _, c := range alphabet {
				longer = append(longer, text+string(c))
			}
		}
		texts = longer
		ofSize(size, func(in *Reader) { all(in) }, func(input []byte) {
			if strings.Trim(string(input[2:size-1]), alphabet) == "" {
				got = append(got, string(input))
			}
		})
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%d bytes: got %q, want %q", size, got, want)
		}
		valid += len(want)
	}
	if valid < 5 {
		t.Errorf("only %d inputs are valid", valid)
	}
}

func TestLargeNumbers(t *testing.T) {
	found := 0
	ofSize(4, func(in *Reader) {
		in.Int("n", 17, 1<<63-1)
		in.Newline()
	}, func([]byte) { found++ })
	if found != 900 {
		t.Errorf("got %d numbers of three digits, want 900", found)
	}
}

// TestBuild makes a validator of the library write its inputs.
func TestBuild(t *testing.T) {
	binary, err := Build(t.Context(), "../../..", t.TempDir(), "problems/spidershack/input_validators/validate.go")
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := Start(t.Context(), binary, 2)
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range []int{2: 0, 3: 44} {
		if size < 2 {
			continue
		}
		if got, err := inputs.Next(100); err != nil || len(got) != want {
			t.Errorf("%d bytes: got %d inputs, want %d: %v", size, len(got), want, err)
		}
	}
}
