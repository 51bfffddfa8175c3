//go:build !unix

package language

import "os/exec"

// runGuarded runs a command and returns its output. Without process groups, only the command itself is killed when
// its context ends.
func runGuarded(command *exec.Cmd) ([]byte, error) { return command.CombinedOutput() }
