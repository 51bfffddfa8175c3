package exchange

import (
	"slices"
	"testing"
)

func TestShares(t *testing.T) {
	for _, test := range []struct {
		points []float64
		want   []int
	}{
		{[]float64{20, 30, 50}, []int{20, 30, 50}},
		{[]float64{33.3, 33.3, 33.4}, []int{33, 34, 33}},
		{[]float64{2.5, 2.5, 2.5, 2.5}, []int{3, 2, 3, 2}},
		{[]float64{0, 0.2, 0.2, 99.6}, []int{0, 1, 1, 98}},
		{[]float64{0.1, 0.1}, []int{1, 1}},
	} {
		var all shares
		var got []int
		for _, points := range test.points {
			got = append(got, all.next(points))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v became %v, want %v", test.points, got, test.want)
		}
	}
}
