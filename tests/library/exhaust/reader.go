package exhaust

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
)

// Validate replaces testlib.Validate. It writes every valid input of as many bytes as the first argument says, then
// of one byte more, and so on without end. Each begins with its length.
func Validate(check func(in *Reader)) {
	size, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	out := bufio.NewWriter(os.Stdout)
	for ; ; size++ {
		ofSize(size, check, func(input []byte) { write(out, input) })
		write(out, nil)
		if out.Flush() != nil {
			return // the other side has closed
		}
	}
}

// write writes one input; an empty one ends those of a size. Only the end of a size shows that the other side has
// closed.
func write(out *bufio.Writer, input []byte) {
	fmt.Fprintf(out, "%d\n", len(input))
	_, _ = out.Write(input)
}

// ofSize calls yield with all valid inputs of a size.
func ofSize(size int, check func(in *Reader), yield func(input []byte)) {
	for in := (&Reader{size: size}); ; {
		if in.ask(check) == accepted && len(in.text) == size {
			yield(in.text)
		}
		if !in.advance() {
			return
		}
	}
}

// Reader has the methods of testlib.Reader, and chooses what they read. It ends the validator as soon as the text
// cannot begin an input of its size.
type Reader struct {
	size int
	text []byte
	// choices are those that led to text, or that the next call repeats from the first one on.
	choices []choice
	made    int
}

// choice is a number up to the last.
type choice struct {
	value, last int
	// accepted and tooLong report how some of the inputs with the value ended.
	accepted, tooLong bool
	// word reports that it is one of some words, and not a number or a length.
	word bool
}

// end is how a validator ends.
type end int

const (
	accepted end = iota
	refused
	tooLong
)

func (r *Reader) ask(check func(in *Reader)) (how end) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case end:
			how = thrown
		default:
			panic(thrown)
		}
		for i := range r.choices {
			r.choices[i].accepted = r.choices[i].accepted || how == accepted
			r.choices[i].tooLong = r.choices[i].tooLong || how == tooLong
		}
	}()
	r.text, r.made = r.text[:0], 0
	check(r)
	if len(r.text) > 0 && r.text[len(r.text)-1] != '\n' {
		panic(fmt.Sprintf("an input without the end of its last line, which Int counts on: %q", r.text))
	}
	return accepted
}

// advance changes the last choice that has another value. It skips greater numbers if inputs with the current one are
// too long or rejected.
func (r *Reader) advance() bool {
	for i, c := range slices.Backward(r.choices) {
		if c.value < c.last && (c.word || c.accepted || !c.tooLong) {
			r.choices[i] = choice{value: c.value + 1, last: c.last, word: c.word}
			r.choices = r.choices[:i+1]
			return true
		}
	}
	return false
}

// choose chooses among the numbers from first to last for which there is room.
func (r *Reader) choose(first, last, room int) int {
	if r.made == len(r.choices) {
		switch {
		case first > last:
			panic(refused)
		case first > room:
			panic(tooLong)
		}
		last = min(last, room)
		r.choices = append(r.choices, choice{value: first, last: last})
	}
	r.made++
	return r.choices[r.made-1].value
}

func (r *Reader) add(text string) {
	if r.text = append(r.text, text...); len(r.text) > r.size {
		panic(tooLong)
	}
}

// room is how many more bytes fit before the end of the last line.
func (r *Reader) room() int { return max(0, r.size-len(r.text)-1) }

// Int reads one of the numbers from lo to hi for which there is room.
func (r *Reader) Int(what string, lo, hi int) int {
	if lo < 0 {
		panic(what + ": numbers below zero are not thought of")
	}
	greatest := math.MaxInt
	if room := r.room(); room < len(strconv.Itoa(greatest)) {
		greatest = 0
		for range room {
			greatest = 10*greatest + 9
		}
	}
	value := r.choose(lo, hi, greatest)
	r.add(strconv.Itoa(value))
	return value
}

// Ints reads numbers between single spaces.
func (r *Reader) Ints(what string, n, lo, hi int) []int {
	var values []int // n may be far too large for the room
	for i := range n {
		if i > 0 {
			r.Space()
		}
		values = append(values, r.Int(what, lo, hi))
	}
	return values
}

// Word reads a word of an alphabet.
func (r *Reader) Word(what string, lo, hi int, alphabet string) string {
	if alphabet == "" {
		panic(what + ": words of any characters are not thought of")
	}
	begin := len(r.text)
	for range r.choose(lo, hi, r.room()) {
		i := r.choose(0, len(alphabet)-1, len(alphabet))
		r.add(alphabet[i : i+1])
	}
	return string(r.text[begin:])
}

// OneOf reads one of some words.
func (r *Reader) OneOf(_ string, words ...string) string {
	word := words[r.choose(0, len(words)-1, len(words))]
	r.choices[r.made-1].word = true
	r.add(word)
	return word
}

// Space reads one space.
func (r *Reader) Space() { r.add(" ") }

// Newline reads the end of a line.
func (r *Reader) Newline() { r.add("\n") }

// Fail rejects the input.
func (r *Reader) Fail(string, ...any) { panic(refused) }
