// Package judge groups what judging on this machine stands on: the sandbox, the languages, the cores, the cache of results.
// The judge itself is the package runner.
//
// Read sandbox/sandbox.go first: it is the contract between the judge and everything that runs a program.
package judge
