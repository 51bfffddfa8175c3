// Package testlib is a library for the programs inside a problem package: input validators, checkers, interactors and
// generators. It speaks the dialect of the ICPC problem package format (exit code 42 accepts, 43 rejects, anything
// else is the judge's own fault). It uses only the standard library, so that such programs build fast and offline. It
// knows no judge: neither limits nor verdicts, packages or submissions.
//
// A validator reads its input to the last byte, and refuses whatever it did not ask for:
//
//	func main() {
//		testlib.Validate(func(in *testlib.Reader) {
//			n := in.Int("n", 1, 100_000)
//			in.Newline()
//			in.Ints("heap", n, 1, 1_000_000_000)
//			in.Newline()
//		})
//	}
//
// A checker compares the submission's output with the judge's own files. When the function returns, the output is
// accepted if nothing more follows in it:
//
//	func main() {
//		testlib.Check(func(c *testlib.Checker) {
//			n := c.Input.Int("n", 1, 100_000)
//			if x := c.Output.Int("divisor", 2, n); n%x != 0 {
//				c.Reject("%d does not divide %d", x, n)
//			}
//		})
//	}
//
// An interactor is a checker that also talks:
//
//	func main() {
//		testlib.Interact(func(i *testlib.Interactor) {
//			secret := i.Input.Int("secret", 1, 1000)
//			for {
//				guess := i.Output.Int("guess", 1, 1000)
//				if guess == secret {
//					i.Send("right")
//					return
//				}
//				i.Send("wrong")
//			}
//		})
//	}
//
// A generator prints an input. It reads its arguments one after the other; the last is usually the seed:
//
//	func main() {
//		testlib.Generate(func(g *testlib.Generator) {
//			n := g.Int("n", 1, 100_000)
//			most := g.Int("most", 1, 1_000_000_000)
//			r := g.Rand("seed")
//			fmt.Fprintln(g, n)
//			for range n {
//				fmt.Fprintln(g, r.Int(1, most))
//			}
//		})
//	}
//
// A visualizer draws a test case for humans, with the package drawing or in any other way:
//
//	func main() {
//		testlib.DrawCase(func(v *testlib.Visualizer) string {
//			n := v.Input.Int("n", 1, 100_000)
//			return drawing.Heaps(v.Input.Ints("heap", n, 1, 1_000_000_000)).File()
//		})
//	}
package testlib
