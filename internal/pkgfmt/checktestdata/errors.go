package checktestdata

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Position is a place in a text. Both count from 1; columns are bytes.
type Position struct{ Line, Column int }

// String gives "line 3, column 7".
func (p Position) String() string { return fmt.Sprintf("line %d, column %d", p.Line, p.Column) }

// SyntaxError is a program that cannot be read.
type SyntaxError struct {
	At      Position
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: %s", e.At, e.Message) }

// MismatchError is data that is not as the program says.
type MismatchError struct {
	Data    Position
	Want    string // "an integer from 0 to 9"
	Found   string // "10"
	Command string // the command that refused: "INT"
	Program Position
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s: want %s, found %s (%s, program %s)", e.Data, e.Want, e.Found, e.Command, e.Program)
}

// FaultError is a program that cannot go on: it uses a variable that is not set, adds a string to a number, or reaches a
// limit.
type FaultError struct {
	Program Position
	Message string
	Data    Position // how far it had read
	Limit   bool     // it reached a limit
}

func (e *FaultError) Error() string {
	return fmt.Sprintf("program %s: %s (data %s)", e.Program, e.Message, e.Data)
}

// The reasons why a program is stopped.
var (
	errSteps  = errors.New("the program takes too many steps")
	errMemory = errors.New("the program needs too much memory")
	errNumber = errors.New("the number is too large or too small to compute with")
)

// isLimit tells the reasons that depend on how much a program spends.
func isLimit(err error) bool {
	return errors.Is(err, errSteps) || errors.Is(err, errMemory) || errors.Is(err, errNumber)
}

// excerptBytes bounds what messages repeat of programs and data.
const excerptBytes = 40

// quoted shows some text, or the beginning of it.
func quoted(text string) string {
	if len(text) <= excerptBytes {
		return strconv.Quote(text)
	}
	return strconv.Quote(text[:excerptBytes]) + "…"
}

// source shows a piece of a program in one line.
func source(text string) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "\uFFFD")
	if utf8.RuneCountInString(text) > 2*excerptBytes {
		text = string([]rune(text)[:2*excerptBytes]) + "…"
	}
	return text
}
