package shrink_test

import (
	"bytes"
	"context"
	"fmt"

	"grundy/internal/author/shrink"
)

// A program fails on every input that holds a 7. The input has a count and so many numbers.
func ExampleShrink() {
	valid := func(input []byte) bool {
		words := bytes.Fields(input)
		return len(words) > 0 && string(words[0]) == fmt.Sprint(len(words)-1)
	}
	result, err := shrink.Shrink(context.Background(), []byte("4\n12 7 3 9\n"), func(_ context.Context, candidate []byte) (bool, error) {
		return valid(candidate) && bytes.Contains(candidate, []byte("7")), nil
	}, shrink.Options{})
	fmt.Printf("%q %t %v\n", result.Input, result.Minimal, err)
	// Output: "1\n7\n" true <nil>
}
