package testlib

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Generate is the main function of a generator. It passes the program's arguments to write, which prints the input.
// It requires that write reads all arguments, and ends the program: with exit code 1 and a message on standard error
// if the arguments are not as required.
func Generate(write func(g *Generator)) {
	end := generate(os.Args[1:], os.Stdout, write)
	if end.message != "" {
		fmt.Fprintln(os.Stderr, end.message)
	}
	os.Exit(end.exit)
}

func generate(args []string, stdout io.Writer, write func(g *Generator)) outcome {
	end := conclude(func() {
		g := &Generator{args: args, out: bufio.NewWriter(stdout)}
		write(g)
		if g.More() {
			fail("argument %d: want no more, got %q", g.read+1, g.args[g.read])
		}
		g.close()
	})
	if end.exit == exitAccepted {
		end.exit = 0
	}
	return end
}

// Generator reads the arguments of a generator one after the other. The input is written to it:
//
//	fmt.Fprintln(g, n)
type Generator struct {
	args   []string
	read   int
	out    *bufio.Writer
	answer *bufio.Writer
	file   *os.File
}

// More reports whether there are arguments left.
func (g *Generator) More() bool { return g.read < len(g.args) }

// Int reads an argument that is an integer from lo to hi.
func (g *Generator) Int(what string, lo, hi int) int {
	text := g.next(what)
	value, err := strconv.Atoi(text)
	if err != nil || value < lo || value > hi {
		g.Fail("%s: want an integer from %d to %d, got %q", what, lo, hi, text)
	}
	return value
}

// Float reads an argument that is a number from lo to hi.
func (g *Generator) Float(what string, lo, hi float64) float64 {
	text := g.next(what)
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(value >= lo && value <= hi) {
		g.Fail("%s: want a number from %g to %g, got %q", what, lo, hi, text)
	}
	return value
}

// Word reads an argument that is one of the given words. Without words it accepts every argument.
func (g *Generator) Word(what string, words ...string) string {
	text := g.next(what)
	if len(words) > 0 && !slices.Contains(words, text) {
		g.Fail("%s: want %s, got %q", what, strings.Join(words, " or "), text)
	}
	return text
}

// Rand reads a seed, which may be a number or any other word, and returns random numbers that depend only on it.
func (g *Generator) Rand(what string) *Rand { return NewRand(g.next(what)) }

func (g *Generator) next(what string) string {
	if !g.More() {
		fail("argument %d: %s is missing", g.read+1, what)
	}
	g.read++
	return g.args[g.read-1]
}

// Write prints a part of the input.
func (g *Generator) Write(text []byte) (int, error) { return g.out.Write(text) }

// Answer returns a writer for the answer, in case the generator knows it better than a solution. It is the file
// testcase.ans in the working directory.
func (g *Generator) Answer() io.Writer {
	if g.answer == nil {
		file, err := os.Create("testcase.ans")
		if err != nil {
			fail("%v", err)
		}
		g.file, g.answer = file, bufio.NewWriter(file)
	}
	return g.answer
}

// Fail ends the generator. The message is prefixed with the position of the argument that was read last.
func (g *Generator) Fail(format string, args ...any) {
	fail("argument %d: %s", g.read, fmt.Sprintf(format, args...))
}

func (g *Generator) close() {
	if err := g.out.Flush(); err != nil {
		fail("write the input: %v", err)
	}
	if g.answer == nil {
		return
	}
	if err := g.answer.Flush(); err != nil {
		fail("write the answer: %v", err)
	}
	if err := g.file.Close(); err != nil {
		fail("write the answer: %v", err)
	}
}
