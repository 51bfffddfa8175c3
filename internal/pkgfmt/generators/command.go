package generators

import (
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// Command is the call of a generator: a program's name and its arguments, separated by white space, which no argument
// can hold.
type Command struct {
	// Text is the command as it was written, without white space around it.
	Text string
}

// seedMark is where the seed goes. The digits make two commands different that are otherwise the same.
var seedMark = lazyregexp.New(`\{seed(:[0-9]+)?\}`)

// braces is whatever stands in curly brackets, or a bracket alone.
var braces = lazyregexp.New(`\{[^{}]*\}|[{}]`)

// ParseCommand reads a command: "tree --n 5 {seed}". Besides {seed} or {seed:1}, once, it may hold {name}, and {count} that
// nothing was put in place of.
func ParseCommand(text string) (Command, error) {
	return parse(text, "{name} and, beside the key count, {count}", nameMark, countMark)
}

// ParseSearchCommand reads a command that makes inputs for searches: "tree {size} {seed}". Besides {seed} or {seed:1}, which
// it must hold once, it may hold {name}, and {size} or {n} for a size that grows slowly.
func ParseSearchCommand(text string) (Command, error) {
	c, err := parse(text, "{name}, {size} and {n}", nameMark, "{size}", "{n}")
	if err == nil && !c.Seeded() {
		err = errors.New("the command takes no {seed}")
	}
	return c, err
}

// parse reads a command that may hold {seed} and some marks; named is how people are told of these.
func parse(text, named string, marks ...string) (Command, error) {
	c := Command{strings.TrimSpace(text)}
	if c.Text == "" {
		return c, errors.New("the command is empty")
	}
	seeds := 0
	for _, mark := range braces().FindAllString(c.Text, -1) {
		switch {
		case seedMark().MatchString(mark):
			seeds++
		case !slices.Contains(marks, mark):
			return c, fmt.Errorf("the command holds %s; only {seed}, {seed:1}, %s stand for something", mark, named)
		}
	}
	if seeds > 1 {
		return c, errors.New("the command holds {seed} more than once")
	}
	if name := c.Program(); strings.ContainsAny(name, "{}") {
		return c, fmt.Errorf("the program's name %s stands for something else", name)
	}
	return c, nil
}

const (
	nameMark  = "{name}"  // the base name of the files that a generator may write
	countMark = "{count}" // the number of a case under the key count
)

// Base is the name of the files that a generator may write instead of printing the input: testcase.in, testcase.ans and
// so on, in its working directory.
const Base = "testcase"

// Program is the name of the program.
func (c Command) Program() string { return strings.Fields(c.Text)[0] }

// Seeded tells whether the command takes a seed.
func (c Command) Seeded() bool { return seedMark().MatchString(c.Text) }

// Args are the arguments, with the seed in its place.
func (c Command) Args(seed uint32) []string {
	args := strings.Fields(c.Text)[1:]
	for i, arg := range args {
		arg = seedMark().ReplaceAllLiteralString(arg, strconv.FormatUint(uint64(seed), 10))
		args[i] = strings.ReplaceAll(arg, nameMark, Base)
	}
	return args
}

// With is the command as people would type it, with the seed in its place.
func (c Command) With(seed uint32) string {
	return strings.Join(append([]string{c.Program()}, c.Args(seed)...), " ")
}

// seedBits is the size of seeds.
const seedBits = 31

// Seed gives the seed of a command: the lower 31 bits of the SHA-512 of the salt and the command as it was written. The
// index tells the commands of one key count apart; 1 is the seed of a command without it.
func Seed(salt string, command Command, index int) uint32 {
	if index != 1 {
		salt += ":" + strconv.Itoa(index-1)
	}
	sum := sha512.Sum512([]byte(salt + command.Text))
	return binary.BigEndian.Uint32(sum[len(sum)-4:]) & (1<<seedBits - 1)
}

// NextSeed is the seed after one with which a generator failed, for the key retries.
func NextSeed(seed uint32) uint32 { return (seed + 1) & (1<<seedBits - 1) }
