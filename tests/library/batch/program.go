package batch

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// Program is a process that answers requests.
type Program struct {
	command  *exec.Cmd
	stdin    io.WriteCloser
	requests *json.Encoder
	answers  *json.Decoder
	stderr   strings.Builder // of the process itself
}

// batchPython is the program that executes others in Python.
//
//go:embed batch.py
var batchPython string

// Python is the command that executes a script; the interpreter may have options.
func Python(interpreter []string, script string) *exec.Cmd {
	args := append(interpreter[1:len(interpreter):len(interpreter)], "-c", batchPython, script)
	return exec.Command(interpreter[0], args...)
}

// Start starts the process.
func Start(command *exec.Cmd) (*Program, error) {
	p := &Program{command: command}
	stdin, inErr := command.StdinPipe()
	stdout, outErr := command.StdoutPipe()
	if err := errors.Join(inErr, outErr); err != nil {
		return nil, err
	}
	command.Stderr = &p.stderr
	p.stdin, p.requests, p.answers = stdin, json.NewEncoder(stdin), json.NewDecoder(stdout)
	return p, command.Start()
}

// Run calls the program. An error means that its process is gone.
func (p *Program) Run(request Request) (Answer, error) {
	var answer Answer
	err := p.requests.Encode(request)
	if err == nil {
		err = p.answers.Decode(&answer)
	}
	if err != nil {
		return answer, errors.Join(fmt.Errorf("%s: %w", p.command, err), p.Close())
	}
	return answer, nil
}

// RunAll calls the program with one request after the other without waiting for the answers in between. After an
// error the answers are those that arrived.
func (p *Program) RunAll(requests []Request) ([]Answer, error) {
	sent := make(chan error, 1)
	go func() {
		for _, request := range requests {
			if err := p.requests.Encode(request); err != nil {
				sent <- err
				return
			}
		}
		sent <- nil
	}()
	var answers []Answer
	for range requests {
		var answer Answer
		if err := p.answers.Decode(&answer); err != nil {
			// An error of sending has the same cause.
			return answers, errors.Join(fmt.Errorf("%s: %w", p.command, err), p.Close(), <-sent)
		}
		answers = append(answers, answer)
	}
	return answers, <-sent
}

// Close ends the process.
func (p *Program) Close() error {
	err := p.stdin.Close()
	if err := p.command.Wait(); err != nil {
		return fmt.Errorf("%s: %w\n%s", p.command, err, &p.stderr)
	}
	return err
}
