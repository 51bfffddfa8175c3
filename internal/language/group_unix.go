//go:build unix

package language

import (
	"os/exec"
	"syscall"
)

// killGroup makes the end of a command's context end its children as well: compilers are drivers of other programs.
func killGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
