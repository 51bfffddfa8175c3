// Package process is the sandbox of systems without namespaces: it runs programs as ordinary processes, each in a group
// and a working folder of its own, looks at them every few milliseconds and kills the group at a limit. It isolates
// nothing: programs see the files, the network and the processes of whoever started the judge, and one that leaves its
// group escapes the limits. Every result says so in its tier.
//
//	host.go   opens boxes
//	box.go    one run after the other
//	watch.go  wait, enforce limits, kill
//	work.go   the working folder: fresh for each run, files in and out
//	lookup.go where a command's executable is
//	group_*   process groups: what they use and how they are killed; the best that each system offers
//
//	box, err := process.New(scratch).Open(ctx, sandbox.Config{Name: "0", Core: -1})
package process
