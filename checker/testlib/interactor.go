package testlib

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Interactor is a checker that converses with the submission: Output is the submission's output, Send answers.
type Interactor struct {
	*Checker
	to io.Writer
}

// Interact is the main function of an interactor. When play returns, it closes the submission's input, and accepts
// the output if the submission ends without printing more. If a submission ends too early, the read that wanted more
// rejects it.
func Interact(play func(i *Interactor)) {
	// Writing to a submission that has ended must not kill this program, which has yet to decide.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(judge(os.Args[1:], os.Stdin, func(c *Checker) {
		play(&Interactor{Checker: c, to: os.Stdout})
		// Without an end of its input, a submission that reads on and this program would wait for each other.
		_ = os.Stdout.Close()
	}))
}

// Send writes a line to the submission at once. If the submission has ended, the next read of Output notices it.
func (i *Interactor) Send(format string, args ...any) {
	_, _ = io.WriteString(i.to, fmt.Sprintf(format, args...)+"\n")
}
