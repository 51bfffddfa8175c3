// Package scaling makes inputs of other sizes than those of a package's test cases, by the same commands with other numbers in
// them: many sizes of one kind, to measure how a solution's time grows with them, and the largest that are valid, where mistakes
// show that small inputs cannot.
//
// Those of a kind are alike but for their size. The cases have no answers. It does not know what they are for.
package scaling
