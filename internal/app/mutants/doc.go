// Package mutants measures whether the test cases of problems catch small mistakes: it judges mutants of accepted
// solutions, keeps the sources of the survivors, and searches for inputs that kill them.
//
// Package internal/author/mutate makes and judges the mutants, and internal/author/killmutants searches.
package mutants
