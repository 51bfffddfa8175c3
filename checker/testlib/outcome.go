package testlib

import (
	"fmt"
	"strconv"
)

// Exit codes of validators and checkers (ICPC problem package format, "Output Validator"). Every code but the first
// two is a judge error, including 0, so that a program which merely ends accepts nothing.
const (
	exitAccepted = 42
	exitRejected = 43
	exitFailed   = 1
)

// outcome is how a program ends. It travels as a panic from where it was decided to conclude.
type outcome struct {
	exit    int
	message string
}

func accept() { panic(outcome{exit: exitAccepted}) }

func reject(format string, args ...any) {
	panic(outcome{exit: exitRejected, message: fmt.Sprintf(format, args...)})
}

func fail(format string, args ...any) {
	panic(outcome{exit: exitFailed, message: fmt.Sprintf(format, args...)})
}

// conclude runs body and returns the outcome it ended with. Any other panic is a bug of the program and continues, so
// that the Go runtime ends it with exit code 2 and a stack trace: a judge error.
func conclude(body func()) (end outcome) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case outcome:
			end = thrown
		default:
			panic(thrown)
		}
	}()
	body()
	return outcome{exit: exitAccepted}
}

// quote quotes text for a message, and cuts it if it is long.
func quote(text []byte) string {
	const most = 40
	if len(text) > most {
		return strconv.Quote(string(text[:most])) + "…"
	}
	return strconv.Quote(string(text))
}
