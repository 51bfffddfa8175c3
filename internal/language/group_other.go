//go:build !unix

package language

import "os/exec"

// killGroup does nothing where there are no process groups: the end of a command's context kills the command alone.
func killGroup(*exec.Cmd) {}
