// Package activity tells what a running program does, from outside: whether it computes, waits, waits for its standard input,
// or waits so that nothing but that can ever wake it. It reads what the kernel shows of threads in /proc and knows nothing of
// how programs are started or ended.
//
//	pulse.go         beats: what became of the time since the last one
//	census_linux.go  one look at all threads
//	calls_linux_*    the system calls in which a thread may wait
//
// On other systems threads are not looked at, and only CPU time tells.
package activity
