// Package crashreport lets a process that breaks down say so in a line of its own. Go's runtime ends a process itself, with pages of
// traces and an exit code of its choice, on a panic that nobody recovers in whatever goroutine, and on what nobody can recover: maps
// that are written to concurrently, no memory, no threads, a stack without an end.
//
// It needs no other process and costs some microseconds: what the runtime says goes to a file in memory in the place of standard
// error, and the signal with which it ends the process executes the program once more, which finds these words (Words).
// That works on Linux on amd64 and arm64. Elsewhere the runtime's own words stand.
package crashreport
