package enumerate

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"grundy/internal/author/shrink"
)

// mostRandom is the largest number of numbers and letters of an input that is made at random.
const mostRandom = 16

// Varied returns up to count different inputs that resemble known ones: what is left of a small one without a part, known
// ones with a few other values, and random ones of a small layout. The same known inputs give the same ones.
func Varied(known [][]byte, count int) [][]byte {
	v := &variation{grammar: Learn(known), random: rand.New(rand.NewPCG(1, 1)), seen: map[string]bool{}, count: count}
	known = slices.Clone(known)
	slices.SortStableFunc(known, func(a, b []byte) int { return len(a) - len(b) })
	for _, input := range known {
		v.seen[string(input)] = true
		if f := v.grammar.form(input); f != nil && len(f.atoms) > 0 && len(f.atoms) <= mostAtoms {
			v.forms = append(v.forms, f)
		}
	}
	for _, layout := range v.grammar.layouts {
		if atoms := layout.atoms(); 0 < atoms && atoms <= mostRandom {
			v.layouts = append(v.layouts, layout)
		}
	}
	v.removeParts(known)
	for range 4 * count {
		if len(v.forms) > 0 {
			v.add(v.changed(v.forms[v.random.IntN(len(v.forms))]))
		}
		if len(v.layouts) > 0 {
			v.add(v.filled(v.layouts[v.random.IntN(len(v.layouts))]))
		}
	}
	return v.made
}

// variation collects varied inputs.
type variation struct {
	grammar *Grammar
	forms   []*form
	layouts []layout // small ones
	random  *rand.Rand
	seen    map[string]bool
	made    [][]byte
	count   int
}

// add keeps an input that is new, as long as there is room.
func (v *variation) add(input []byte) {
	if len(v.made) < v.count && !v.seen[string(input)] {
		v.seen[string(input)] = true
		v.made = append(v.made, input)
	}
}

// removeParts leaves parts out of the smallest inputs, for up to half of the room.
func (v *variation) removeParts(known [][]byte) {
	for _, input := range known[:min(len(known), beginnings)] {
		if len(input) > mostParted {
			return
		}
		for left := range shrink.Parts(input) {
			if len(v.made) >= v.count/2 {
				return
			}
			v.add(left)
		}
	}
}

// changed returns an input of a form with one to three other values: a number becomes another one of the input, or its
// neighbour.
func (v *variation) changed(f *form) []byte {
	values := f.values()
	own := slices.Clone(values)
	for range 1 + v.random.IntN(3) {
		i := v.random.IntN(len(values))
		switch value, isNumber := number(values[i]); {
		case f.atoms[i].kind == aWord:
			values[i] = v.grammar.words[v.random.IntN(len(v.grammar.words))]
		case f.atoms[i].kind == aLetter:
			values[i] = string(v.grammar.letters[v.random.IntN(len(v.grammar.letters))])
		case !isNumber:
		case v.random.IntN(2) == 0:
			values[i] = strconv.Itoa(value + 1 - 2*v.random.IntN(2))
		default:
			if other := v.random.IntN(len(own)); f.atoms[other].kind == aNumber {
				values[i] = own[other]
			}
		}
	}
	return f.with(values)
}

// filled returns an input of a layout, with random numbers up to a random bound.
func (v *variation) filled(l layout) []byte {
	n := 1 + v.random.IntN(l.atoms())
	var input []byte
	for _, line := range l {
		for i, t := range line {
			if i > 0 {
				input = append(input, ' ')
			}
			input = append(input, v.word(t, n)...)
		}
		input = append(input, '\n')
	}
	return input
}

// word returns a random text of a token.
func (v *variation) word(t token, n int) string {
	if t.count {
		return strconv.Itoa(t.value)
	}
	if t.letters > 0 {
		word := make([]byte, t.letters)
		for i := range word {
			word[i] = v.grammar.letters[v.random.IntN(len(v.grammar.letters))]
		}
		return string(word)
	}
	kind := aNumber
	if t.known {
		kind = aWord
	}
	values := v.grammar.upTo(kind, n)
	return values[v.random.IntN(len(values))]
}
