package language

import (
	"bytes"
	"errors"
	"os/exec"
	"syscall"

	"grundy/internal/base/jobobject"
)

// runGuarded runs a command and returns its output. Compilers start other programs: none of those is left when it
// returns, when the command's context ends, or when the judge itself is killed.
func runGuarded(command *exec.Cmd) ([]byte, error) {
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | jobobject.Suspended}
	if err := command.Start(); err != nil {
		return nil, err
	}
	job, err := jobobject.Adopt(command.Process.Pid, jobobject.Limits{})
	if err != nil {
		return nil, errors.Join(err, command.Process.Kill(), command.Wait())
	}
	defer job.Close()
	err = command.Wait()
	return output.Bytes(), err
}
