// Package activity observes from outside what a running program does: it computes, waits, waits for its standard
// input, or is stuck so that only standard input can ever wake it. The package reads what the kernel shows of threads
// in /proc. It knows nothing of how programs are started or ended.
//
//	activity.go      one beat after the other: how the program spent the time since the last one
//	census_linux.go  one inspection of all threads
//	calls_linux_*    the system calls in which a thread may wait
//
// On other systems the package sees no threads, only CPU time.
package activity
