// Package process is the sandbox for systems without namespaces. It runs programs as ordinary processes, each in a
// group and a working directory of its own, checks them every few milliseconds and kills the group at a limit. It
// isolates nothing: programs see the files, the network and the processes of the user who started the judge, and a
// program that leaves its group escapes the limits. Every result says so in its tier.
package process
