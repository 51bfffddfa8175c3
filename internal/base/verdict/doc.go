// Package verdict is a leaf: the verdicts, and how those of test cases add up to the verdict and score of groups and
// whole submissions. It knows nothing about how a verdict came about.
package verdict
