package checktestdata

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// The limits of regular expressions.
const (
	maxStates = 100_000
	maxGroups = 200 // nesting
	unbounded = math.MaxInt32
)

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) has(c byte) bool { return s[c>>6]>>(c&63)&1 == 1 }
func (s *byteSet) add(c byte)      { s[c>>6] |= 1 << (c & 63) }

func (s *byteSet) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

// regex is a compiled regular expression.
type regex struct{ states []state }

// state is an instruction of the matcher.
type state struct {
	op   op
	a, b int32 // for repeat the least and the most repetitions; for fork the preferred and the other target; for jump the target
	set  *byteSet
}

type op uint8

const (
	accept op = iota
	repeat    // a to b bytes of set
	fork
	jump
)

// regexParser parses the expressions of regex-spec.md and emits states as it goes.
type regexParser struct {
	source string
	offset int
	groups int // number of open groups
	states []state
}

// special are the characters that a backslash escapes; before others a backslash stands for itself.
const special = `(){}[]*+?|\^.-`

// compile compiles a regular expression. The error states the byte, from 1, that is wrong.
func compile(source string) (re *regex, err error) {
	p := &regexParser{source: source}
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case regexError:
			err = fmt.Errorf("regular expression %s: %s at character %d", quoted(source), string(fault), p.offset+1)
		default:
			panic(fault)
		}
	}()
	p.alternatives()
	if p.offset < len(p.source) {
		p.fail("a ) without a (")
	}
	p.emit(state{op: accept})
	return &regex{p.states}, nil
}

// regexError is the parser's panic value, which compile recovers.
type regexError string

func (p *regexParser) fail(format string, args ...any) {
	panic(regexError(fmt.Sprintf(format, args...)))
}

// peek returns the next character, -1 at the end. An unescaped one is below 256, an escaped one is escaped|c.
func (p *regexParser) peek() int {
	if p.offset == len(p.source) {
		return -1
	}
	c := p.source[p.offset]
	if c == '\\' && p.offset+1 < len(p.source) && strings.IndexByte(special, p.source[p.offset+1]) >= 0 {
		return escaped | int(p.source[p.offset+1])
	}
	return int(c)
}

const escaped = 256

func (p *regexParser) next() int {
	c := p.peek()
	p.offset++
	if c >= escaped {
		p.offset++
	}
	return c
}

func (p *regexParser) emit(s state) int {
	if len(p.states) >= maxStates {
		p.fail("more than %d states are needed", maxStates)
	}
	p.states = append(p.states, s)
	return len(p.states) - 1
}

func (p *regexParser) here() int32 { return int32(len(p.states)) }

// alternatives reads a|b|c up to a closing bracket; matches of a are preferred.
func (p *regexParser) alternatives() {
	begin := len(p.states)
	p.sequence()
	var ends []int
	for p.peek() == '|' {
		p.next()
		ends = append(ends, p.emit(state{op: jump}))
		p.insert(begin, state{op: fork, a: 1, b: p.here() - int32(begin) + 1})
		ends[len(ends)-1]++ // account for the insertion
		begin = len(p.states)
		p.sequence()
	}
	for _, i := range ends {
		p.states[i].a = p.here() - int32(i)
	}
}

// sequence reads a concatenation.
func (p *regexParser) sequence() {
	for {
		c := p.peek()
		if c == -1 || c == '|' || c == ')' {
			return
		}
		begin := len(p.states)
		set := p.piece()
		low, high, found := p.repetition()
		if !found {
			low, high = 1, 1
		}
		if set != nil {
			p.repeatSet(set, low, high)
		} else {
			p.repeatGroup(begin, low, high)
		}
		if _, _, again := p.repetition(); again {
			p.fail("a repetition of a repetition")
		}
	}
}

// piece reads a character, a set or a group. It emits the states of a group, and returns the set of
// others.
func (p *regexParser) piece() *byteSet {
	switch c := p.peek(); c {
	case '(':
		if p.groups++; p.groups > maxGroups {
			p.fail("more than %d open brackets", maxGroups)
		}
		p.next()
		p.alternatives()
		if p.peek() != ')' {
			p.fail("a ( that is not closed")
		}
		p.next()
		p.groups--
		return nil
	case '[':
		return p.set()
	case '.':
		p.next()
		all := new(byteSet)
		all.invert()
		return all
	case '*', '+', '?', '{':
		p.fail("nothing to repeat before %c", c)
	case '^':
		p.fail("^ is not an anchor in Checktestdata, where a match begins at the next input anyway; the character is written \\^")
	}
	one := new(byteSet)
	one.add(byte(p.next()))
	return one
}

// set reads [a-z] or [^a-z].
func (p *regexParser) set() *byteSet {
	p.next()
	set := new(byteSet)
	inverted := p.peek() == '^'
	if inverted {
		p.next()
	}
	if p.peek() == ']' {
		p.fail("an empty set; the character ] is written \\]")
	}
	for p.peek() != ']' {
		low := p.member()
		high := low
		if rest := p.source[p.offset:]; len(rest) >= 2 && rest[0] == '-' && rest[1] != ']' {
			p.next()
			if high = p.member(); high < low {
				p.fail("a range from %q to %q", low, high)
			}
		}
		for c := int(low); c <= int(high); c++ {
			set.add(byte(c))
		}
	}
	p.next()
	if inverted {
		set.invert()
	}
	return set
}

// member reads a character of a set.
func (p *regexParser) member() byte {
	switch p.peek() {
	case -1:
		p.fail("a [ that is not closed")
	case '[':
		if strings.HasPrefix(p.source[p.offset:], "[:") {
			p.fail("classes like [:digit:] are not part of Checktestdata, write 0-9; the character is written \\[")
		}
		p.fail("a [ in a set, where the character is written \\[")
	}
	return byte(p.next())
}

// repetition reads * + ? {m} {m,} {,n} or {m,n}, false if there is none.
func (p *regexParser) repetition() (low, high int32, found bool) {
	switch p.peek() {
	case '*':
		low, high = 0, unbounded
	case '+':
		low, high = 1, unbounded
	case '?':
		low, high = 0, 1
	case '{':
		p.next()
		var given bool
		low, given = p.bound(0)
		switch {
		case p.peek() == ',':
			p.next()
			high, _ = p.bound(unbounded)
		case given:
			high = low
		default:
			p.fail("want a number after {")
		}
		if p.peek() != '}' {
			p.fail("want } after the bounds of a repetition")
		}
		if low > high {
			p.fail("a repetition of %d to %d times", low, high)
		}
	default:
		return 0, 0, false
	}
	p.next()
	return low, high, true
}

func (p *regexParser) bound(missing int32) (n int32, given bool) {
	begin := p.offset
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		if n > (unbounded-10)/10 {
			p.fail("the bound of a repetition is too large")
		}
		n = 10*n + int32(p.next()-'0')
	}
	switch digits := p.source[begin:p.offset]; {
	case digits == "":
		return missing, false
	case len(digits) > 1 && digits[0] == '0':
		p.fail("a bound with a leading zero")
	}
	return n, true
}

// repeatSet emits a repetition of one byte, which needs few states for any number of repetitions.
func (p *regexParser) repeatSet(set *byteSet, low, high int32) {
	if high < unbounded {
		if high > 0 {
			p.emit(state{op: repeat, a: low, b: high, set: set})
		}
		return
	}
	if low > 0 {
		p.emit(state{op: repeat, a: low, b: low, set: set})
	}
	p.emit(state{op: fork, a: 1, b: 3})
	p.emit(state{op: repeat, a: 1, b: 1, set: set})
	p.emit(state{op: jump, a: -2})
}

// repeatGroup repeats the states from begin on, which were emitted once. The targets of states are relative, so
// copies work anywhere.
//
// Unbounded repetition is x+ or (x+)?, never a loop around a test whether to continue: with an x that can be empty
// the two differ in preference, and Go's regexp, with which tests compare matches, does it like this.
func (p *regexParser) repeatGroup(begin int, low, high int32) {
	if len(p.states) == begin || low == 1 && high == 1 {
		return
	}
	body := slices.Clone(p.states[begin:])
	p.states = p.states[:begin]
	loop := high == unbounded
	for i := int32(1); i < low || i == low && !loop; i++ {
		p.emitAll(body)
	}
	if loop {
		if low == 0 {
			p.emit(state{op: fork, a: 1, b: int32(len(body)) + 2})
		}
		p.emitAll(body)
		p.emit(state{op: fork, a: -int32(len(body)), b: 1})
		return
	}
	size := int64(high-low) * int64(len(body)+1)
	if size > maxStates {
		p.fail("more than %d states are needed", maxStates)
	}
	for size > 0 {
		p.emit(state{op: fork, a: 1, b: int32(size)})
		p.emitAll(body)
		size -= int64(len(body) + 1)
	}
}

func (p *regexParser) emitAll(states []state) {
	for _, s := range states {
		p.emit(s)
	}
}

// insert inserts a state before others whose targets are among themselves.
func (p *regexParser) insert(at int, s state) {
	p.emit(s)
	copy(p.states[at+1:], p.states[at:])
	p.states[at] = s
}
