// Package cli is the command line, with one file per command. It is the only place that wires the parts together. A
// command prints its product to standard output; hints, warnings and progress go to standard error.
package cli
