package statement

import "grundy/internal/base/lazyregexp"

// overlaySpecification matches what says on which slides of Beamer a part is shown.
var overlaySpecification = lazyregexp.New(`^[+*]?<(?:\+|\.|[0-9]|alert@|presentation|beamer|handout|all|article|trans)[-0-9+.,|@:()a-z ]*>`)

// overlaid are the commands that may have such a specification behind their name, and whether they do nothing else.
// A page shows all slides at once.
var overlaid = map[string]bool{
	"only": true, "uncover": true, "visible": true, "invisible": true, "onslide": true, "action": true, "mode": true,
	"item": false, "color": false, "textcolor": false, "includegraphics": false, "label": false, "footnote": false, "section": false, "note": false,
	"frametitle": false, "framesubtitle": false, "againframe": false, "hyperlink": false,
}

// alternatives are the commands of Beamer that show one of their arguments at a time, and how many they have.
var alternatives = map[string]int{"alt": 2, "temporal": 3}

// isOverlay reports whether a command only says on which slides something is shown, and reads what it says.
func (e *expander) isOverlay(t token) bool {
	name := t.name()
	if t.text != `\`+name { // a space follows, so what comes next is text
		return false
	}
	if n, ok := alternatives[name]; ok && e.skipOverlay() {
		e.showAll(n)
		return true
	}
	only, ok := overlaid[name]
	_, isFont := fontCommands[name]
	return (ok || isFont) && e.skipOverlay() && only
}

// skipOverlay reads a specification if it comes next in the text or in a macro.
func (e *expander) skipOverlay() bool {
	if len(e.pending) == 0 {
		n := len(overlaySpecification().FindString(e.text[e.at:]))
		e.at += n
		return n > 0
	}
	const longest = 40
	last := len(e.pending) - 1
	begin := ""
	for i := last; i >= 0 && last-i < longest; i-- {
		begin += e.pending[i].text
	}
	n := len(overlaySpecification().FindString(begin))
	for read := 0; read < n; {
		read += len(e.take().text)
	}
	return n > 0
}

// showAll puts a space between arguments, all of which are shown.
func (e *expander) showAll(count int) {
	var all []token
	for i := range count {
		if i > 0 {
			all = append(all, token{text: " ", at: e.place})
		}
		all = append(all, e.argument()...)
	}
	for i := len(all) - 1; i >= 0; i-- {
		e.pending = append(e.pending, all[i])
	}
}

// overlay skips a specification behind the title of an environment.
func (p *latexParser) overlay() { p.rest = p.rest[len(overlaySpecification().FindString(p.rest)):] }
