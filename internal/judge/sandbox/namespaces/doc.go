// Package namespaces is the sandbox of Linux. Each box is a long-lived process, its init: PID 1 of namespaces of its own
// (pid, mount, net, ipc, uts, cgroup, and user when not root), started by executing this very binary again. The judge
// sends it requests over a socket. For each the init prepares a fresh working directory, forks, restricts the child,
// executes the program, waits for it, kills and collects whatever is left, and answers with the facts. Everything that
// can be done once a box is not done once a run.
//
// It does not know problems, verdicts or languages.
//
//	host.go        finds out what the machine offers, opens boxes, sweeps up after a crashed judge
//	remedy.go      what would make this machine's tier better
//	box.go         the judge's end of a box
//	message.go     what the two say to each other
//	init.go        the init: one request after the other
//	root.go        the file system that programs see
//	scratch.go     the working directory: fresh for each run, files in and out
//	spawn.go       clone, restrict, exec
//	stdio.go       the judge's open files, as they were
//	seccomp.go     the system call filter
//	watch.go       wait, enforce limits, kill, collect
//	classify.go    which limit a run has broken
//	cgroup.go      measuring and limiting by control groups of version 1 and 2
//	procfs.go      the same without control groups
//	crowd.go       what an init without precedence does among hundreds of processes
//	pulse.go       tells whether a program computes or waits
//	numbering.go   the same process numbers in each run
//	tally.go       counting instructions where the hardware does
package namespaces
