// Package sandboxtest is the suite that every backend of package sandbox passes: what a program may do, what it may not,
// what is left of it, and what its Result says. It knows backends through their interface only; what a tier cannot hold
// is switched off by Capabilities.
//
//	suite.go      opens boxes, runs scenarios, looks at what they leave
//	program.go    the programs, all in one executable
//	scenario.go   one run each: what is run, under which limits, what is to come out
//	session.go    what takes several runs, or files and pipes of its own
//
// A backend's test says what its tier can hold:
//
//	sandboxtest.Run(t, host, sandboxtest.Capabilities{Sealed: true})
package sandboxtest
