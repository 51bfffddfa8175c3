// Testlog runs go test and prints its output, and before the last lines the skipped tests with their reasons: go test
// alone omits them. Its arguments and its exit code are those of go test.
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
	// An interrupt is for go test: this program goes on to its end and removes the directory.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
	environ, remove, err := suite.Share(os.Environ())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	// -count=1 bypasses go's cache: go does not know what the programs that the tests start have read.
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

// follow reads all events. Other lines, which the go command prints itself, pass through.
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
