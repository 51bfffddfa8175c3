package exchange

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/icpc"
)

// The files that say how the tests of a task are made. The latter is task-maker's, and comes first.
const (
	genGEN   = "gen/GEN"
	casesGen = "gen/cases.gen"
)

// cmsRule says how a test is made.
type cmsRule struct {
	line      string // as it stands in the file
	copied    string // the file that the test copies, "" for none
	generator string // the source of the generator, "" for the task's only one
	args      string // of the generator
}

// readRules reads the rules of the tests, and the subtasks to which they belong.
func (ci *cmsImport) readRules() (rules []cmsRule, subtasks []subtask, err error) {
	ci.rulesFile = genGEN
	if ci.tree.has(casesGen) {
		ci.rulesFile = casesGen
	}
	if !ci.tree.has(ci.rulesFile) {
		return nil, nil, nil
	}
	text, err := ci.tree.read(ci.rulesFile)
	if err != nil {
		return nil, nil, err
	}
	if ci.rulesFile == casesGen {
		ci.tree.used[genGEN] = true // task-maker writes it
		return ci.readCasesGen(string(text))
	}
	return ci.readGEN(string(text))
}

// newSubtask reads the points of a subtask.
func newSubtask(place, points, help string) (subtask, error) {
	worth, err := strconv.ParseFloat(points, 64)
	if err != nil || !(0 <= worth && worth <= maxPoints) {
		return subtask{}, hint.Errorf(help, "%s: want points, got %q", place, points)
	}
	return subtask{points: worth}, nil
}

// readGEN reads gen/GEN: a line for each test, "#ST: points" before those of a subtask, "#COPY: file" for an existing
// test. Other comments are prose.
func (ci *cmsImport) readGEN(text string) (rules []cmsRule, subtasks []subtask, err error) {
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		place := fmt.Sprintf("%s:%d", genGEN, number+1)
		head, rest, _ := strings.Cut(line, ":")
		rest, about, _ := strings.Cut(rest, "#")
		rest = strings.TrimSpace(rest)
		rule := cmsRule{}
		switch head = strings.ReplaceAll(head, " ", ""); {
		case line == "":
			continue
		case head == "#ST":
			st, err := newSubtask(place, rest, "write it as #ST: 20")
			if err != nil {
				return nil, nil, err
			}
			if len(subtasks) == 0 && len(rules) > 0 {
				return nil, nil, hint.Errorf("move them behind a line #ST", "%s: the tests before the first #ST belong to no subtask", place)
			}
			st.about = strings.TrimSpace(about)
			subtasks = append(subtasks, st)
			continue
		case head == "#STNAME" && len(subtasks) > 0:
			subtasks[len(subtasks)-1].name, subtasks[len(subtasks)-1].about = rest, rest
			continue
		case head == "#STDEP":
			ci.depend(place, subtasks, rest)
			continue
		case head == "#COPY":
			rule.copied, rule.line = rest, "copy "+rest
		case strings.HasPrefix(line, "#"):
			continue
		default:
			command, _, _ := strings.Cut(line, "#")
			rule.line = strings.TrimSpace(command)
			rule.args = strings.ReplaceAll(rule.line, "\t", " ")
		}
		rules, subtasks = withRule(rules, subtasks, rule)
	}
	return rules, subtasks, nil
}

// depend notes the earlier subtasks on which the last one depends, by name or by a pattern such as *.
func (ci *cmsImport) depend(place string, subtasks []subtask, names string) {
	last := len(subtasks) - 1
	for _, name := range strings.Fields(strings.ReplaceAll(names, ",", " ")) {
		found := false
		for needed, st := range subtasks[:max(0, last)] {
			if matches, err := path.Match(name, st.name); err != nil || !matches || st.name == "" {
				continue
			}
			found = true
			if !slices.Contains(subtasks[last].needs, needed) {
				subtasks[last].needs = append(subtasks[last].needs, needed)
			}
			ci.note(place, "the subtask counts only where %s is accepted, which gives all of its points or none; there its score is bounded by that of %s", st.name, st.name)
		}
		if !found {
			ci.note(place, "the subtask depends on %s, which is not judged before it; that has no place", name)
		}
	}
}

// withRule adds a rule to the last subtask.
func withRule(rules []cmsRule, subtasks []subtask, rule cmsRule) ([]cmsRule, []subtask) {
	if last := len(subtasks) - 1; last >= 0 {
		subtasks[last].members = append(subtasks[last].members, len(rules))
	}
	return append(rules, rule), subtasks
}

// casesReader reads task-maker's cases.gen: ":GEN NAME FILE …" names a generator, ":GEN NAME" chooses it for the subtask, and
// every line without a colon has the arguments for a test.
type casesReader struct {
	*cmsImport
	place             string
	generators        map[string]string // their sources
	standard, current string            // names of generators
	rules             []cmsRule
	subtasks          []subtask
}

// readCasesGen reads gen/cases.gen. Constraints have no place: task-maker checks them before it makes a test.
func (ci *cmsImport) readCasesGen(text string) ([]cmsRule, []subtask, error) {
	r := &casesReader{cmsImport: ci, generators: map[string]string{}}
	for number, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		r.place = fmt.Sprintf("%s:%d", casesGen, number+1)
		if line == "" {
			continue
		}
		if err := r.read(line); err != nil {
			return nil, nil, err
		}
	}
	return r.rules, r.subtasks, nil
}

func (r *casesReader) read(line string) error {
	command, isCommand := strings.CutPrefix(line, ":")
	if !isCommand {
		return r.test(r.current, line)
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(command), " ")
	rest = strings.TrimSpace(rest)
	name, more, _ := strings.Cut(rest, " ")
	switch word {
	case "GEN":
		return r.generatorNamed(name, strings.Fields(more))
	case "VAL":
		return r.validatorNamed(name, strings.Fields(more))
	case "CONSTRAINT":
		r.note(r.place, "CONSTRAINT has no place: the validator must check %s", rest)
	case "SUBTASK":
		st, err := newSubtask(r.place, name, "write it as :SUBTASK 20 a description")
		if err != nil {
			return err
		}
		st.about = strings.TrimSpace(more)
		r.subtasks, r.current = append(r.subtasks, st), r.standard
	case "COPY":
		return r.add(cmsRule{line: "copy " + rest, copied: rest})
	case "RUN":
		if r.generators[name] == "" {
			return r.unknown(name)
		}
		return r.test(name, strings.TrimSpace(more))
	default:
		return hint.Errorf("write a line of arguments, or one of :GEN, :VAL, :CONSTRAINT, :SUBTASK, :COPY and :RUN", "%s: unknown command :%s", r.place, word)
	}
	return nil
}

func (r *casesReader) unknown(name string) error {
	return hint.Errorf("declare it as :GEN NAME FILE", "%s: there is no generator %q", r.place, name)
}

// add adds a test to the current subtask.
func (r *casesReader) add(rule cmsRule) error {
	if len(r.subtasks) == 0 {
		return hint.Errorf("write :SUBTASK 100 before it", "%s: the test belongs to no subtask", r.place)
	}
	r.rules, r.subtasks = withRule(r.rules, r.subtasks, rule)
	return nil
}

// test adds a test that a generator makes. A command of generators.yaml has no quotes.
func (r *casesReader) test(generator, args string) error {
	if r.generators[generator] == "" {
		return r.unknown(generator)
	}
	words, err := icpc.SplitWords(args)
	if err != nil || slices.ContainsFunc(words, func(word string) bool { return word == "" || strings.ContainsAny(word, " \t{}") }) {
		return hint.Errorf("pass words without spaces and braces", "%s: %s cannot be written as a command", r.place, args)
	}
	return r.add(cmsRule{line: args, generator: r.generators[generator], args: strings.Join(words, " ")})
}

// generatorNamed declares a generator, or chooses one for the rest of the subtask.
func (r *casesReader) generatorNamed(name string, words []string) error {
	if len(words) == 0 {
		if r.generators[name] == "" {
			return r.unknown(name)
		}
		r.current = name
		return nil
	}
	source := path.Clean(words[0])
	if !r.tree.has(source) {
		return hint.Errorf("correct the path", "%s: there is no generator %s", r.place, words[0])
	}
	r.generators[name] = source
	if r.standard == "" || name == "default" {
		r.standard = name
	}
	return nil
}

// validatorNamed notes what validators get beyond the usual: the input and the number of the subtask.
func (r *casesReader) validatorNamed(name string, words []string) error {
	switch {
	case len(words) == 0:
		r.note(r.place, "choosing the validator %s for a subtask has no place: all validators read all inputs", name)
	case !slices.Contains([]string{"gen/validator", "gen/valida"}, stem(path.Clean(words[0]))):
		r.note(r.place, "the validator %s is not imported: it must be gen/validator.*", words[0])
	case len(words) > 1 && !slices.Equal(words[1:], []string{"$INPUT", "$ST_NUM"}):
		r.note(r.place, "the arguments of the validator have no place: %s; it gets the input and the number of the subtask", strings.Join(words[1:], " "))
	}
	return nil
}
