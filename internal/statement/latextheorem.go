package statement

import (
	"slices"
	"strings"
)

// usualTheorems are the environments that texts use without a definition, because classes have them.
var usualTheorems = map[string]string{
	"theorem": "Theorem", "lemma": "Lemma", "corollary": "Corollary", "proposition": "Proposition", "definition": "Definition", "claim": "Claim",
	"remark": "Remark", "observation": "Observation", "conjecture": "Conjecture", "exercise": "Exercise", "property": "Property", "fact": "Fact",
}

func (p *latexParser) isTheorem(name string) bool {
	_, defined := p.theorems[name]
	_, usual := usualTheorems[strings.TrimSuffix(name, "*")]
	return defined || usual || name == "proof"
}

// newTheorem reads \newtheorem{name}[counter]{Title}[within].
func (p *latexParser) newTheorem() {
	t := theorem{unordered: p.star()}
	name := strings.TrimSpace(p.argument().text)
	t.counter = name
	if counter, ok := p.optional(); ok {
		t.counter = strings.TrimSpace(counter.text)
	}
	t.title = plain(p.inline(p.argument()))
	_, _ = p.optional()
	p.theorems[name] = t
}

// theoremBlocks reads a theorem, whose title begins its first paragraph.
func (p *latexParser) theoremBlocks(name string) []block {
	note, hasNote := p.optional()
	p.overlay()
	if name == "proof" {
		title := []span{{text: "Proof. ", style: emphasis}}
		if hasNote {
			title = append(p.inline(note), span{text: ". "})
		}
		blocks := begunBy(title, p.inside(name))
		if last, ok := blocks[len(blocks)-1].(paragraph); ok && last.caption == noCaption {
			last.text = append(last.text, span{text: " □"})
			blocks[len(blocks)-1] = last
		}
		return blocks
	}
	t, ok := p.theorems[name]
	if !ok {
		plainName := strings.TrimSuffix(name, "*")
		t = theorem{title: usualTheorems[plainName], counter: plainName, unordered: plainName != name}
	}
	title := t.title
	current := p.current
	if !t.unordered {
		p.counters[t.counter]++
		number := formatted('1', p.counters[t.counter])
		p.current = label{kind: name, number: number}
		title += " " + number
	}
	text := []span{{text: title, style: strong}}
	if hasNote {
		text = append(append(text, span{text: " ("}), append(p.inline(note), span{text: ")"})...)
	}
	blocks := begunBy(append(text, span{text: ". ", style: strong}), p.inside(name))
	p.current = current
	return blocks
}

// begunBy puts a text in front of blocks, in their first paragraph if they begin with one.
func begunBy(text []span, blocks []block) []block {
	if len(blocks) > 0 {
		if first, ok := blocks[0].(paragraph); ok && first.caption == noCaption && !first.isFigure() {
			first.text = joined(append(slices.Clip(text), first.text...))
			return append([]block{first}, blocks[1:]...)
		}
	}
	return append([]block{paragraph{text: trimmed(joined(text))}}, blocks...)
}
