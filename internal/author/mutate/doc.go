// Package mutate measures whether the test data of a problem would notice a mistake. It makes mutants of an accepted
// solution, each with one small change of the kind that people make by mistake, has them judged, and tells which of them
// no test case kills. It knows how Go, C, C++ and Python are written, as far as that takes; it does not know how a
// submission is judged or how the findings are shown: it asks a Judger, and emits events.
//
//	summary, err := mutate.Run(ctx, judge, mutate.Solution{Problem: nim, Name: "accepted/nim.go", Source: source}, options, show)
//	for _, survivor := range summary.Survivors {
//		fmt.Println(survivor.File, survivor.Line, survivor.After)
//	}
//
// A mutant may do the same as the original in every valid case. Where the two become the same program, the Judger finds
// out; else its author says why in an explanation (see Explanations).
package mutate
