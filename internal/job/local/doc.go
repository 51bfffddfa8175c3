// Package local does jobs on this machine, with a runner.Judge.
package local
