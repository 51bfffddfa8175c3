package plain

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// layout is a way of naming inputs and answers.
type layout struct {
	input pattern
	// answers are tried in order: the first that exists is the answer.
	answers []pattern
	// paired reports that inputs count only with an answer, because other files could have such names.
	paired bool
}

// pattern is a file name with a hole for the case's name, or for two parts of it, in a directory below the root ("" for
// the root itself).
type pattern struct {
	dir, prefix, suffix string
	holes               holes
	// middle is the text between two holes.
	middle string
}

// holes restricts the name of a case.
type holes string

const (
	anyName holes = "*"
	number  holes = "#"  // "01", "_1", "1a"
	twoFold holes = "*#" // a name and a number
	noHole  holes = ""   // the only case has no name
)

// known lists the recognized layouts, with the answers of each. Layouts whose inputs are a special case of another's
// come first. Layouts after "?" are paired.
var known = sync.OnceValue(func() []layout { return readLayouts(layoutTable) })

// knownInCapitals are the same in capitals, which are used if none of those is found.
var knownInCapitals = sync.OnceValue(func() []layout {
	var layouts []layout
	for _, l := range known() {
		layouts = append(layouts, l.inCapitals())
	}
	return layouts
})

const layoutTable = `
	*.in: *.ans *.out *.a *.ok *.sol *.expected *.exp *.diff
	? *.in.txt: *.out.txt *.ans.txt
	? *_in.txt: *_out.txt *_ans.txt
	? *_input.txt: *_output.txt *_answer.txt
	? *_input#.txt: *_output#.txt *_answer#.txt
	? *-input#.txt: *-output#.txt *-answer#.txt
	? *_in#.txt: *_out#.txt *_ans#.txt
	? *-in.txt: *-out.txt *-ans.txt
	input*.txt: output*.txt answer*.txt expected*.txt expected_output*.txt
	? in#.txt: out#.txt ans#.txt
	? in.txt: out.txt ans.txt
	? in#: out# ans#
	? input#: output# answer#
	? in.#: out.# ans.#
	? input.#: output.# answer.#
	? I.#: O.#
	? #: #.a #.ans #.out
	? #.txt: #_out.txt #-out.txt #.out.txt #.ans.txt #.a.txt
	? *.in#: *.out# *.ou# *.ans# *.sol#
	? *.in.#: *.out.# *.ans.# *.sol.#
	? *.i#: *.o#
	? *.inp: *.out *.oup *.ans
	? *.dat: *.ans *.out *.a *.sol
	? *.input: *.output *.answer *.expected
	in/*.in: out/*.ans out/*.out
	in/input*.txt: out/output*.txt
	? in/in#.txt: out/out#.txt
	in/*.txt: out/*.txt
	? in/*: out/*
	input/*.in: output/*.ans output/*.out
	input/input*.txt: output/output*.txt
	? input/in#.txt: output/out#.txt
	input/*.txt: output/*.txt
	? input/*: output/*
	? inputs/*.in: outputs/*.ans outputs/*.out
	? inputs/*.txt: outputs/*.txt
	? inputs/*: outputs/*
`

// namedLayouts returns the layouts in the directory itself whose files may be named after a source file.
func namedLayouts() []layout {
	return slices.DeleteFunc(slices.Clone(known()), func(l layout) bool {
		return l.input.dir != "" || l.input.prefix != "" || l.input.holes == number
	})
}

// folders are the subdirectories searched if the directory itself has no layout: oj, contest tools and archives of
// contests keep cases there.
var folders = sync.OnceValue(func() []string {
	names := []string{"test", "tests", "testcases", "testcase", "samples", "sample", "examples", "example"}
	for _, name := range slices.Clone(names) {
		names = append(names, strings.ToUpper(name))
	}
	return names
})

// foldersOf are the subdirectories that hold the cases of one source, by its name: abc/ beside abc.py, or tests/abc.
func foldersOf(source string) []string {
	stem := stemOf(source)
	dirs := []string{stem}
	for _, folder := range folders() {
		dirs = append(dirs, path.Join(folder, stem))
	}
	return dirs
}

// KnownLayouts describes the recognized files for users.
const KnownLayouts = "1.in with 1.ans or 1.out, input1.txt with output1.txt, in1.txt with out1.txt or ans1.txt, in.txt with out.txt, A_input1.txt with A_output1.txt, in1 with out1, a.in1 with a.out1, " +
	"a.1.dat with a.1.ans, 01 with 01.a, in/1.txt with out/1.txt; also in capitals, and in a directory that is called as the source"

// readLayouts reads a table of layouts.
func readLayouts(table string) []layout {
	var layouts []layout
	for line := range strings.Lines(table) {
		line, paired := strings.CutPrefix(strings.TrimSpace(line), "? ")
		input, answers, _ := strings.Cut(line, ":")
		if input == "" {
			continue
		}
		l := layout{input: readPattern(input), paired: paired}
		for _, answer := range strings.Fields(answers) {
			l.answers = append(l.answers, readPattern(answer))
		}
		layouts = append(layouts, l)
	}
	return layouts
}

// readPattern reads a pattern with its holes.
func readPattern(text string) pattern {
	dir, file := path.Split(text)
	p := pattern{dir: strings.TrimSuffix(dir, "/")}
	name, count, hasNumber := strings.Cut(file, string(number))
	switch prefix, suffix, hasName := strings.Cut(name, string(anyName)); {
	case hasName && hasNumber:
		p.holes, p.prefix, p.middle, p.suffix = twoFold, prefix, suffix, count
	case hasName:
		p.holes, p.prefix, p.suffix = anyName, prefix, suffix
	case hasNumber:
		p.holes, p.prefix, p.suffix = number, name, count
	default:
		p.prefix, p.suffix = stemOf(file), path.Ext(file)
	}
	return p
}

// inCapitals returns the layout with inputs in capitals; their answers may be, too.
func (l layout) inCapitals() layout {
	capitals := layout{input: l.input.inCapitals(), paired: l.paired}
	for _, answer := range l.answers {
		capitals.answers = append(capitals.answers, answer.inCapitals())
	}
	capitals.answers = append(capitals.answers, l.answers...)
	return capitals
}

func (p pattern) inCapitals() pattern {
	p.dir, p.prefix, p.middle, p.suffix = strings.ToUpper(p.dir), strings.ToUpper(p.prefix), strings.ToUpper(p.middle), strings.ToUpper(p.suffix)
	return p
}

// below returns layouts with their files in a subdirectory of the root.
func below(layouts []layout, dir string) []layout {
	all := slices.Clone(layouts)
	for i := range all {
		all[i].input.dir = path.Join(dir, all[i].input.dir)
		all[i].answers = slices.Clone(all[i].answers)
		for j := range all[i].answers {
			all[i].answers[j].dir = path.Join(dir, all[i].answers[j].dir)
		}
	}
	return all
}

// parsePattern reads a pattern of oj: %s is the case's name, %e is "in" for inputs and "out" or "ans" for answers, or
// "input" and "output" or "answer", %% is a per cent sign. It contains at most one %s, in the last element, and at least
// one %e. Without %s there is one case.
func parsePattern(text string) ([]layout, error) {
	var layouts []layout
	for _, words := range [][]string{{"in", "ans", "out"}, {"input", "output", "answer"}} {
		input, err := fill(text, words[0])
		if err != nil {
			return nil, fmt.Errorf("pattern %q: %w, as in \"%%s.%%e\"", text, err)
		}
		l := layout{input: input}
		for _, extension := range words[1:] {
			answer, _ := fill(text, extension)
			l.answers = append(l.answers, answer)
		}
		layouts = append(layouts, l)
	}
	return layouts, nil
}

// fill inserts an extension into a pattern of oj.
func fill(text, extension string) (pattern, error) {
	text = path.Clean(text)
	if !fs.ValidPath(text) {
		return pattern{}, errors.New("want a path below the directory")
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
	suffix, hole := parts[1].String(), anyName
	if names == 0 {
		prefix, suffix, hole = stemOf(prefix), path.Ext(prefix), noHole
	}
	switch {
	case names > 1:
		return pattern{}, errors.New("want one %s, the case's name")
	case extensions == 0:
		return pattern{}, errors.New("want %e, which is in or out")
	case strings.Contains(suffix, "/"):
		return pattern{}, errors.New("want %s in the file's name, not in a directory's")
	}
	return pattern{dir: strings.TrimSuffix(dir, "/"), prefix: prefix, suffix: suffix, holes: hole}, nil
}

// between separates the two parts of a name.
const between = "\x00"

// cut extracts the case's name from a file name.
func (p pattern) cut(file string) (name string, ok bool) {
	name, hasPrefix := strings.CutPrefix(file, p.prefix)
	name, hasSuffix := strings.CutSuffix(name, p.suffix)
	if strings.HasPrefix(file, ".") || !hasPrefix || !hasSuffix {
		return "", false
	}
	switch p.holes {
	case noHole:
		return name, name == ""
	case number:
		return name, isNumber(name)
	case twoFold:
		at := strings.LastIndex(name, p.middle)
		if at < 1 || !isNumber(name[at+len(p.middle):]) {
			return "", false
		}
		return name[:at] + between + name[at+len(p.middle):], true
	}
	return name, true
}

// base is the name of a case's file.
func (p pattern) base(name string) string {
	return p.prefix + strings.Replace(name, between, p.middle, 1) + p.suffix
}

// file is the path below the root, with slashes, of a case's file.
func (p pattern) file(name string) string { return path.Join(p.dir, p.base(name)) }

// String shows the pattern with N in its hole.
func (p pattern) String() string {
	switch p.holes {
	case twoFold:
		return p.file("NAME" + between + "N")
	case noHole:
		return p.file("")
	}
	return p.file("N")
}

// isNumber reports whether a case has a number: "01", "_1", "-1", "1a".
func isNumber(name string) bool {
	name = strings.TrimLeft(name, "_-")
	if last := len(name) - 1; last > 0 && 'a' <= name[last] && name[last] <= 'z' {
		name = name[:last]
	}
	return name != "" && strings.Trim(name, "0123456789") == ""
}
