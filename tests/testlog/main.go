// Testlog runs go test and prints what it prints, and before the last lines which tests were skipped and why: go test alone
// passes over them in silence. Its arguments are those of go test, its exit code is go test's.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"grundy/tests/suite"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "testlog:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

func run(args []string) (code int, err error) {
	// An interrupt is for go test: this program goes on to its end, and removes the folder.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
	environ, remove, err := suite.Share(os.Environ())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	// No result comes from go's own cache, since go does not know what the programs have read that the tests start.
	command := exec.Command("go", append([]string{"test", "-json", "-count=1"}, args...)...)
	command.Env, command.Stderr = environ, os.Stderr
	stdout, err := command.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := command.Start(); err != nil {
		return 0, err
	}
	l := newLog(os.Stdout)
	readErr := l.follow(stdout)
	l.close()
	var exit *exec.ExitError
	if err := command.Wait(); err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	return command.ProcessState.ExitCode(), readErr
}

// event is one line of go test -json (go doc test2json).
type event struct {
	Action, Package, Test, Output string
}

// follow reads events until there are no more. Other lines, which the go command prints itself, pass through.
func (l *log) follow(r io.Reader) error {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) == nil {
				l.add(e)
			} else {
				_, _ = l.out.Write(line)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
