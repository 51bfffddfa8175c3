package batch

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// Request is the input of a call.
type Request struct {
	Args  []string // without the program's name
	Stdin []byte
}

// Answer is the result of a call.
type Answer struct {
	Exit           int
	Stdout, Stderr []byte
}

// Callable is a program that Rewrite has made a package of.
type Callable struct{ Main, Reset func() }

// exit is the panic value of Exit.
type exit int

// Exit replaces os.Exit in programs.
func Exit(code int) { panic(exit(code)) }

// Serve is the main function of the binary that Build makes. It calls the program that the first argument names for
// each request on standard input, and writes an answer to each.
func Serve(programs map[string]Callable) {
	program, ok := programs[os.Args[1]]
	if !ok {
		fmt.Fprintln(os.Stderr, "no such program:", os.Args[1])
		os.Exit(2)
	}
	if err := serve(os.Args[1], program, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func serve(name string, program Callable, in io.Reader, out io.Writer) error {
	var streams [3]*os.File
	for i := range streams {
		file, err := os.CreateTemp("", "batch-")
		if err != nil {
			return err
		}
		defer os.Remove(file.Name())
		defer file.Close()
		streams[i] = file
	}
	requests, answers := json.NewDecoder(bufio.NewReader(in)), json.NewEncoder(out)
	for {
		var request Request
		if err := requests.Decode(&request); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		answer, err := call(name, program, streams, request)
		if err != nil {
			return err
		}
		if err := answers.Encode(answer); err != nil {
			return err
		}
	}
}

// call calls the program with its standard streams in files.
func call(name string, program Callable, streams [3]*os.File, request Request) (answer Answer, err error) {
	for _, file := range streams {
		_, seekErr := file.Seek(0, io.SeekStart)
		err = errors.Join(err, file.Truncate(0), seekErr)
	}
	_, writeErr := streams[0].WriteAt(request.Stdin, 0)
	if err := errors.Join(err, writeErr); err != nil {
		return answer, err
	}
	os.Args = append([]string{name}, request.Args...)
	os.Stdin, os.Stdout, os.Stderr = streams[0], streams[1], streams[2]
	answer.Exit = exitOf(program)
	for _, stream := range []struct {
		file *os.File
		text *[]byte
	}{{streams[1], &answer.Stdout}, {streams[2], &answer.Stderr}} {
		text, readErr := os.ReadFile(stream.file.Name())
		*stream.text = text
		err = errors.Join(err, readErr)
	}
	return answer, err
}

// exitOf is the exit code of one call; as in the runtime, a panic prints its stack and results in 2.
func exitOf(program Callable) (code int) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case exit:
			code = int(thrown)
		default:
			fmt.Fprintf(os.Stderr, "panic: %v\n\n%s", thrown, debug.Stack())
			code = 2
		}
	}()
	program.Reset()
	program.Main()
	return 0
}
