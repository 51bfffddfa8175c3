package statement

import "strings"

var algorithmEnvironments = []string{"algorithmic", "algorithmicx", "pseudocode"}

// algorithmStep is a command of the packages algorithmic and algpseudocode.
type algorithmStep struct {
	before, after string // the words around its argument
	arguments     int
	begins, ends  bool // whether the lines below it, or it itself, are indented more, or less
}

// algorithmSteps are the commands by their names in lower case: both packages have the same.
var algorithmSteps = map[string]algorithmStep{
	"state": {}, "statex": {}, "return": {before: "return "}, "print": {before: "print "},
	"require": {before: "Require: "}, "ensure": {before: "Ensure: "}, "input": {before: "Input: "}, "output": {before: "Output: "},
	"for": {"for ", " do", 1, true, false}, "forall": {"for all ", " do", 1, true, false}, "while": {"while ", " do", 1, true, false},
	"if": {"if ", " then", 1, true, false}, "elsif": {"else if ", " then", 1, true, true}, "elseif": {"else if ", " then", 1, true, true},
	"else": {"else", "", 0, true, true}, "loop": {"loop", "", 0, true, false}, "repeat": {"repeat", "", 0, true, false}, "until": {"until ", "", 1, false, true},
	"procedure": {"procedure ", "", 2, true, false}, "function": {"function ", "", 2, true, false},
	"endfor": {ends: true}, "endwhile": {ends: true}, "endif": {ends: true}, "endloop": {ends: true}, "endprocedure": {ends: true}, "endfunction": {ends: true},
}

// algorithm reads steps, a line each, indented by their nesting.
func (p *latexParser) algorithm(name string) []block {
	source := p.restOf(name)
	inner := p.inner(source)
	_, _ = inner.optional()
	var text []span
	depth := 0
	for _, line := range stepsOf(part{inner.rest, inner.at()}) {
		if strings.EqualFold(line.text, `\state`) { // before \Return and its like, which begin a line themselves
			continue
		}
		one := p.inner(line)
		step := algorithmSteps[strings.ToLower(commandName(line.text))]
		one.rest = one.rest[1+len(commandName(line.text)):]
		_, _ = one.optional()
		if step.ends {
			depth = max(0, depth-1)
		}
		if step.ends && !step.begins && step.before == "" {
			continue
		}
		if len(text) > 0 {
			text = append(text, span{text: "\n"})
		}
		text = append(text, span{text: strings.Repeat(quad, depth)})
		if step.before != "" {
			text = append(text, span{text: step.before, style: strong})
		}
		for i := range step.arguments {
			argument := one.inline(one.argument())
			if i == 1 {
				argument = append(append([]span{{text: "("}}, argument...), span{text: ")"})
			}
			text = append(text, argument...)
		}
		if step.after != "" {
			text = append(text, span{text: step.after, style: strong})
		}
		if rest := inLine(one.blocks("")); len(rest) > 0 {
			if step.arguments > 0 {
				text = append(text, span{text: " "})
			}
			text = append(text, rest...)
		}
		if step.begins {
			depth++
		}
	}
	if len(text) == 0 {
		return nil
	}
	return []block{paragraph{text: joined(text)}}
}

// stepsOf splits an algorithm before each of its commands. It drops what stands before the first.
func stepsOf(source part) []part {
	var steps []part
	start := -1
	depth := 0
	for i := 0; i < len(source.text); i++ {
		switch source.text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '\\':
			name := commandName(source.text[i:])
			if _, ok := algorithmSteps[strings.ToLower(name)]; ok && depth == 0 {
				if start >= 0 {
					steps = append(steps, part{source.text[start:i], source.at + start}.trimmed())
				}
				start = i
			}
			i += max(len(name), 1)
		}
	}
	if start >= 0 {
		steps = append(steps, part{source.text[start:], source.at + start}.trimmed())
	}
	return steps
}
