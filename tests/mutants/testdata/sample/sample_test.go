package sample

import (
	"testing"
	"time"
)

func TestSum(t *testing.T) {
	if got := Sum([]int{1, size, 2}); got != 3 {
		t.Errorf("got %d", got)
	}
}

func TestSign(t *testing.T) {
	for x, want := range map[float64]int{-2: -1, 0: 0, 3: 1} {
		if got := Sign(x); got != want {
			t.Errorf("of %g: got %d", x, got)
		}
	}
}

func TestMix(t *testing.T) {
	found := map[string]int{}
	k, d := Mix(4, 1, found)
	if k != 2 || d != time.Nanosecond-3*time.Second || found["mixed"] != 1 {
		t.Errorf("got %d, %d, %v", k, d, found)
	}
}

func TestFirst(t *testing.T) {
	if got := First([][]int{{3}, {5}, {-1}, {7}}); got != 5 {
		t.Errorf("got %d", got)
	}
}
