package testlib

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Interactor is a checker that converses with the submission: Output is what the submission says, Send answers.
type Interactor struct {
	*Checker
	to io.Writer
}

// Interact is the main function of an interactor. When play returns, the submission's input ends; the output is
// then accepted if the submission says nothing more before it ends. A submission that ends too early is rejected by
// the read that wanted more.
func Interact(play func(i *Interactor)) {
	// Writing to a submission that has ended must not kill the judge's own program, which has yet to decide.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(judge(os.Args[1:], os.Stdin, func(c *Checker) {
		play(&Interactor{Checker: c, to: os.Stdout})
		// Without an end of its input, a submission that reads on and this program would wait for each other.
		_ = os.Stdout.Close()
	}))
}

// Send writes a line to the submission at once. That the submission may have ended shows when Output is read next.
func (i *Interactor) Send(format string, args ...any) {
	_, _ = io.WriteString(i.to, fmt.Sprintf(format, args...)+"\n")
}
