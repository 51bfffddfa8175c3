// Package runner judges a solution: it compiles it, runs it on the test cases of a problem, has the checker judge the
// output, and combines the verdicts. It reports everything as one stream of typed events, on which every interface is
// built.
//
// The package decides the order of steps (plan, build, run, add up), which program is at fault, and how slots share
// the machine. It leaves reading packages, compiling, isolation and presentation to others: it is given problems as a
// model, programs by a Builder, and boxes by a sandbox.Host.
package runner
