// Package judge groups what judging on this machine is built on: the sandbox, the languages, the cores and the cache
// of results. The judge itself is the package runner.
//
// Read sandbox/sandbox.go first: it is the contract between the judge and everything that runs a program.
package judge
