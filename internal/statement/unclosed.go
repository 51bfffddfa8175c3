package statement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxUnclosed bounds the reported faults: one missing brace often looks like many.
const maxUnclosed = 10

// reportUnclosed reports what a LaTeX text opens but does not close, or closes but did not open: environments, braces
// and formulas. Comments and macros are gone. A text that was cut need not close anything.
func (r *reading) reportUnclosed() {
	s := nesting{source: r.text, open: map[string]int{}}
	for s.at < len(s.source) {
		s.step()
	}
	if !r.isCut {
		s.closeAbove(0)
	}
	slices.SortStableFunc(s.faults, func(a, b unclosedFault) int { return cmp.Compare(a.at, b.at) })
	for _, fault := range s.faults[:min(len(s.faults), maxUnclosed)] {
		r.report(fault.at, fault.help, "%s", fault.message)
	}
}

// unclosedFault is a mark without its counterpart.
type unclosedFault struct {
	at            int
	message, help string
}

// nesting reads the LaTeX marks that enclose other text.
type nesting struct {
	source  string
	at      int
	begun   int // where the mark begins that is being read
	stack   []opened
	open    map[string]int // how many open elements of the stack have each end
	command string         // the command right before at, if a brace would begin its argument
	faults  []unclosedFault
}

// opened is an element that is still open.
type opened struct {
	mark, end string
	command   string // the command whose argument it is
	at        int
}

func (o opened) isFormula() bool { return o.end != "}" && !o.isEnvironment() }

func (o opened) isEnvironment() bool { return strings.HasPrefix(o.end, `\end{`) }

// isText reports whether it is the argument of a text command, in which formulas may contain formulas.
func (o opened) isText() bool {
	return strings.HasPrefix(o.command, "text") || slices.Contains([]string{"mbox", "hbox", "fbox", "intertext", "tag"}, o.command)
}

// step reads one mark.
func (s *nesting) step() {
	s.begun = s.at
	rest, command := s.source[s.at:], s.command
	s.command = ""
	switch rest[0] {
	case '\\':
		s.readCommand(commandName(rest))
		return
	case '{':
		s.push(opened{mark: "{", end: "}", command: command})
	case '}':
		s.close("}", "}")
	case '$':
		s.dollar()
		return
	case '\n':
		if isBlankLine(rest[1:]) {
			s.endParagraph()
		}
	case ' ', '\t', '*':
		s.command = command
	}
	s.at++
}

func (s *nesting) push(o opened) {
	o.at = s.begun
	s.stack = append(s.stack, o)
	s.open[o.end]++
}

func (s *nesting) top() opened {
	if len(s.stack) == 0 {
		return opened{}
	}
	return s.stack[len(s.stack)-1]
}

func (s *nesting) pop() opened {
	top := s.top()
	s.stack = s.stack[:len(s.stack)-1]
	s.open[top.end]--
	return top
}

// close closes the element with this end. Elements opened since then are unclosed.
func (s *nesting) close(end, mark string) {
	if s.open[end] == 0 {
		s.faults = append(s.faults, unclosedFault{s.begun, mark + " closes nothing", "remove it, or open what it is to close"})
		return
	}
	for s.top().end != end {
		s.unclosed(s.pop())
	}
	s.pop()
}

// closeAbove closes all open elements above a depth.
func (s *nesting) closeAbove(depth int) {
	for len(s.stack) > depth {
		s.unclosed(s.pop())
	}
}

func (s *nesting) unclosed(o opened) {
	fault := unclosedFault{at: o.at}
	switch {
	case o.isEnvironment():
		fault.message, fault.help = o.mark+" is not closed", "write "+o.end+" behind it"
	case o.isFormula():
		fault.message = "the formula that begins with " + o.mark + " is not closed in its paragraph"
		fault.help = "write " + o.end + " behind it"
		if o.mark == "$" {
			fault.help += `; a sign of money is \$`
		}
	case o.command != "":
		fault.message, fault.help = fmt.Sprintf(`the { of \%s is not closed`, o.command), "write } behind it"
	default:
		fault.message, fault.help = "{ is not closed", `write } behind it; the brace itself is \{`
	}
	s.faults = append(s.faults, fault)
}

// endParagraph closes formulas, which cannot continue after a blank line.
func (s *nesting) endParagraph() {
	for i, o := range s.stack {
		if o.isFormula() {
			s.closeAbove(i)
			return
		}
	}
}

// dollar begins or ends a formula.
func (s *nesting) dollar() {
	mark := "$"
	if strings.HasPrefix(s.source[s.at:], "$$") && s.open["$"] == 0 {
		mark = "$$"
	}
	s.at += len(mark)
	switch {
	case s.open[mark] == 0 || s.top().isText():
		s.push(opened{mark: mark, end: mark})
	default:
		s.close(mark, mark)
	}
}

// readCommand reads a command and its arguments.
func (s *nesting) readCommand(name string) {
	s.at = min(s.at+1+len(name), len(s.source))
	rest := s.source[s.at:]
	switch name {
	case "[", "(":
		s.push(opened{mark: `\` + name, end: map[string]string{"[": `\]`, "(": `\)`}[name]})
	case "]", ")":
		s.close(`\`+name, `\`+name)
	case "begin", "end":
		inside, after, ok := balanced(strings.TrimLeft(rest, " \t"), '{', '}')
		if !ok {
			s.command = name
			return
		}
		s.at = len(s.source) - len(after)
		if name == "begin" {
			s.begin(inside)
			return
		}
		s.close(`\end{`+inside+"}", `\end{`+inside+"}")
	case "verb", "lstinline", "mintinline":
		p := latexParser{rest: rest}
		if p.verb(name) {
			s.at = len(s.source) - len(p.rest)
		}
	case "url", "href", "path", "nolinkurl":
		s.skipGroups(1) // an address may contain marks of formulas
		s.command = name
	default:
		if name != "" && isLetter(name[0]) {
			s.command = name
		}
	}
}

// begin opens an environment, and skips verbatim ones.
func (s *nesting) begin(name string) {
	end := `\end{` + name + "}"
	s.push(opened{mark: `\begin{` + name + "}", end: end})
	plainName := strings.TrimSuffix(name, "*")
	switch {
	case isVerbatim(plainName):
		inside, _, _ := strings.Cut(s.source[s.at:], end)
		s.at += len(inside)
	case slices.Contains(tableEnvironments, plainName):
		s.skipGroups(2) // the columns may contain marks of formulas
	}
}

// skipGroups skips arguments, and all optional ones before them.
func (s *nesting) skipGroups(most int) {
	for most > 0 {
		rest := strings.TrimLeft(s.source[s.at:], " \t\n")
		_, after, optional := balanced(rest, '[', ']')
		if !optional {
			var ok bool
			if _, after, ok = balanced(rest, '{', '}'); !ok {
				return
			}
			most--
		}
		s.at = len(s.source) - len(after)
	}
}
