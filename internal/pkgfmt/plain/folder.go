package plain

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/pkgfmt/problem"
)

// Is reports whether a directory contains settings, or inputs in a layout that Load knows, and no problem.yaml.
func Is(dir string) bool {
	t := openTree(dir)
	if _, isPackage := t.list("")["problem.yaml"]; isPackage {
		return false
	}
	return HasSettings(t.root) || len(t.find(nil)) > 0
}

// Load reads a directory of inputs and answers. The problem is named like the directory. A directory without cases,
// with two layouts at once, or with links that lead out is faulty.
func Load(dir string) (*problem.Problem, problem.Diagnostics) {
	t := openTree(dir)
	return t.load(t.find(nil))
}

// LoadPattern reads a directory whose files are named by a pattern of oj, such as "%s.%e" or "%e/case_%s.txt": %s is
// the case's name, and %e is "in" for inputs and "out" or "ans" for answers, or these words in full. If the tests of other
// sources lie there too, those that belong to the source count; "" stands for all. The error says what is wrong with the
// pattern.
func LoadPattern(dir, text, source string) (*problem.Problem, problem.Diagnostics, error) {
	wanted, err := parsePattern(text)
	if err != nil {
		return nil, nil, err
	}
	t := openTree(dir)
	filters := []func(string) bool{nil}
	if source != "" {
		filters = []func(string) bool{namedAfter(source), t.unclaimed()}
	}
	var found []folderScan
	for _, filter := range filters {
		for _, l := range wanted {
			if len(found) == 0 {
				found = t.among([]layout{l}, filter)
			}
		}
	}
	if len(found) == 0 && len(t.faults) == 0 {
		t.fault("", fmt.Sprintf("no test cases: no file is named %s", wanted[0].input), "give the pattern that the inputs are named by")
	}
	p, faults := t.load(found)
	return p, faults, nil
}

// folderScan is a layout with the names of its cases.
type folderScan struct {
	layout
	names []string
}

// find returns the layouts for which the directory has inputs. If there are none, it looks into the subdirectories
// where tools keep cases. filter, if not nil, selects the names in the directory itself.
func (t *tree) find(filter func(name string) bool) []folderScan {
	for _, layouts := range [][]layout{known(), knownInCapitals()} {
		if found := t.among(layouts, filter); len(found) > 0 {
			return found
		}
	}
	return t.findBelow(folders())
}

// findBelow returns the layouts of the first of some subdirectories that has inputs.
func (t *tree) findBelow(dirs []string) []folderScan {
	for _, dir := range dirs {
		for _, layouts := range [][]layout{known(), knownInCapitals()} {
			if found := t.among(below(layouts, dir), nil); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

func (t *tree) among(layouts []layout, filter func(name string) bool) []folderScan {
	var found []folderScan
	claimed := map[string]bool{}
	for _, l := range layouts {
		var names []string
		for file, entry := range t.list(l.input.dir) {
			name, ok := l.input.cut(file)
			switch {
			case !ok, filter != nil && l.input.dir == "" && !filter(strings.Replace(name, between, ".", 1)):
			case claimed[l.input.file(name)], !t.isFile(l.input.dir, entry):
			default:
				names = append(names, name)
			}
		}
		if l.paired && !t.isAnswered(l, names) {
			continue
		}
		if len(names) == 0 {
			continue
		}
		for _, name := range names {
			claimed[l.input.file(name)] = true
		}
		slices.SortFunc(names, natural)
		found = append(found, folderScan{l, names})
	}
	// An input for runs by hand lies beside tests: input.txt beside 1.in and 1.ans. One with a number is a test without an answer.
	if slices.ContainsFunc(found, func(f folderScan) bool { return t.isAnswered(f.layout, f.names) }) {
		found = slices.DeleteFunc(found, func(f folderScan) bool {
			return !t.isAnswered(f.layout, f.names) && len(f.names) == 1 && !strings.ContainsAny(f.layout.input.file(f.names[0]), "0123456789")
		})
	}
	return found
}

// isAnswered reports whether one of some cases has an answer.
func (t *tree) isAnswered(l layout, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return len(t.answersOf(l, name)) > 0 })
}

// answersOf returns the files below the root that answer a case.
func (t *tree) answersOf(l layout, name string) []string {
	var answers []string
	for _, answer := range l.answers {
		file := answer.file(name)
		if entry, exists := t.list(answer.dir)[path.Base(file)]; exists && t.isFile(answer.dir, entry) {
			answers = append(answers, file)
		}
	}
	return answers
}

// load makes the problem out of the only layout that was found.
func (t *tree) load(found []folderScan) (*problem.Problem, problem.Diagnostics) {
	var sample, secret []*problem.Case
	switch {
	case len(found) > 1:
		first, second := found[0], found[1]
		t.fault("", fmt.Sprintf("two layouts at once: %s is named like %s, and %s like %s",
			first.input.file(first.names[0]), first.input, second.input.file(second.names[0]), second.input),
			"keep one of them, or give the pattern of the inputs that are meant")
	case len(found) == 1:
		sample, secret = t.pair(found[0])
	case len(t.faults) == 0:
		t.fault("", "no test cases", "put inputs and answers into the directory: "+KnownLayouts)
	}
	id := filepath.Base(t.root)
	p := newProblem(id, t.root, id, sample, secret)
	settings := t.settings()
	settings.set(p)
	t.check(&settings)
	return p, t.faults
}

// pair makes the cases from inputs and answers. An input without an answer is a case, too.
func (t *tree) pair(f folderScan) (sample, secret []*problem.Case) {
	var double, orphans, marked problem.Diagnostics
	paired := map[string]bool{}
	usual := t.usualAnswer(f)
	inSamples := isSample(path.Base(f.input.dir))
	for _, name := range f.names {
		c := &problem.Case{Input: t.path(f.input.file(name)), FullFeedback: true}
		answers := t.answersOf(f.layout, name)
		if len(answers) > 1 {
			double = append(double, problem.Diagnostic{
				Level: problem.Warning, File: answers[0],
				Message: fmt.Sprintf("two answers for the case %s: %s is used, %s is not", f.caseName(name), answers[0], answers[1]),
				Help:    "remove one of them",
			})
		}
		if len(answers) > 0 {
			c.Answer = t.path(answers[0])
		} else {
			c.AnswerWanted = t.path(usual.file(name))
		}
		paired[name] = true
		for _, file := range append([]string{f.input.file(name)}, answers[:min(1, len(answers))]...) {
			if t.hasMark(file) {
				marked = append(marked, problem.Diagnostic{
					Level: problem.Warning, File: file,
					Message: "begins with a byte order mark, which programs take for a part of the first word",
					Help:    "store it as UTF-8 without one: sed -i '1s/^\\xef\\xbb\\xbf//' FILE",
				})
			}
		}
		if c.Sample = inSamples || isSample(f.caseName(name)); c.Sample {
			c.Name = "sample/" + f.caseName(name)
			sample = append(sample, c)
		} else {
			c.Name = "secret/" + f.caseName(name)
			secret = append(secret, c)
		}
	}
	for _, answer := range f.answers[:min(2, len(f.answers))] { // files with a rarer extension may be unrelated
		for file := range t.list(answer.dir) {
			name, ok := answer.cut(file)
			// Compilers write a.out. An input that is there belongs to another source.
			if !ok || paired[name] || file == "a.out" || t.has(f.input.file(name)) {
				continue
			}
			orphans = append(orphans, problem.Diagnostic{
				Level: problem.Warning, File: answer.file(name),
				Message: fmt.Sprintf("answer without its input %s", f.input.file(name)),
				Help:    "add the input, or remove the answer",
			})
		}
	}
	slices.SortFunc(orphans, func(a, b problem.Diagnostic) int { return natural(a.File, b.File) })
	for _, faults := range []problem.Diagnostics{marked, double, orphans} {
		t.faults = append(t.faults, bounded(faults)...)
	}
	return sample, secret
}

// has reports whether there is a file or directory of a name.
func (t *tree) has(name string) bool {
	_, err := os.Stat(t.path(name))
	return err == nil
}

// hasMark reports whether a file begins with the byte order mark that editors on Windows write.
func (t *tree) hasMark(name string) bool {
	file, err := os.Open(t.path(name))
	if err != nil {
		return false
	}
	defer file.Close()
	var begin [3]byte
	_, err = io.ReadFull(file, begin[:])
	return err == nil && string(begin[:]) == "\ufeff"
}

// usualAnswer returns the pattern of most answers, if there is one, as the suggestion for missing answers.
func (t *tree) usualAnswer(f folderScan) pattern {
	usual, most := f.answers[0], 0
	for _, answer := range f.answers {
		count := 0
		for _, name := range f.names {
			if slices.Contains(t.answersOf(f.layout, name), answer.file(name)) {
				count++
			}
		}
		if count > most {
			usual, most = answer, count
		}
	}
	return usual
}

// isSample reports whether a name mentions samples.
func isSample(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "sample") || strings.Contains(name, "example")
}

// caseName returns the input's file name without its extension, so that users find the file.
func (f folderScan) caseName(name string) string {
	return strings.TrimSuffix(f.input.base(name), path.Ext(f.input.suffix))
}

// bounded limits the reported faults of a directory with thousands of similar ones.
func bounded(faults problem.Diagnostics) problem.Diagnostics {
	const most = 20
	if len(faults) <= most {
		return faults
	}
	rest := problem.Diagnostic{Level: faults[0].Level, Message: fmt.Sprintf("and %d more like these", len(faults)-most)}
	return append(faults[:most:most], rest)
}
