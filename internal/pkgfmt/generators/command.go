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

// Command is the call of a generator: a program's name and its arguments, separated by white space, which arguments
// cannot contain.
type Command struct {
	// Text is the command as it was written, without white space around it.
	Text string
}

// seedMark matches the placeholder of the seed. The digits make otherwise equal commands different.
var seedMark = lazyregexp.New(`\{seed(:[0-9]+)?\}`)

// braces matches anything in curly brackets, or a single bracket.
var braces = lazyregexp.New(`\{[^{}]*\}|[{}]`)

// ParseCommand reads a command: "tree --n 5 {seed}". Besides {seed} or {seed:1}, at most once, it may contain {name},
// and {count}, which is not replaced.
func ParseCommand(text string) (Command, error) {
	return parse(text, "{name} and, beside the key count, {count}", nameMark, countMark)
}

// ParseSearchCommand reads a command that makes inputs for searches: "tree {size} {seed}". It must contain {seed} or
// {seed:1} once, and may contain {name}, and {size} or {n} for a slowly growing size.
func ParseSearchCommand(text string) (Command, error) {
	c, err := parse(text, "{name}, {size} and {n}", nameMark, "{size}", "{n}")
	if err == nil && !c.Seeded() {
		err = errors.New("the command takes no {seed}")
	}
	return c, err
}

// parse reads a command that may contain {seed} and some marks; named describes these for error messages.
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

// Base is the name of the files that a generator may write in its working directory instead of printing the input:
// testcase.in, testcase.ans and so on.
const Base = "testcase"

// Program returns the name of the program.
func (c Command) Program() string { return strings.Fields(c.Text)[0] }

// Seeded reports whether the command takes a seed.
func (c Command) Seeded() bool { return seedMark().MatchString(c.Text) }

// Args returns the arguments, with the seed inserted.
func (c Command) Args(seed uint32) []string {
	args := strings.Fields(c.Text)[1:]
	for i, arg := range args {
		arg = seedMark().ReplaceAllLiteralString(arg, strconv.FormatUint(uint64(seed), 10))
		args[i] = strings.ReplaceAll(arg, nameMark, Base)
	}
	return args
}

// With returns the command as the user would type it, with the seed inserted.
func (c Command) With(seed uint32) string {
	return strings.Join(append([]string{c.Program()}, c.Args(seed)...), " ")
}

// seedBits is the size of seeds.
const seedBits = 31

// Seed returns the seed of a command: the lower 31 bits of the SHA-512 of the salt and the command as it was written.
// The index distinguishes the commands of one key count; without it, it is 1.
func Seed(salt string, command Command, index int) uint32 {
	if index != 1 {
		salt += ":" + strconv.Itoa(index-1)
	}
	sum := sha512.Sum512([]byte(salt + command.Text))
	return binary.BigEndian.Uint32(sum[len(sum)-4:]) & (1<<seedBits - 1)
}

// NextSeed returns the seed to try after a generator failed, for the key retries.
func NextSeed(seed uint32) uint32 { return (seed + 1) & (1<<seedBits - 1) }
