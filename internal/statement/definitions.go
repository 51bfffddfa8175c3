package statement

import (
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/statement/formula"
)

// ownCommands are definitions for LaTeX of the commands of formulas that LaTeX with amsmath lacks.
var ownCommands = map[string]string{
	"lcm": `{\operatorname{lcm}}`, "mex": `{\operatorname*{mex}}`, "argmin": `{\operatorname*{arg\,min}}`, "argmax": `{\operatorname*{arg\,max}}`, "lt": "{<}", "gt": "{>}",
	"degree": `{{}^\circ}`, "bm": `[1]{\boldsymbol{#1}}`, "mathds": `[1]{\mathbb{#1}}`, "num": "[1]{#1}", "ang": `[1]{#1^\circ}`,
	"unit": `[1]{\mathrm{#1}}`, "si": `[1]{\mathrm{#1}}`, "qty": `[2]{#1\,\mathrm{#2}}`, "SI": `[2]{#1\,\mathrm{#2}}`,
	"SIrange": `[3]{#1\,\mathrm{#3}\text{ to }#2\,\mathrm{#3}}`, "qtyrange": `[3]{#1\,\mathrm{#3}\text{ to }#2\,\mathrm{#3}}`, "numrange": `[2]{#1\text{ to }#2}`,
	"mathbbm": `[1]{\mathbb{#1}}`, "nicefrac": `[2]{\frac{#1}{#2}}`, "sfrac": `[2]{\frac{#1}{#2}}`, "colonequals": "{:=}", "llbracket": `{[\![}`, "rrbracket": `{]\!]}`,
	"xlongequal": `[1]{\overset{#1}{=}}`, "bbox": "[2][]{#2}", "enclose": "[2]{#2}", "centernot": `[1]{\not{#1}}`, "require": "[1]{}",
}

var formulaCommand = lazyregexp.New(`\\([A-Za-z]+)`)

// definitionsFor returns what formulas need in front of a statement in LaTeX: their own definitions, which hold there within one
// formula only, and the commands that LaTeX lacks.
func definitionsFor(formulas []*formula.Formula) string {
	var lines []string
	for _, f := range formulas {
		source := f.TeX
		definitions, _ := cutDefinitions(source)
		lines = append(lines, definitions...)
		for _, match := range formulaCommand().FindAllStringSubmatch(source, -1) {
			line := `\providecommand{\` + match[1] + "}" + ownCommands[match[1]]
			if ownCommands[match[1]] != "" && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n\n"
}

// cutDefinitions divides a formula into the definitions in it, as the body of a document in LaTeX takes them, and the rest.
func cutDefinitions(source string) (definitions []string, rest string) {
	var b strings.Builder
	for source != "" {
		start := strings.IndexByte(source, '\\')
		if start < 0 {
			b.WriteString(source)
			break
		}
		b.WriteString(source[:start])
		source = source[start:]
		if definition, after, ok := cutDefinition(source); ok {
			definitions, source = append(definitions, definition), after
			continue
		}
		end := 1 + len(commandName(source))
		b.WriteString(source[:end])
		source = source[end:]
	}
	return definitions, b.String()
}

// cutDefinition cuts a definition at the start of a formula.
func cutDefinition(source string) (definition, rest string, ok bool) {
	command := commandName(source)
	rest = strings.TrimPrefix(source[1+len(command):], "*")
	name := ""
	switch command {
	case "newcommand", "renewcommand", "providecommand", "DeclareMathOperator":
		if name, rest, ok = balanced(rest, '{', '}'); !ok {
			name = rest[:min(len(rest), 1+len(commandName(rest+" ")))]
			rest = rest[len(name):]
		}
		for strings.HasPrefix(rest, "[") {
			if _, rest, ok = balanced(rest, '[', ']'); !ok {
				return "", source, false
			}
		}
	case "def":
		before, _, found := strings.Cut(rest, "{")
		if !found {
			return "", source, false
		}
		name, rest = before, rest[len(before):]
	default:
		return "", source, false
	}
	body, rest, ok := balanced(strings.TrimLeft(rest, " "), '{', '}')
	if !ok || !strings.HasPrefix(name, `\`) {
		return "", source, false
	}
	if command == "DeclareMathOperator" { // which only a preamble may have
		return `\newcommand{` + name + `}{\operatorname{` + body + "}}", rest, true
	}
	return source[:len(source)-len(rest)], rest, true
}
