// Package adversarial judges hostile programs from end to end: each file of tests/testdata/adversarial is built by its
// language's real toolchain, run against a tiny problem (the sum of two numbers) in every tier of the sandbox that the
// machine has, and compared with what its first line expects. After each program nothing of it may be left on the
// machine, and the problem's files must be as they were. Package sandboxtest tries single behaviours on a sandbox; this
// one tries what builders, sandbox and runner make of them together.
//
//	go test ./tests/adversarial -run 'Cgroup/run/fork'
//
// Those that are marked quick run in the machine's best tier, with GRUNDY_TESTS=all all of them in every tier.
// ADVERSARIAL_REPEAT=N runs each tier N times and fails if a program's verdict or reason is not always the same.
// ADVERSARIAL_SLOW=N is for machines that are N times slower, emulated ones for instance: it multiplies the time limits
// of programs that are not to be stopped by them.
//
// # Programs
//
// A program is one file, in run/ or, if it is about its compilation, in compile/. Its judgement must be harmless even
// without a sandbox: what multiplies checks first that it is the child of a box's init, what writes is bounded, and
// calls that would change the machine have arguments that are invalid as well. Names that it leaves anywhere begin with
// grundy-adversarial, by which they would be found. @ANSWER@ and @PROBLEM@ stand for the paths, on the host, of the
// answer and of the problem's folder.
//
// Those in rows/ are harmless: the sum of the two numbers, a file a language. They show that what
// boxes refuse is nothing that a runtime needs, and have no such first line.
//
// Those in same/ are harmless, too: what they do is within their rights, or ends them, and the same must come of them in every tier,
// the one without isolation included (TestSame). So their first line has one verdict, and a clause for a tier only where
// docs/results/same-in-each-tier.md says why it gets another verdict there. ADVERSARIAL_MATRIX=FILE has the verdicts and peaks
// written to a file, as a table.
//
// # First line
//
// The first line is a comment of the language:
//
//	line     = comment "expect:" clause { ";" tier ":" clause } .
//	clause   = verdict { "|" verdict } { setting | fact } .
//	tier     = "cgroup-v2" | "cgroup-v1" | "namespaces" | "rootless" | "cgroup" | "no-cgroup" | "not-isolated" .
//	setting  = flag | name "=" value .
//	fact     = name ( "=" | "<=" | ">=" ) value | name ( "=" | "~" ) string .
//
// Words are separated by one space, strings are those of Go. The first clause holds for all tiers without one of their
// own; "cgroup" is either version and "no-cgroup" the two tiers below. Settings stand in the first clause only:
//
//	limit=300ms  memory=64MiB  max-output=1MiB    limits; otherwise 10s, 256MiB and 8MiB
//	compile-limit=1s  compile-memory=256MiB       of the compiler; otherwise 30s and 2GiB
//	runs=2                                        so many test cases, one after the other in the same box
//	idle                                          idleness is a verdict of its own
//	interactive                                   against the problem's interactor
//	quick                                         part of make test
//
// Facts are about what was seen of each test case, or of the compilation if it failed:
//
//	exit signal survivors oom-kills               numbers
//	cpu wall                                      durations
//	peak                                          memory
//	reason log stderr output                      texts: "=" is the whole, "~" a part
//
// For example
//
//	// expect: MLE memory=64MiB reason~"killed by the kernel"; no-cgroup: MLE|RTE
package adversarial
