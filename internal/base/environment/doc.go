// Package environment is what a process is told by its environment, as data: nothing below the command line's Main asks
// the process itself, so that two applications may live in one process.
package environment
