// Package sandboxtest is the suite that every backend of package sandbox passes: what a program may do, what it may not,
// what is left of it, and what its Result says. It knows backends through their interface only; what a tier cannot hold
// is switched off by Capabilities.
//
//	suite.go      opens boxes, runs scenarios, looks at what they leave
//	program.go    the programs, all in one executable
//	scenario.go   one run each: what is run, under which limits, what is to come out
//	basics.go     …
//	files.go      …
//	session.go    what needs several runs or a say in between
package sandboxtest
