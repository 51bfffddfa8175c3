package enumerate

import (
	"slices"
	"testing"
)

func texts(g *Grammar, n int) []string {
	var all []string
	g.Inputs(n, func(input []byte) bool {
		all = append(all, string(input))
		return true
	})
	slices.Sort(all)
	return all
}

func learnt(inputs ...string) *Grammar {
	var known [][]byte
	for _, input := range inputs {
		known = append(known, []byte(input))
	}
	return Learn(known)
}

// A number that always counts the tokens below it is not varied; no input is missing or made twice.
func TestCountsAreNotVaried(t *testing.T) {
	g := learnt("1\n7\n", "2\n9 3\n", "3\n1 1 1\n")
	want := []string{
		"1\n0\n", "1\n1\n", "1\n2\n", "1\n3\n",
		"2\n0 0\n", "2\n0 1\n", "2\n0 2\n", "2\n0 3\n", "2\n1 0\n", "2\n1 1\n", "2\n1 2\n", "2\n1 3\n",
		"2\n2 0\n", "2\n2 1\n", "2\n2 2\n", "2\n2 3\n", "2\n3 0\n", "2\n3 1\n", "2\n3 2\n", "2\n3 3\n",
	}
	if got := texts(g, 3); !slices.Equal(got, want) {
		t.Errorf("up to 3: got %q, want %q", got, want)
	}
	if got := g.Size(3); got != len(want) {
		t.Errorf("size of 3: got %d, want %d", got, len(want))
	}
}

// Two inputs are not enough evidence: here the first number of the second line exceeds the line's length by four
// both times, by chance.
func TestChanceIsNoEvidence(t *testing.T) {
	if got := texts(learnt("1\n5\n", "3\n7 8 9\n"), 3); !slices.Contains(got, "1\n0\n") {
		t.Errorf("got %q, want the input 1 0 among them", got)
	}
}

// Bounds stop growing at the largest layout if only letters vary.
func TestBoundEnds(t *testing.T) {
	g := learnt("aba\n")
	if !g.Grows(3) || g.Grows(4) {
		t.Errorf("grows up to 3, 4: got %v, %v, want true, false", g.Grows(3), g.Grows(4))
	}
}

// A number that never varied in known inputs is varied all the same.
func TestConstantsAreVaried(t *testing.T) {
	if got, want := texts(learnt("1 5\n", "1 6\n"), 2), 9; len(got) != want {
		t.Errorf("got %d inputs %q, want %d", len(got), got, want)
	}
}

func TestLettersAndSigns(t *testing.T) {
	want := []string{"-1 a\n", "-2 a\n", "-2 b\n", "-1 b\n", "0 a\n", "0 b\n", "1 a\n", "1 b\n", "2 a\n", "2 b\n"}
	slices.Sort(want)
	if got := texts(learnt("-4 c\n", "3 a\n", "9 b\n"), 2); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A few words that recur are taken for all words, and their letters are not varied.
func TestWordsAreNotSpelt(t *testing.T) {
	want := []string{"misere 0\n", "misere 1\n", "misere 2\n", "normal 0\n", "normal 1\n", "normal 2\n"}
	if got := texts(learnt("normal 1\n", "normal 5\n", "misere 2\n", "normal 4\n", "misere 7\n", "misere 3\n"), 2); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Inputs not made of tokens between single spaces are ignored, and large products do not overflow.
func TestWhatIsNotLearnt(t *testing.T) {
	if g := learnt("1  2\n", "1", "\x00 \n", " 1\n"); len(g.layouts) != 0 {
		t.Errorf("got layouts %v, want none", g.layouts)
	}
	if got := learnt("ab abc abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n").Size(100); got != many {
		t.Errorf("got size %d, want %d", got, many)
	}
}
