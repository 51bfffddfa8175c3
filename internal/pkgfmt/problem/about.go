package problem

import "slices"

// About returns the unusual properties of a problem, and its tags.
func (p *Problem) About() []string {
	words := p.Type.Names()
	for _, word := range p.Tags() {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// Names returns the unusual properties of a problem.
func (t Type) Names() []string {
	var names []string
	for _, kind := range []struct {
		is   bool
		name string
	}{{t.Scoring, "scoring"}, {t.Interactive, "interactive"}, {t.MultiPass, "multi-pass"}, {t.SubmitAnswer, "submit-answer"}} {
		if kind.is {
			names = append(names, kind.name)
		}
	}
	return names
}
