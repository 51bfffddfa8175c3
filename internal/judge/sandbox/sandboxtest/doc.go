// Package sandboxtest is the suite that every backend of package sandbox passes: what a program may and may not do,
// what it leaves behind, and what its Result says. The suite knows backends only through their interface.
// Capabilities switches off what a tier cannot guarantee.
//
//	suite.go      opens boxes, runs scenarios, checks what they leave
//	program.go    the programs, all in one executable
//	scenario.go   single runs: what is run, under which limits, with which result
//	session.go    tests that take several runs, or files and pipes of their own
//
// A backend's test states what its tier guarantees:
//
//	sandboxtest.Run(t, host, sandboxtest.Capabilities{Sealed: true})
package sandboxtest
