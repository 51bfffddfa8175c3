package checker

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"grundy/internal/judge/sandbox"
)

// Dialect is a convention for calling a checker or an interactor and reading its result.
type Dialect string

// The dialects. Each is described in a file of its own.
const (
	ICPC    Dialect = "icpc"
	Legacy  Dialect = "icpc-legacy"
	Testlib Dialect = "testlib"
	CMS     Dialect = "cms"
	Sinol   Dialect = "sinol"
	OJ      Dialect = "oj"
	Peg     Dialect = "peg"
)

// Dialects are those that users name.
func Dialects() []Dialect { return []Dialect{ICPC, Testlib, CMS, Sinol, OJ, Peg} }

// ReadDialect reads the name of a dialect for programs of one's own. The dialect of judge commands is called plain, too: such a
// program knows nothing of judges.
func ReadDialect(name string) (Dialect, error) {
	d := Dialect(name)
	switch {
	case name == "plain":
		return OJ, nil
	case slices.Contains(Dialects(), d):
		return d, nil
	}
	return "", errors.New("want icpc, testlib, plain, cms, sinol, oj or peg")
}

// protocol is what a dialect consists of.
type protocol struct {
	// noun is the usual name of such a program.
	noun string
	// arguments returns the file arguments of a checker, in order.
	arguments func(f files) []string
	// interactor returns the file arguments of an interactor, in order. It is nil if the dialect has no interactors.
	interactor func(f files) []string
	// stdin says that the output arrives at standard input, feedback that there is a feedback directory, and args
	// that the test case may give further arguments.
	stdin, feedback, args bool
	// interpret reads the result of a checker that ended by itself.
	interpret func(r report) (Verdict, error)
}

// files are the paths of a case's files as a checker sees them.
type files struct{ input, answer, output, feedback string }

// report is what a checker left when it ended.
type report struct {
	noun           string
	exit           int
	stdout, stderr []byte
	feedback       string // a directory of the host, or ""
}

// textLimit bounds, in bytes, every text taken from a checker.
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

// InteractorArgs returns what follows an interactor's command, given the files as the interactor sees them. output is
// the file for its log. InteractorArgs returns nil for dialects without interactors.
func (d Dialect) InteractorArgs(input, answer, output, feedback string) []string {
	p, err := d.protocol()
	if err != nil || p.interactor == nil {
		return nil
	}
	return p.interactor(files{input, answer, output, feedback})
}

// Interpret derives the result from the facts of a checker's or interactor's run. feedbackDir is a directory of the
// host. The error is a *JudgeError if the program crashed, hit a limit or violated its dialect.
func (d Dialect) Interpret(result sandbox.Result, stdout, stderr []byte, feedbackDir string) (Verdict, error) {
	p, err := d.protocol()
	if err != nil {
		return Verdict{}, err
	}
	r := report{noun: p.noun, exit: result.Exit, stdout: stdout, stderr: stderr, feedback: feedbackDir}
	if failure := breakdown(result); failure != "" {
		return Verdict{}, r.fault("%s", failure)
	}
	return p.interpret(r)
}

// breakdown describes an abnormal end of a program, or returns "".
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

// fault returns the error for a checker that violated its dialect: "the checker", the given words, and its own
// message.
func (r report) fault(format string, args ...any) *JudgeError {
	detail := text(r.stderr)
	if detail == "" && r.feedback != "" {
		detail, _ = feedbackText(r.feedback, judgeMessage)
	}
	return &JudgeError{Reason: "the " + r.noun + " " + fmt.Sprintf(format, args...), Detail: detail}
}

// text makes a checker's bytes printable: bounded, valid UTF-8, without surrounding white space.
func text(raw []byte) string {
	clean := strings.TrimSpace(strings.ToValidUTF8(string(raw), "\uFFFD"))
	if len(clean) > textLimit {
		return clipped([]byte(clean[:textLimit]), false, true)
	}
	return clean
}

// finite parses a decimal number as the package format writes it: no inf, nan or hexadecimal.
func finite(word string) (float64, bool) {
	if !parseNumber(word).valid() {
		return 0, false
	}
	value, err := strconv.ParseFloat(word, 64)
	return value, err == nil
}

// share returns the outcome of a checker that awards a part of the case's points: any positive part is accepted.
func share(part float64, message string) Verdict {
	return Verdict{Accepted: part > 0, Partial: part > 0 && part < 1, Multiplier: &part, Message: message}
}

// proportion parses a number between 0 and limit.
func proportion(word string, limit float64) (float64, error) {
	value, ok := finite(word)
	if !ok || value < 0 || value > limit {
		return 0, fmt.Errorf("gave the score %.40q (want 0 to %v)", word, limit)
	}
	return value / limit, nil
}
