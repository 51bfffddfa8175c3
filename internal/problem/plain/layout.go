package plain

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// layout is a way of naming inputs and answers.
type layout struct {
	input pattern
	// answers are tried in order: the first that exists is the answer.
	answers []pattern
	// numbers tells that names are digits only and that inputs count only when some answer is there: without an
	// extension anything could be an input.
	numbers bool
}

// pattern is a file name with a hole for the case's name, in a folder below the root ("" for the root itself).
type pattern struct{ dir, prefix, suffix string }

// known lists the layouts that are recognised. Those whose inputs are a part of another's come before it.
func known() []layout {
	layouts := []layout{
		beside(),
		{input: pattern{"", "input", ".txt"}, answers: []pattern{{"", "output", ".txt"}}},
		{input: pattern{"", "", ""}, answers: []pattern{{"", "", ".a"}}, numbers: true},
	}
	for _, dirs := range [][2]string{{"in", "out"}, {"input", "output"}} {
		in, out := dirs[0], dirs[1]
		layouts = append(layouts,
			layout{input: pattern{in, "", ".in"}, answers: []pattern{{out, "", ".ans"}, {out, "", ".out"}}},
			layout{input: pattern{in, "input", ".txt"}, answers: []pattern{{out, "output", ".txt"}}},
			layout{input: pattern{in, "", ".txt"}, answers: []pattern{{out, "", ".txt"}}},
		)
	}
	return layouts
}

// beside is 1.in with 1.ans, the name that the ICPC format uses, or else with 1.out, which may be a program's output.
func beside() layout {
	return layout{input: pattern{"", "", ".in"}, answers: []pattern{{"", "", ".ans"}, {"", "", ".out"}}}
}

// below is the layout with its files in a folder of the root.
func (l layout) below(dir string) layout {
	l.input.dir = path.Join(dir, l.input.dir)
	answers := make([]pattern, len(l.answers))
	for i, answer := range l.answers {
		answer.dir = path.Join(dir, answer.dir)
		answers[i] = answer
	}
	l.answers = answers
	return l
}

// parsePattern reads a pattern of oj: %s is the case's name, %e is "in" for inputs and "out" or "ans" for answers, %%
// is a per cent sign. There is one %s, in the last element, and at least one %e.
func parsePattern(text string) (layout, error) {
	input, err := fill(text, "in")
	if err != nil {
		return layout{}, fmt.Errorf("pattern %q: %w, as in \"%%s.%%e\"", text, err)
	}
	l := layout{input: input}
	for _, extension := range []string{"ans", "out"} {
		answer, _ := fill(text, extension)
		l.answers = append(l.answers, answer)
	}
	return l, nil
}

// fill puts an extension into a pattern of oj.
func fill(text, extension string) (pattern, error) {
	text = path.Clean(text)
	if !fs.ValidPath(text) {
		return pattern{}, errors.New("want a path below the folder")
	}
	var parts [2]strings.Builder // before and after %s
	names, extensions := 0, 0
	for i := 0; i < len(text); i++ {
		part := &parts[min(names, 1)]
		if text[i] != '%' {
			part.WriteByte(text[i])
			continue
		}
		i++
		switch {
		case i < len(text) && text[i] == 's':
			names++
		case i < len(text) && text[i] == 'e':
			extensions++
			part.WriteString(extension)
		case i < len(text) && text[i] == '%':
			part.WriteByte('%')
		default:
			return pattern{}, errors.New("want s, e or % after %")
		}
	}
	dir, prefix := path.Split(parts[0].String())
	suffix := parts[1].String()
	switch {
	case names != 1:
		return pattern{}, errors.New("want one %s, the case's name")
	case extensions == 0:
		return pattern{}, errors.New("want %e, which is in or out")
	case strings.Contains(suffix, "/"):
		return pattern{}, errors.New("want %s in the file's name, not in a folder's")
	}
	return pattern{strings.TrimSuffix(dir, "/"), prefix, suffix}, nil
}

// cut takes the case's name out of a file name.
func (p pattern) cut(file string) (name string, ok bool) {
	if len(file) < len(p.prefix)+len(p.suffix) || strings.HasPrefix(file, ".") {
		return "", false
	}
	name, hasPrefix := strings.CutPrefix(file, p.prefix)
	name, hasSuffix := strings.CutSuffix(name, p.suffix)
	return name, hasPrefix && hasSuffix
}

// file is the path below the root, with slashes, of a case's file.
func (p pattern) file(name string) string { return path.Join(p.dir, p.prefix+name+p.suffix) }

// String shows the pattern with N in its hole, for people.
func (p pattern) String() string { return p.file("N") }

func isNumber(name string) bool {
	return name != "" && strings.Trim(name, "0123456789") == ""
}
