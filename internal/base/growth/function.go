package growth

import "math"

// Function is a rate of growth.
type Function struct {
	// Name is its usual notation: "n log n".
	Name string
	at   func(n float64) float64
}

// At is the function's value for an n of at least 1.
func (f Function) At(n float64) float64 { return f.at(n) }

// Constant is the name of the function that does not grow.
const Constant = "1"

// Functions returns all functions that are tried, from the slowest to the fastest.
func Functions() []Function {
	return []Function{
		{Constant, func(float64) float64 { return 1 }},
		{"log n", math.Log2},
		{"√n", math.Sqrt},
		{"n", func(n float64) float64 { return n }},
		{"n log n", func(n float64) float64 { return n * math.Log2(n) }},
		{"n√n", func(n float64) float64 { return n * math.Sqrt(n) }},
		{"n²", func(n float64) float64 { return n * n }},
		{"n³", func(n float64) float64 { return n * n * n }},
		{"2ⁿ", math.Exp2},
	}
}

// Named finds a function by its name.
func Named(name string) (f Function, found bool) {
	for _, f := range Functions() {
		if f.Name == name {
			return f, true
		}
	}
	return Function{}, false
}
