package statement

import (
	"strconv"
	"strings"
)

// macro is a definition of \newcommand, \def, \let and the like.
type macro struct {
	parameters []parameter
	body       []token
}

// parameter says how the source gives an argument.
type parameter struct {
	kind     parameterKind
	standard []token // the argument if the source leaves it out
	until    []token // the text that ends it, or that stands before all arguments
}

type parameterKind uint8

const (
	mandatory parameterKind = iota
	optional
	starred
	delimited
	literal // not an argument: text that \def wants before the first one
)

// environmentMacro is a definition of \newenvironment.
type environmentMacro struct{ begin, end macro }

// isDefinition reports whether a command defines macros, and defines them.
func (e *expander) isDefinition(t token) bool {
	switch name := t.name(); name {
	case "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand":
		e.newCommand(name)
	case "def", "gdef", "edef", "xdef":
		e.def()
	case "long", "global", "outer", "expandafter", "noexpand":
	case "let":
		e.let()
	case "newif":
		e.skipSpaces()
		if name, ok := strings.CutPrefix(e.take().name(), "if"); ok {
			e.flags[name] = false
		}
	case "DeclareMathOperator":
		operator := `\operatorname`
		if e.skip("*") {
			operator += "*"
		}
		name, text := e.definedName(), e.argument()
		e.macros[name] = macro{body: append(append(tokens(operator+"{"), text...), tokens("}")...)}
	case "DeclarePairedDelimiter":
		name, left, right := e.definedName(), e.argument(), e.argument()
		m := macro{parameters: []parameter{{kind: starred}, {kind: optional}, {kind: mandatory}}}
		m.body = append(append(tokens(`\left`), left...), withParameters(tokens("#3"))...)
		m.body = append(append(m.body, tokens(`\right`)...), right...)
		e.macros[name] = m
	case "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand":
		name := e.definedName()
		parameters, ok := documentParameters(e.argument())
		if !ok {
			e.report(t, "define it by \\newcommand", "the arguments of \\%s are not understood", name)
		}
		e.macros[name] = macro{parameters, withParameters(e.argument())}
	case "newenvironment", "renewenvironment":
		e.skip("*")
		name := written(e.argument())
		parameters := e.countedParameters()
		begin, end := withParameters(e.argument()), withParameters(e.argument())
		e.environments[name] = environmentMacro{macro{parameters, begin}, macro{body: end}}
	case "lstnewenvironment", "DefineVerbatimEnvironment":
		e.verbatim[written(e.argument())] = true
		e.countedParameters()
		e.argument()
		e.argument()
	default:
		return false
	}
	return true
}

// definedName reads the name that a definition defines, in braces or not.
func (e *expander) definedName() string {
	for _, t := range e.argument() {
		if name := t.name(); name != "" {
			return name
		}
	}
	return ""
}

// labelMacros are the macros that say how the items of lists are labelled. The reader looks at them, so their
// definitions stay.
var labelMacros = map[string]bool{
	"labelitemi": true, "labelitemii": true, "labelitemiii": true, "labelitemiv": true,
	"labelenumi": true, "labelenumii": true, "labelenumiii": true, "labelenumiv": true,
}

func (e *expander) newCommand(command string) {
	e.skip("*")
	name := e.definedName()
	m := macro{parameters: e.countedParameters()}
	m.body = withParameters(e.argument())
	if name == "problemname" {
		return // a class that stands in for that of the format sets the title of the page as a heading
	}
	if labelMacros[name] {
		e.emit(token{text: `\renewcommand{\` + name + "}{" + written(m.body) + "}", at: e.place})
		return
	}
	if _, known := e.macros[name]; name != "" && !(known && command == "providecommand") {
		e.macros[name] = m
	}
}

// countedParameters reads "[2][standard]".
func (e *expander) countedParameters() []parameter {
	count, ok := e.bracketed()
	if !ok {
		return nil
	}
	n, _ := strconv.Atoi(strings.TrimSpace(written(count)))
	parameters := make([]parameter, min(max(n, 0), 9))
	if standard, ok := e.bracketed(); ok && len(parameters) > 0 {
		parameters[0] = parameter{kind: optional, standard: standard}
	}
	return parameters
}

// documentParameters reads the arguments of \NewDocumentCommand, such as "s O{1} m".
func documentParameters(specification []token) ([]parameter, bool) {
	var parameters []parameter
	rest := written(specification)
	for rest != "" {
		kind := rest[0]
		rest = rest[1:]
		switch kind {
		case ' ', '+', '!', '\n', '\t':
		case 'm':
			parameters = append(parameters, parameter{})
		case 's':
			parameters = append(parameters, parameter{kind: starred})
		case 'o':
			parameters = append(parameters, parameter{kind: optional})
		case 'O':
			standard, after, ok := balanced(strings.TrimLeft(rest, " "), '{', '}')
			if !ok {
				return parameters, false
			}
			parameters, rest = append(parameters, parameter{kind: optional, standard: tokens(standard)}), after
		default:
			return parameters, false
		}
	}
	return parameters, true
}

// pixelsPerCM is the macro by which texts of Polygon say how large an image is on a page. The reader looks at it.
const pixelsPerCM = "htmlPixelsInCm"

// def reads \def\name, its parameters, which text may separate, and its body.
func (e *expander) def() {
	e.skipSpaces()
	name := e.take()
	var parameters []parameter
	var text []token // since the last parameter
	count := 0
	closeParameter := func() {
		switch {
		case len(text) == 0:
		case count == 0:
			parameters = append(parameters, parameter{kind: literal, until: text})
		default:
			last := &parameters[len(parameters)-1]
			last.kind, last.until = delimited, text
		}
		text = nil
	}
	for !e.isNext("{") {
		t := e.take()
		switch {
		case t.text == "":
			return
		case t.text == "#":
			e.take() // its number
			closeParameter()
			parameters = append(parameters, parameter{})
			count++
		default:
			text = append(text, t)
		}
	}
	if count > 0 || len(strings.TrimSpace(written(text))) > 0 {
		closeParameter()
	}
	body := withParameters(e.argument())
	if name.name() == pixelsPerCM {
		e.emit(token{text: `\` + pixelsPerCM + "{" + written(body) + "}", at: e.place})
		return
	}
	if name.name() != "" {
		e.macros[name.name()] = macro{parameters, body}
	}
}

// let makes a name stand for what another one stands for now.
func (e *expander) let() {
	e.skipSpaces()
	name := e.take().name()
	e.skipSpaces()
	if e.skip("=") {
		e.skipSpaces()
	}
	meant := e.take()
	if m, ok := e.macros[meant.name()]; ok {
		e.macros[name] = m
		return
	}
	meant.final = true
	e.macros[name] = macro{body: []token{meant}}
}

// withParameters marks the parameters in the body of a definition.
func withParameters(body []token) []token {
	var marked []token
	for i := 0; i < len(body); i++ {
		t := body[i]
		if t.text == "#" && i+1 < len(body) {
			i++
			t = body[i]
			if digit := t.text[0]; '1' <= digit && digit <= '9' {
				t = token{text: t.text[1:], parameter: digit - '0'}
			}
		}
		marked = append(marked, t)
	}
	return marked
}

// expand reads the arguments of a macro and puts its body in the place of both.
func (e *expander) expand(call token, m macro) {
	var arguments [9][]token
	count := 0
	for _, p := range m.parameters {
		var argument []token
		switch p.kind {
		case mandatory:
			argument = e.argument()
		case optional:
			var ok bool
			if argument, ok = e.bracketed(); !ok {
				argument = p.standard
			}
		case starred:
			if e.skip("*") {
				argument = tokens("*")
			}
		case delimited:
			argument = e.upTo(p.until)
		case literal:
			e.upTo(p.until)
			continue
		}
		if count < len(arguments) {
			arguments[count] = argument
			count++
		}
	}
	e.insert(call, m.body, arguments)
}

// insert puts the body of a macro in front of the text that is not read yet. A reader finds a mistake in it where the
// macro is used.
func (e *expander) insert(call token, body []token, arguments [9][]token) {
	var inserted []token
	for _, t := range body {
		if t.parameter > 0 {
			inserted = append(inserted, arguments[t.parameter-1]...)
			if t.text == "" {
				continue
			}
		}
		inserted = append(inserted, token{text: t.text, at: call.at, final: t.final})
	}
	for _, t := range inserted {
		e.budget -= 1 + len(t.text)
	}
	if e.budget < 0 {
		if !e.exhausted {
			e.report(call, "see whether it uses itself", "the macro \\%s makes too much text of too little", call.name())
		}
		e.exhausted, e.pending = true, nil
		return
	}
	for i := len(inserted) - 1; i >= 0; i-- {
		e.pending = append(e.pending, inserted[i])
	}
}
