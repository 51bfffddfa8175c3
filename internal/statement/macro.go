package statement

import (
	"strconv"
	"strings"
)

// Bounds of the expansion of macros, which can double a text with every step.
const (
	maxExpansion = 2 * maxSource
	maxSteps     = 1000
)

// macro is a definition of \newcommand, \renewcommand, \providecommand or \def.
type macro struct {
	arguments int
	body      string
}

// expandMacros replaces the commands that the source itself defines, in text and in formulas.
func expandMacros(source string) string {
	macros := map[string]macro{}
	var b strings.Builder
	rest, steps := source, 0
	for rest != "" {
		start := strings.IndexByte(rest, '\\')
		if start < 0 {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:start])
		rest = rest[start:]
		name := commandName(rest)
		after := rest[1+len(name):]
		if remaining, ok := define(macros, name, after); ok {
			rest = remaining
			continue
		}
		if body, remaining, ok := expand(macros, name, after); ok && steps < maxSteps && b.Len()+len(body)+len(remaining) < maxExpansion {
			steps++
			rest = body + remaining
			continue
		}
		b.WriteString(rest[:1+len(name)])
		rest = after
	}
	return b.String()
}

// define reads a definition after its command's name.
func define(macros map[string]macro, command, rest string) (string, bool) {
	switch command {
	case "newcommand", "renewcommand", "providecommand", "def":
	default:
		return rest, false
	}
	rest = strings.TrimPrefix(rest, "*")
	name := rest
	if inside, after, ok := balanced(rest, '{', '}'); ok {
		name, rest = inside, after
	} else if strings.HasPrefix(rest, `\`) {
		name = rest[:1+len(commandName(rest))]
		rest = rest[len(name):]
	}
	if !strings.HasPrefix(name, `\`) || len(name) < 2 {
		return rest, false
	}
	m := macro{}
	if count, after, ok := balanced(rest, '[', ']'); ok {
		m.arguments, _ = strconv.Atoi(strings.TrimSpace(count))
		rest = after
	}
	for strings.HasPrefix(rest, "#") && len(rest) > 1 { // \def\x#1#2{…}
		m.arguments++
		rest = rest[2:]
	}
	body, after, ok := balanced(strings.TrimLeft(rest, " "), '{', '}')
	if !ok || m.arguments < 0 || m.arguments > 9 {
		return rest, false
	}
	m.body = body
	macros[name[1:]] = m
	return after, true
}

// expand substitutes the arguments in a macro's body.
func expand(macros map[string]macro, name, rest string) (body, after string, ok bool) {
	m, ok := macros[name]
	if !ok {
		return "", rest, false
	}
	arguments := make([]string, 0, 2*m.arguments)
	for i := range m.arguments {
		rest = strings.TrimLeft(rest, " ")
		inside, after, braced := balanced(rest, '{', '}')
		if !braced {
			if rest == "" {
				return "", rest, false
			}
			inside, after = firstRune(rest)
		}
		arguments = append(arguments, "#"+strconv.Itoa(i+1), inside)
		rest = after
	}
	body = strings.NewReplacer(arguments...).Replace(m.body)
	if isLetter(name[0]) && rest != "" && isLetter(rest[0]) && endsInCommand(body) {
		body += " "
	}
	return body, rest, true
}

// endsInCommand reports whether letters that follow would become part of a command's name.
func endsInCommand(body string) bool {
	start := strings.LastIndexByte(body, '\\')
	return start >= 0 && start+1 < len(body) && 1+len(commandName(body[start:])) == len(body)-start
}
