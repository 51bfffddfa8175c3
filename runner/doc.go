// Package runner judges: it compiles a solution, runs it on the test cases of a problem, has the checker look at the
// output, and adds the verdicts up. Everything it does is reported as one stream of typed events, under which every
// interface is built.
package runner
