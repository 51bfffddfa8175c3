package statement

import (
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// numberings are the commands that write a counter.
var numberings = map[string]byte{"arabic": '1', "alph": 'a', "Alph": 'A', "roman": 'i', "Roman": 'I'}

// counterValue matches \value{counter}.
var counterValue = lazyregexp.New(`^\\value\s*\{([^{}]*)\}$`)

// isCounter reports whether a command is about a counter that the text defines by \newcounter, and does what it says.
// The reader knows the counters of lists, headings and figures.
func (e *expander) isCounter(t token) bool {
	name := t.name()
	if name == "newcounter" {
		e.counters[written(e.argument())] = 0
		if e.skip("[") {
			for within := e.take(); within.text != "" && within.text != "]"; within = e.take() {
			}
		}
		return true
	}
	if len(e.counters) == 0 {
		return false
	}
	if counter, found := strings.CutPrefix(name, "the"); found {
		n, ours := e.counters[counter]
		if ours {
			e.emit(token{text: strconv.Itoa(n), at: t.at})
		}
		return ours
	}
	numbering, writes := numberings[name]
	switch name {
	case "stepcounter", "refstepcounter", "setcounter", "addtocounter":
	default:
		if !writes {
			return false
		}
	}
	if !e.isNext("{") { // \alph* of a list
		return false
	}
	counter := written(e.argument())
	n, ours := e.counters[counter]
	if !ours {
		e.emit(t)
		e.emit(token{text: "{" + counter + "}", at: t.at})
		return true
	}
	switch name {
	case "stepcounter":
		e.counters[counter]++
	case "refstepcounter":
		e.counters[counter]++
		e.pending = append(e.pending, token{text: "}", at: t.at}, token{text: `\the` + counter + " ", at: t.at}, token{text: "{", at: t.at})
		e.emit(token{text: `\` + ownCounter, at: t.at})
	case "setcounter":
		e.counters[counter] = e.number()
	case "addtocounter":
		e.counters[counter] += e.number()
	default:
		e.emit(token{text: formatted(numbering, n), at: t.at})
	}
	return true
}

// number reads an argument that is a number, or the value of a counter.
func (e *expander) number() int {
	text := strings.TrimSpace(written(e.argument()))
	if found := counterValue().FindStringSubmatch(text); found != nil {
		return e.counters[found[1]]
	}
	n, _ := strconv.Atoi(text)
	return n
}

// ownCounter is the command that tells the reader the value of a counter that it does not know, for the labels behind it.
const ownCounter = "refstepcounter*"

// counter reads what follows a command that changes a counter of headings, figures, lists or the like.
func (p *latexParser) counter(command string) {
	isOwn := p.star()
	counter := p.argument()
	name := strings.TrimSpace(counter.text)
	switch command {
	case "stepcounter":
		p.counters[name]++
	case "refstepcounter":
		if isOwn {
			p.current = label{kind: "counter", number: plain(p.inline(counter))}
			return
		}
		p.step(name)
	default:
		n, err := strconv.Atoi(strings.TrimSpace(p.argument().text))
		if err != nil {
			return
		}
		if command == "addtocounter" {
			n += p.counters[name]
		}
		p.counters[name] = n
	}
}
