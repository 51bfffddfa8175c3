package growth_test

import (
	"fmt"
	"time"

	"grundy/internal/base/growth"
)

// A program that takes 10 ms and 2 µs for each pair of tokens.
func ExampleOf() {
	var samples []growth.Sample
	for n := 10; n <= 2560; n *= 2 {
		sizes := growth.Sizes{Tokens: float64(n)}
		samples = append(samples, growth.Sample{Sizes: sizes, Time: 10*time.Millisecond + time.Duration(n*n)*2*time.Microsecond})
	}
	fit, err := growth.Of(samples)
	fmt.Println(fit.Function.Name, fit.Measure, err)
	// Output: n² tokens <nil>
}
