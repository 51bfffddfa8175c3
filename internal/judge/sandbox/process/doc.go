// Package process is the sandbox for systems without namespaces. It runs programs as ordinary processes, each in a
// group and a working directory of its own, checks them every few milliseconds and kills the group at a limit. It
// isolates nothing: programs see the files, the network and the processes of the user who started the judge, and a
// program that leaves its group escapes the limits. Every result says so in its tier.
//
//	host.go   opens boxes
//	box.go    runs one program after the other
//	watch.go  waits, enforces limits, kills
//	work.go   the working directory: fresh for each run, files in and out
//	lookup.go finds a command's executable
//	group_*   process groups: what they use and how to kill them; the best that each system offers
//
//	box, err := process.New(scratch).Open(ctx, sandbox.Config{Name: "0", Core: -1})
package process
