package testlib

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// overviewFlag is the flag that makes a testlib validator log what it saw.
const overviewFlag = "--testOverviewLogFileName"

// bounds are the allowed and the actual range of a variable.
type bounds struct {
	lo, hi       int
	varied       bool // lo and hi were not the same at all reads
	least, great bool // the value was at its lower bound, at its upper bound, at some read
}

// overview records the bounds of every variable of an input, for the log that a testlib validator writes. A nil
// overview records nothing.
type overview map[string]*bounds

// note records the reading of a value. A name with digits counts as an element of something, as in testlib.
func (o overview) note(what string, value, lo, hi int) {
	name, noLeast, noGreat := excused(what)
	if o == nil || name == "" || strings.ContainsAny(name, "0123456789\"\n") {
		return
	}
	b, known := o[name]
	if !known {
		b = &bounds{lo: lo, hi: hi}
		o[name] = b
	}
	b.varied = b.varied || lo != b.lo || hi != b.hi
	b.least = b.least || noLeast || value == lo
	b.great = b.great || noGreat || value == hi
}

// excused strips the tildes from a name that say which bounds no input can reach: "~n" the lower one, "n~" the upper
// one.
func excused(what string) (name string, least, great bool) {
	name, least = strings.CutPrefix(what, "~")
	name, great = strings.CutSuffix(name, "~")
	return name, least, great
}

// bare returns a name as messages show it.
func bare(what string) string {
	name, _, _ := excused(what)
	return name
}

// String returns the log in the words of testlib: first the bounds that were hit, then the values that never changed.
func (o overview) String() string {
	var hits, constants strings.Builder
	for _, name := range slices.Sorted(maps.Keys(o)) {
		b := o[name]
		fmt.Fprintf(&hits, "%q:", name)
		if b.least {
			hits.WriteString(" min-value-hit")
		}
		if b.great {
			hits.WriteString(" max-value-hit")
		}
		hits.WriteByte('\n')
		if !b.varied {
			fmt.Fprintf(&constants, "constant-bounds %q: %d %d\n", name, b.lo, b.hi)
		}
	}
	return hits.String() + constants.String()
}

// write writes the log to a file.
func (o overview) write(path string) {
	if err := os.WriteFile(path, []byte(o.String()), 0o666); err != nil {
		fail("write the log of bounds: %v", err)
	}
}

// takeOverviewFlag removes the flag and its file from the arguments. file is "" without the flag.
func takeOverviewFlag(args []string) (rest []string, file string) {
	i := slices.Index(args, overviewFlag)
	if i < 0 || i+1 == len(args) {
		return args, ""
	}
	return slices.Concat(args[:i], args[i+2:]), args[i+1]
}
