package plot

import (
	"fmt"
	"math"
	"strconv"
)

// axis maps a range of values, by their logarithms, to a range of positions.
type axis struct {
	low, high float64 // values, powers of ten
	from, to  float64 // positions
}

// logarithmic returns an axis of whole decades around values, at least one.
func logarithmic(least, greatest, from, to float64) axis {
	low, high := math.Floor(math.Log10(least)+1e-9), math.Ceil(math.Log10(greatest)-1e-9)
	return axis{math.Pow(10, low), math.Pow(10, max(high, low+1)), from, to}
}

func (a axis) at(value float64) float64 {
	return a.from + (a.to-a.from)*math.Log10(value/a.low)/math.Log10(a.high/a.low)
}

// decades returns the powers of ten from end to end; if there are many, every second, third and so on.
func (a axis) decades() []float64 {
	const most = 8
	low, high := int(math.Round(math.Log10(a.low))), int(math.Round(math.Log10(a.high)))
	step := (high-low)/most + 1
	var all []float64
	for e := low; e <= high; e += step {
		all = append(all, math.Pow(10, float64(e)))
	}
	return all
}

// quantity formats a power of ten: 1000, then 10⁴.
func quantity(value float64) string {
	if value < 10_000 {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	raised := ""
	for _, d := range fmt.Sprint(int(math.Round(math.Log10(value)))) {
		raised += string(digits[d-'0'])
	}
	return "10" + raised
}
