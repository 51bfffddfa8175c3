package testlib

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// Checker is one call of an output validator. Its own arguments are the test's input, its answer and a feedback
// directory. The submission's output comes on standard input.
type Checker struct {
	// Input and Answer are the judge's own files: a fault in them is a judge error.
	Input, Answer *Tokens
	// Output is the submission's output: a fault in it rejects.
	Output *Tokens
	// Args are the arguments after the feedback directory (output_validator_args).
	Args []string

	feedback string
}

// Check is the main function of a checker. When check returns, the output is accepted if nothing more follows in it.
func Check(check func(c *Checker)) {
	os.Exit(judge(os.Args[1:], os.Stdin, check))
}

// Accept accepts at once, whatever else the output holds.
func (c *Checker) Accept() { accept() }

// Reject rejects the output. The message goes into judgemessage.txt.
func (c *Checker) Reject(format string, args ...any) { reject(format, args...) }

// Fail reports that the judge, not the submission, is at fault: a judge error.
func (c *Checker) Fail(format string, args ...any) { fail(format, args...) }

// Tell leaves a message for the contestant (teammessage.txt). The last one counts.
func (c *Checker) Tell(format string, args ...any) {
	c.leave("teammessage.txt", fmt.Sprintf(format, args...))
}

// AcceptScore accepts with a score (score.txt).
func (c *Checker) AcceptScore(score float64) {
	c.leave("score.txt", strconv.FormatFloat(score, 'f', -1, 64))
	accept()
}

// AcceptMultiplier accepts with a share of the test case's maximum score, from 0 to 1 (score_multiplier.txt).
func (c *Checker) AcceptMultiplier(share float64) {
	c.leave("score_multiplier.txt", strconv.FormatFloat(share, 'f', -1, 64))
	accept()
}

// leave writes a feedback file.
func (c *Checker) leave(name, text string) {
	if err := os.WriteFile(filepath.Join(c.feedback, name), []byte(text+"\n"), 0o666); err != nil {
		fail("write feedback: %v", err)
	}
}

// judge runs check and returns the exit code.
func judge(args []string, output io.Reader, check func(c *Checker)) int {
	c := &Checker{Output: newTokens("output", output, reject)}
	end := conclude(func() {
		if len(args) < 3 {
			fail("usage: CHECKER INPUT ANSWER FEEDBACK_FOLDER [ARG]... < OUTPUT")
		}
		c.feedback, c.Args = args[2], args[3:]
		var closeInput, closeAnswer func() error
		c.Input, closeInput = openTokens("input", args[0])
		defer closeInput()
		c.Answer, closeAnswer = openTokens("answer", args[1])
		defer closeAnswer()
		check(c)
		c.Output.End()
	})
	return c.report(end)
}

// report writes the message of the outcome to the feedback directory and to standard error.
func (c *Checker) report(end outcome) int {
	if end.message == "" {
		return end.exit
	}
	fmt.Fprintln(os.Stderr, end.message)
	if c.feedback == "" {
		return end.exit
	}
	if failed := conclude(func() { c.leave("judgemessage.txt", end.message) }); failed.exit == exitFailed {
		fmt.Fprintln(os.Stderr, failed.message)
		return exitFailed
	}
	return end.exit
}

// openTokens opens one of the judge's own files.
func openTokens(name, path string) (*Tokens, func() error) {
	file, err := os.Open(path)
	if err != nil {
		fail("open %s: %v", name, err)
	}
	return newTokens(name, file, fail), file.Close
}
