package checktestdata

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Position is a position in a text. Line and column count from 1; columns are bytes.
type Position struct{ Line, Column int }

// String returns "line 3, column 7".
func (p Position) String() string { return fmt.Sprintf("line %d, column %d", p.Line, p.Column) }

// SyntaxError is the error of a program that cannot be parsed.
type SyntaxError struct {
	At      Position
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: %s", e.At, e.Message) }

// MismatchError is the error of data that the program rejects.
type MismatchError struct {
	Data    Position
	Want    string // "an integer from 0 to 9"
	Found   string // "10"
	Command string // the command that rejected it: "INT"
	Program Position
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s: want %s, found %s (%s, program %s)", e.Data, e.Want, e.Found, e.Command, e.Program)
}

// FaultError is the error of a program that cannot continue: it uses an unset variable, adds a string to a number,
// or reaches a limit.
type FaultError struct {
	Program Position
	Message string
	Data    Position // position reached in the data
	Limit   bool     // whether it reached a limit
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

// isLimit reports whether a reason is a limit of the program's resources.
func isLimit(err error) bool {
	return errors.Is(err, errSteps) || errors.Is(err, errMemory) || errors.Is(err, errNumber)
}

// excerptBytes bounds the excerpts of programs and data in messages.
const excerptBytes = 40

// quoted shows a text, or its beginning.
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
