//go:build !unix

package language

import "os/exec"

// runGuarded runs a command and returns what it printed. There are no process groups here: the end of its context ends
// the command alone.
func runGuarded(command *exec.Cmd) ([]byte, error) { return command.CombinedOutput() }
