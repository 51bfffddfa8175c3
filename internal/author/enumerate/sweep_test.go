package enumerate

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// games has a validator of games with heaps, like those of several packages, and a solution that fails on some of
// them.
type games struct {
	fails func(play string, heaps []int) bool
	mu    sync.Mutex
	asked map[string]int
}

func (g *games) try(_ context.Context, input []byte) (valid, fails bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked[string(input)]++
	lines, ok := split(input)
	if !ok || len(lines) < 2 || len(lines[0]) != 1 || lines[0][0] != strconv.Itoa(len(lines)-1) {
		return false, false, nil
	}
	for _, words := range lines[1:] {
		if len(words) < 3 || words[0] != "normal" && words[0] != "misere" || words[1] != strconv.Itoa(len(words)-2) {
			return false, false, nil
		}
		var heaps []int
		for _, word := range words[2:] {
			heap, isNumber := number(word)
			if !isNumber || heap < 0 {
				return false, false, nil
			}
			heaps = append(heaps, heap)
		}
		fails = fails || g.fails(words[0], heaps)
	}
	return true, fails, nil
}

var knownGames = [][]byte{
	[]byte("6\nnormal 2 3 4\nmisere 1 5\nmisere 3 1 1 1\nnormal 1 1\nnormal 5 2 2 2 2 2\nmisere 2 9 4\n"),
}

// smallest repeats Below until nothing smaller fails.
func smallest(t *testing.T, s *Sweep, g *games, failing string) string {
	t.Helper()
	for {
		found, err := s.Below(t.Context(), []byte(failing), g.try)
		if err != nil {
			t.Fatal(err)
		}
		if found == nil {
			return failing
		}
		if len(found) >= len(failing) {
			t.Fatalf("%q is not smaller than %q", found, failing)
		}
		failing = string(found)
	}
}

// The solution forgets empty heaps beside equal ones. No single step leads from the input to a smaller
// failing one.
func TestSweepFindsZerosAndTwins(t *testing.T) {
	g := &games{asked: map[string]int{}, fails: func(play string, heaps []int) bool {
		return play == "misere" && (slices.Equal(heaps, []int{2, 0, 2}) || slices.Equal(heaps, []int{0, 3}) || len(heaps) == 9)
	}}
	s := NewSweep(knownGames, 2)
	const want = "1\nmisere 2 0 3\n"
	if got := smallest(t, s, g, "1\nmisere 9 7 7 7 7 7 7 7 7 7\n"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !s.Complete() {
		t.Error("not complete, want all small inputs tried")
	}
	for input, times := range g.asked {
		if times > 1 {
			t.Errorf("%q was tried %d times", input, times)
		}
	}
}

// When nothing smaller fails, numbers known to be counts are not varied.
func TestSweepLeavesCountsAlone(t *testing.T) {
	g := &games{asked: map[string]int{}, fails: func(_ string, heaps []int) bool { return len(heaps) == 3 }}
	s := NewSweep(knownGames, 2)
	if got := smallest(t, s, g, "1\nnormal 3 0 0 0\n"); got != "1\nnormal 3 0 0 0\n" {
		t.Errorf("got %q, want what it began with", got)
	}
	for input := range g.asked {
		words := strings.Fields(input)
		if words[0] == "2" && len(words) > 2 && words[2] == "3" {
			t.Errorf("%q was tried, with two counts that are wrong", input)
		}
	}
}

// A cancelled question does not count as an answer.
func TestSweepGoesOnAfterError(t *testing.T) {
	g := &games{asked: map[string]int{}, fails: func(_ string, heaps []int) bool { return slices.Contains(heaps, 0) }}
	s := NewSweep(knownGames, 1)
	broken := errors.New("broken")
	tries := 0
	_, err := s.Below(t.Context(), []byte("1\nnormal 3 0 5 5\n"), func(ctx context.Context, input []byte) (bool, bool, error) {
		if tries++; tries > 1 {
			return false, false, broken
		}
		return g.try(ctx, input)
	})
	if !errors.Is(err, broken) {
		t.Fatalf("got error %v, want %v", err, broken)
	}
	if got, want := smallest(t, s, g, "1\nnormal 3 0 5 5\n"), "1\nmisere 1 0\n"; len(got) != len(want) {
		t.Errorf("got %q, want one as small as %q", got, want)
	}
}

// A long input has too many parts to try. Short known inputs are tried all the same.
func TestSweepTakesNoLongInputApart(t *testing.T) {
	long := "400\n" + strings.Repeat("misere 3 5 6 7\n", 400)
	enough := errors.New("enough")
	asked := 0
	try := func(_ context.Context, input []byte) (valid, fails bool, err error) {
		if asked++; asked == 50 {
			return false, false, enough
		}
		if len(input) > len(knownGames[0]) {
			t.Errorf("asked about %d bytes", len(input))
		}
		return true, false, nil
	}
	if found, err := NewSweep(knownGames, 1).Below(t.Context(), []byte(long), try); found != nil || !errors.Is(err, enough) {
		t.Errorf("got %q, %v", found, err)
	}
}
