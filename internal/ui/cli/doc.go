// Package cli is the command line: one file a command, and the only place where the parts are wired together. What a
// command prints as its product goes to standard output; hints, warnings and progress notes go to standard error.
package cli
