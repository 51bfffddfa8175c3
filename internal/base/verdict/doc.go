// Package verdict defines the verdicts, and how those of test cases add up to the verdict and score of groups and
// whole submissions. It is a leaf, and knows nothing about how a verdict came about.
package verdict
