package enumerate_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"grundy/internal/author/enumerate"
)

// Two known inputs show a count and that many numbers.
func known() [][]byte {
	return [][]byte{[]byte("2\n1 3\n"), []byte("3\n2 2 1\n")}
}

func ExampleGrammar_Inputs() {
	var inputs []string
	enumerate.Learn(known()).Inputs(3, func(input []byte) bool {
		inputs = append(inputs, string(input))
		return true
	})
	fmt.Printf("%d inputs, the last is %q\n", len(inputs), inputs[len(inputs)-1])
	// Output: 64 inputs, the last is "3\n3 3\n"
}

// Something fails on every input with the number 3 in it.
func ExampleSweep_Below() {
	sweep := enumerate.NewSweep(known(), 1)
	smaller, err := sweep.Below(context.Background(), []byte("2\n1 3\n"), func(_ context.Context, input []byte) (valid, fails bool, err error) {
		lines := bytes.Fields(input)
		return true, slices.ContainsFunc(lines[1:], func(word []byte) bool { return string(word) == "3" }), nil
	})
	fmt.Printf("%q %v\n", smaller, err)
	// Output: "1\n3\n" <nil>
}
