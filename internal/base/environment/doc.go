// Package environment holds the process environment as data. Only the command line's Main reads it from the
// process, so that two applications can live in one process.
package environment
