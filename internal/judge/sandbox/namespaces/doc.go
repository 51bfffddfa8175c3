// Package namespaces is the sandbox of Linux. Each box is a long-lived process, its init: PID 1 of namespaces of its
// own (pid, mount, net, ipc, uts, cgroup, and user when not root), started by executing this very binary again. The
// judge sends it requests over a socket. For each request the init prepares a fresh working directory, forks,
// restricts the child, executes the program, waits for it, kills and collects whatever is left, and answers with the
// facts. Whatever can be done once for a box is not repeated for each run.
//
// It does not know problems, verdicts or languages.
//
// The files, whose names end in _linux.go:
//
//	host.go        finds out what the machine offers, opens boxes, cleans up after a crashed judge
//	remedy.go      says how to get a stronger tier on this machine
//	box.go         the judge's end of a box
//	message.go     the messages between judge and init
//	init.go        the init: one request after the other
//	root.go        the file system that programs see
//	scratch.go     the working directory: fresh for each run, files in and out
//	spawn.go       clone, restrict, exec
//	stdio.go       keeps programs from changing the judge's open files
//	seccomp.go     the system call filter
//	watch.go       waits, enforces limits, kills, collects
//	breach.go      determines the limit that a run has breached
//	cgroup.go      measures and limits with control groups of version 1 and 2
//	procfs.go      does the same without control groups
//	coreescape.go  moves an init without priority away from hundreds of processes
//	activity.go    reports whether a program computes or waits
//	numbering.go   gives processes the same numbers in each run
//	eventcounter.go counts instructions where the hardware does
package namespaces
