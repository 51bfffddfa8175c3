//go:build unix

package language

import (
	"os"
	"os/exec"
	"syscall"

	"grundy/internal/base/environment"
)

// guard is the shell command that runs commands. Beside the command, in its process group, a shell reads from a pipe
// that is never written to, and kills the group when the other end is closed. The kernel closes it when the judge is
// killed.
const guard = `{ read -r _; kill -KILL 0; } <&3 >/dev/null 2>&1 3<&- & exec 3<&-; exec "$@"`

// runGuarded runs a command and returns its output. Compilers start other programs: none of those is left when it
// returns, when the command's context ends, or when the judge itself is killed.
func runGuarded(command *exec.Cmd) ([]byte, error) {
	if command.Err != nil {
		return nil, command.Err
	}
	shell, err := environment.Variables(command.Environ()).LookPath("sh")
	if err != nil {
		return nil, err
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer writer.Close()
	defer reader.Close()
	command.Args = append([]string{shell, "-c", guard, "guard", command.Path}, command.Args[1:]...)
	command.Path = shell
	command.ExtraFiles = []*os.File{reader}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	return command.CombinedOutput()
}
