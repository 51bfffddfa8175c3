package testlib_test

import (
	"fmt"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

// An input validator reads its input completely, with the bounds of the statement.
func ExampleValidate() {
	testlib.Validate(func(in *testlib.Reader) {
		n := in.Int("n", 1, 100_000)
		in.Newline()
		in.Ints("heap", n, 1, 1_000_000_000)
		in.Newline()
	})
}

// A checker reads the input, the output and, if it wants, the answer.
func ExampleCheck() {
	testlib.Check(func(c *testlib.Checker) {
		n := c.Input.Int("n", 1, 100_000)
		if x := c.Output.Int("divisor", 2, n); n%x != 0 {
			c.Reject("%d does not divide %d", x, n)
		}
	})
}

// An interactor converses with the submission.
func ExampleInteract() {
	testlib.Interact(func(i *testlib.Interactor) {
		secret := i.Input.Int("secret", 1, 1000)
		for {
			guess := i.Output.Int("guess", 1, 1000)
			if guess == secret {
				i.Send("right")
				return
			}
			i.Send("wrong")
		}
	})
}

// A generator takes its parameters and the seed from its arguments: gen n=10 most=100 seed=7.
func ExampleGenerate() {
	testlib.Generate(func(g *testlib.Generator) {
		n := g.Int("n", 1, 100_000)
		most := g.Int("most", 1, 1_000_000_000)
		r := g.Rand("seed")
		fmt.Fprintln(g, n)
		for range n {
			fmt.Fprintln(g, r.Int(1, most))
		}
	})
}

// A visualizer draws a test case as SVG.
func ExampleDrawCase() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		n := v.Input.Int("n", 1, 100_000)
		return drawing.Heaps(v.Input.Ints("heap", n, 1, 1_000_000_000)).File()
	})
}
