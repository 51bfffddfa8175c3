package enumerate

import (
	"slices"
	"strconv"
	"strings"
)

// form is an input whose values vary: its numbers, and the letters of its words or, if there are few words, the
// words themselves.
type form struct {
	name  string
	parts []string // concatenated, they make the input
	atoms []atom
}

// atom is a part that varies.
type atom struct {
	part int
	kind kind
}

// kind is the set of values that an atom may take.
type kind byte

const (
	aNumber kind = '0'
	aLetter kind = 'a'
	aWord   kind = 'w'
)

// form returns the form of an input, nil if the grammar does not know it.
func (g *Grammar) form(input []byte) *form {
	lines, ok := split(input)
	if !ok {
		return nil
	}
	f := &form{}
	var name strings.Builder
	add := func(part string, k kind) {
		f.atoms = append(f.atoms, atom{len(f.parts), k})
		f.parts = append(f.parts, part)
		name.WriteByte(byte(k))
	}
	for _, words := range lines {
		for i, word := range words {
			if i > 0 {
				f.parts = append(f.parts, " ")
				name.WriteByte(' ')
			}
			switch _, isNumber := number(word); {
			case isNumber:
				add(word, aNumber)
			case slices.Contains(g.words, word):
				add(word, aWord)
			default:
				for k := range len(word) {
					add(word[k:k+1], aLetter)
				}
			}
		}
		f.parts = append(f.parts, "\n")
		name.WriteByte('\n')
	}
	f.name = name.String()
	return f
}

// with returns the input with other values for its atoms.
func (f *form) with(values []string) []byte {
	parts := slices.Clone(f.parts)
	for i, a := range f.atoms {
		parts[a.part] = values[i]
	}
	return []byte(strings.Join(parts, ""))
}

// values returns the values of the input itself.
func (f *form) values() []string {
	values := make([]string, len(f.atoms))
	for i, a := range f.atoms {
		values[i] = f.parts[a.part]
	}
	return values
}

// least is the smallest number of bytes that an input of the form can have.
func (f *form) least(g *Grammar) int {
	n := 0
	for _, part := range f.parts {
		n += len(part)
	}
	for _, a := range f.atoms {
		shortest := 1
		if a.kind == aWord {
			shortest = len(slices.MinFunc(g.words, func(a, b string) int { return len(a) - len(b) }))
		}
		n -= len(f.parts[a.part]) - shortest
	}
	return n
}

// upTo returns the values up to n of an atom, as in Size but with one letter more.
func (g *Grammar) upTo(k kind, n int) []string {
	var all []string
	switch k {
	case aWord:
		return g.words
	case aLetter:
		for _, letter := range g.letters[:min(n+1, len(g.letters))] {
			all = append(all, string([]byte{letter}))
		}
	case aNumber:
		for value := range n + 1 {
			all = append(all, strconv.Itoa(value))
			if g.negative && value > 0 {
				all = append(all, strconv.Itoa(-value))
			}
		}
	}
	return all
}
