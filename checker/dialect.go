package checker

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"grundy/internal/judge/sandbox"
)

// Dialect is a way of calling a checker or an interactor, and of reading its word.
type Dialect string

// The dialects; each is described in a file of its own.
const (
	ICPC    Dialect = "icpc"
	Legacy  Dialect = "icpc-legacy"
	Testlib Dialect = "testlib"
	CMS     Dialect = "cms"
	Sinol   Dialect = "sinol"
	OJ      Dialect = "oj"
	Peg     Dialect = "peg"
)

// protocol is what a dialect consists of.
type protocol struct {
	// noun is what people call such a program.
	noun string
	// arguments orders the files that a checker is given.
	arguments func(f files) []string
	// interactor orders the files that an interactor is given, nil where the dialect has no interactors.
	interactor func(f files) []string
	// stdin tells that the output arrives at standard input, feedback that there is a feedback folder, args that
	// the test case may give further arguments.
	stdin, feedback, args bool
	// interpret reads the word of a checker that ended by itself.
	interpret func(r report) (Outcome, error)
}

// files are the places of a case's files as a checker sees them.
type files struct{ input, answer, output, feedback string }

// report is what a checker left when it ended.
type report struct {
	noun           string
	exit           int
	stdout, stderr []byte
	feedback       string // a folder of the host, or ""
}

// textLimit bounds, in bytes, every text that is taken from a checker.
const textLimit = 64 << 10

func (d Dialect) protocol() (protocol, error) {
	switch d {
	case ICPC:
		return icpc, nil
	case Legacy:
		return legacy, nil
	case Testlib:
		return testlib, nil
	case CMS:
		return cms, nil
	case Sinol:
		return sinol, nil
	case OJ:
		return oj, nil
	case Peg:
		return peg, nil
	}
	return protocol{}, fmt.Errorf("unknown checker dialect %q", string(d))
}

// InteractorArgs returns what follows an interactor's command, given the files as the interactor sees them. Output is
// the file that it may log to. It returns nil for dialects without interactors.
func (d Dialect) InteractorArgs(input, answer, output, feedback string) []string {
	p, err := d.protocol()
	if err != nil || p.interactor == nil {
		return nil
	}
	return p.interactor(files{input, answer, output, feedback})
}

// Interpret turns the facts of a checker's or interactor's run into its word. FeedbackDir is a folder of the host. The
// error is a *JudgeError when the program crashed, hit a limit or broke the rules of its dialect.
func (d Dialect) Interpret(result sandbox.Result, stdout, stderr []byte, feedbackDir string) (Outcome, error) {
	p, err := d.protocol()
	if err != nil {
		return Outcome{}, err
	}
	r := report{noun: p.noun, exit: result.Exit, stdout: stdout, stderr: stderr, feedback: feedbackDir}
	if failure := breakdown(result); failure != "" {
		return Outcome{}, r.fault("%s", failure)
	}
	return p.interpret(r)
}

// breakdown says in words how a program ended against its will, or "".
func breakdown(result sandbox.Result) string {
	switch {
	case result.Breach == sandbox.CPUBreach:
		return fmt.Sprintf("was stopped at its time limit after %.1f s of CPU time", result.CPU.Seconds())
	case result.Breach == sandbox.WallBreach, result.Breach == sandbox.IdleBreach:
		return fmt.Sprintf("was stopped at its time limit after %.1f s of wall time", result.Wall.Seconds())
	case result.Breach == sandbox.MemoryBreach:
		return "ran out of memory at " + result.Memory.String()
	case result.Breach == sandbox.OutputBreach:
		return "wrote more than its output limit"
	case result.Signal != 0:
		return fmt.Sprintf("was killed by signal %d (%s)", result.Signal, syscall.Signal(result.Signal))
	}
	return ""
}

// fault builds the error for a checker that broke the rules: "the checker" and the words given, with what it said.
func (r report) fault(format string, args ...any) *JudgeError {
	detail := text(r.stderr)
	if detail == "" && r.feedback != "" {
		detail, _ = feedbackText(r.feedback, judgeMessage)
	}
	return &JudgeError{Reason: "the " + r.noun + " " + fmt.Sprintf(format, args...), Detail: detail}
}

// text makes bytes of a checker printable: bounded, valid UTF-8, without white space around.
func text(raw []byte) string {
	clean := strings.TrimSpace(strings.ToValidUTF8(string(raw), "\uFFFD"))
	if len(clean) > textLimit {
		return clipped([]byte(clean[:textLimit]), false, true)
	}
	return clean
}

// finite reads a decimal number as the package format writes it: no inf, nan or hexadecimal.
func finite(word string) (float64, bool) {
	if !parseNumber(word).valid() {
		return 0, false
	}
	value, err := strconv.ParseFloat(word, 64)
	return value, err == nil
}

// share is the outcome of a checker that gives a part of the case's points: whatever earns something is accepted.
func share(part float64, message string) Outcome {
	return Outcome{Accepted: part > 0, Partial: part > 0 && part < 1, Multiplier: &part, Message: message}
}

// proportion reads a number between 0 and limit.
func proportion(word string, limit float64) (float64, error) {
	value, ok := finite(word)
	if !ok || value < 0 || value > limit {
		return 0, fmt.Errorf("gave the score %.40q (want 0 to %v)", word, limit)
	}
	return value / limit, nil
}
