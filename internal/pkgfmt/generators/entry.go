package generators

import (
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// readCases reads an entry that is a test case, or several with the key count.
func (r *reader) readCases(f *yamldoc.Field, folder string, above inherited, numbered bool) {
	entry, settings := &caseEntry{Field: f}, above
	switch f.Value.Kind() {
	case yamldoc.Null:
		r.Warn(problem.At(f.Name), "write a command, or the keys generate, copy or in; a case in data/ alone needs no rule", "nothing makes the case; data/ keeps it as it is")
		return
	case yamldoc.Text:
		if strings.TrimSpace(f.Value.Raw()) == "" {
			f.Value.Fault("write a command such as: tree 5, or the keys generate, copy or in", "the command is empty")
			return
		}
		entry.command = f.Value.Raw()
		entry.commandAt = f.Value
	case yamldoc.Map:
		m, ok := f.Value.Mapping()
		if !ok {
			return
		}
		settings = r.settings(m, above)
		r.readKeys(entry, m, folder)
	default:
		f.Value.Want("a command or a map", "write a command such as: tree 5, or the keys generate, copy or in")
		return
	}
	if copied, found := strings.CutSuffix(strings.TrimSpace(entry.command), ".in"); found && len(strings.Fields(copied)) == 1 {
		r.Warn(problem.At(f.Name), "write copy: "+copied, "a command that is the path of an input is better written with copy")
		entry.command, entry.copied, entry.copyAt = "", copied, f.Value
	}
	r.checkCopy(entry)
	count := entry.counts
	if count == nil {
		count = []int{1}
	}
	first := len(r.rules.Cases)
	for _, index := range count {
		name := f.Key
		if numbered {
			name = r.numbers.name(f.Key)
		}
		if entry.counts != nil {
			name += "-" + countName(index, count)
		}
		if full := folder + "/" + name; r.checkName(f, name, full) {
			if c := r.makeCase(entry, settings, index, full); c != nil {
				r.rules.Cases = append(r.rules.Cases, c)
			}
		}
	}
	r.learn(f.Key, r.rules.Cases[first:])
}

// caseEntry is a test case as it is written, before key count multiplies it.
type caseEntry struct {
	*yamldoc.Field
	manual            bool
	command, copied   string
	commandAt, copyAt yamldoc.Value
	counts            []int
	description       string
	texts, links      map[string]string
	match             map[string][]*regexp.Regexp
	broken            bool
}

// readKeys reads the keys of a case.
func (r *reader) readKeys(entry *caseEntry, m *yamldoc.Mapping, folder string) {
	before := len(r.Faults)
	r.directoryType(m, "testcase")
	if v, ok := m.Take("generate"); ok {
		if text, ok := v.Text(); ok && strings.TrimSpace(text) == "" {
			v.Fault("write a command such as: tree 5", "the command is empty")
		} else {
			entry.command, entry.commandAt = text, v
		}
	}
	if v, ok := m.Take("copy"); ok {
		entry.copied, _ = v.Scalar()
		entry.copyAt = v
	}
	if v, ok := m.Take("count"); ok {
		entry.counts, _ = counts(v)
	}
	r.readMatch(entry, m)
	entry.texts, entry.links = map[string]string{}, map[string]string{}
	for _, key := range caseTexts {
		v, ok := m.Take(key)
		if !ok {
			continue
		}
		if slices.Contains(sampleOnly, key) && folder != "sample" {
			v.Fault("remove it", "only samples are shown")
			continue
		}
		r.readText(entry, key, v)
	}
	r.notes(entry, m)
	m.Finish(map[string]string{
		"data": "a case has no data; a directory has none of the keys of a case", "include": "cases are included by the directory",
		"input": "write generate",
	})
	if m.Find("generate") == nil && m.Find("copy") == nil && m.Find("in") == nil {
		entry.manual = true
		if folder == "sample" && m.Holds(append([]string{"yaml", "desc", "type"}, sampleOnly...)...) && len(entry.texts)+len(entry.links) > 0 {
			r.Warn(problem.At(entry.Name), "write its files by hand, or add the key in", "a sample that is shown alone, without an input, is not made")
			entry.broken = true
			return
		}
		if !m.Holds("yaml", "desc", "type") {
			m.Fault("add the key generate, copy or in", "nothing makes the input")
		} else if len(entry.texts) > 0 {
			m.Fault("write it into a file beside the input", "a case that is written by hand has nothing here but its description")
		}
	}
	entry.broken = len(problem.Diagnostics(r.Faults[before:]).Fatal(false)) > 0
}

// readText reads a file whose content is in the rules. It always ends in a newline.
func (r *reader) readText(entry *caseEntry, key string, v yamldoc.Value) {
	extension := "." + key
	if key == "yaml" {
		if text, ok := v.Block(); ok && !entry.describe(v) {
			entry.texts[extension] = text
		}
		return
	}
	if strings.Contains(key, ".") && v.Kind() == yamldoc.Map {
		m, _ := v.Mapping()
		var to string
		base, _, _ := strings.Cut(key, ".")
		m.Choice("link", &to, base, base+".statement", base+".download")
		m.Finish(nil)
		if to != "" && to != key {
			entry.links[extension] = "." + to
		}
		return
	}
	if text, ok := v.Text(); ok {
		if key == "interaction" && !conversation().MatchString(text) {
			v.Fault("begin each line with < or >, or write --- between two passes", "the text is not a conversation")
			return
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		entry.texts[extension] = text
	}
}

// conversation matches samples of interactive problems: the interactor's messages, the submission's messages, and
// passes.
var conversation = lazyregexp.New(`^([<>][^\n]*\n|---\n)+$`)

// describe takes the description out of a map with nothing else; no file is made of it.
func (e *caseEntry) describe(v yamldoc.Value) bool {
	fields := v.Entries()
	if len(fields) != 1 || fields[0].Key != "description" || fields[0].Value.Kind() != yamldoc.Text {
		return false
	}
	e.description = fields[0].Value.Raw()
	return true
}

// notes takes the key desc as the description, and converts hint to the form of the package's version.
func (r *reader) notes(entry *caseEntry, m *yamldoc.Mapping) {
	for _, key := range []string{"hint", "desc"} {
		text, found := entry.texts["."+key]
		switch {
		case !found, key == "hint" && r.p.Format != problem.V2025:
		case r.p.Format == problem.V2025 && m.Find("yaml") != nil:
			name := map[string]string{"hint": "hint", "desc": "description"}[key]
			r.Fail(problem.At(m.Find(key).Name), "write "+name+" below yaml", "both %s and yaml say something of the case", key)
			fallthrough
		default:
			delete(entry.texts, "."+key)
			if key == "desc" {
				entry.description = strings.TrimSpace(text)
			} else {
				entry.texts[".yaml"] = "hint: " + strconv.Quote(strings.TrimSpace(text)) + "\n"
			}
		}
	}
}

// readMatch reads regular expressions, for the input unless they are below in or ans.
func (r *reader) readMatch(entry *caseEntry, m *yamldoc.Mapping) {
	v, ok := m.Take("match")
	if !ok {
		return
	}
	entry.match = map[string][]*regexp.Regexp{}
	if v.Kind() != yamldoc.Map {
		entry.match[".in"] = expressions(v)
		return
	}
	below, _ := v.Mapping()
	for _, key := range []string{"in", "ans"} {
		if v, ok := below.Take(key); ok {
			entry.match["."+key] = expressions(v)
		}
	}
	below.Finish(nil)
}

// pythonOnly are the errors of expressions that may be valid in Python, as BAPCtools reads them: lookahead, lookbehind,
// \Z and \1.
var pythonOnly = []syntax.ErrorCode{syntax.ErrInvalidPerlOp, syntax.ErrInvalidEscape, syntax.ErrInvalidNamedCapture}

func expressions(v yamldoc.Value) []*regexp.Regexp {
	texts, ok := v.Texts()
	if !ok {
		return nil
	}
	var expressions []*regexp.Regexp
	for _, text := range texts {
		expression, err := regexp.Compile("(?ms)" + text)
		if err != nil {
			help := "write it as the Go package regexp reads it"
			if known := (*syntax.Error)(nil); errors.As(err, &known) && slices.Contains(pythonOnly, known.Code) {
				v.Warn(help, "the expression is not looked for: %v", err)
			} else {
				v.Fault(help, "%v", err)
			}
			continue
		}
		expressions = append(expressions, expression)
	}
	return expressions
}

// checkCopy makes sure that the files to copy exist.
func (r *reader) checkCopy(entry *caseEntry) {
	if entry.copied == "" {
		return
	}
	if base, found := strings.CutSuffix(entry.copied, ".in"); found && base != "" {
		r.Warn(problem.At(entry.copyAt), "write "+base, "copy names the case without its extension")
		entry.copied = base
	}
	clean := path.Join("generators", entry.copied)
	inside := !path.IsAbs(entry.copied) && strings.HasPrefix(clean, "generators/")
	if !inside || !slices.ContainsFunc(problem.CaseExtensions(), func(extension string) bool { return r.rules.isFile(clean + extension) }) {
		entry.copyAt.Fault("name a case below generators/ without its extension", "there is no file generators/%s.in", entry.copied)
		entry.broken = true
	}
}

// lies reports whether the package has a file.
func (r *reader) lies(name string) bool {
	_, err := os.Stat(filepath.Join(r.p.Dir, filepath.FromSlash(name)))
	return err == nil
}

// finds looks for the program of a command, once for all commands, and reports a missing one.
func (r *reader) finds(at yamldoc.Value, c Command) bool {
	err, known := r.programs[c.Program()]
	if !known {
		_, err = r.rules.Program(c)
		r.programs[c.Program()] = err
	}
	if err != nil {
		at.Fault("add the program, or correct the name", "%v", err)
	}
	return err == nil
}

// makeCase makes one case of an entry; nil if the entry is faulty.
func (r *reader) makeCase(entry *caseEntry, settings inherited, index int, name string) *Case {
	if entry.broken {
		return nil
	}
	c := &Case{
		Name: name, Line: entry.Name.Line(), Manual: entry.manual, Description: entry.description, Copy: entry.copied, Texts: maps.Clone(entry.texts), Links: entry.links,
		Match: entry.match, Retries: settings.retries, Solution: settings.solution, NoSolution: settings.noSolution,
		Visualizer: settings.visualizer,
	}
	if input := "data/" + name + ".in"; entry.manual && entry.Value.Kind() == yamldoc.Map && !r.lies(input) {
		r.Lack(problem.At(entry.Name), "write "+input+", or add the key generate, copy or in", "nothing makes the input of %s", name)
	}
	if entry.command == "" {
		return c
	}
	text := string(r.p.WithConstants([]byte(entry.command)))
	switch {
	case entry.counts != nil:
		text = strings.ReplaceAll(text, countMark, strconv.Itoa(index))
	case strings.Contains(text, countMark):
		r.Warn(problem.At(entry.commandAt), "add the key count, or leave it out", "%s stands for itself without the key count", countMark)
	}
	command, err := ParseCommand(text)
	if err != nil {
		entry.commandAt.Fault("write the program's name and its arguments: tree 5 {seed}", "%v", err)
		entry.broken = true
		return nil
	}
	if !r.finds(entry.commandAt, command) {
		entry.broken = true
		return nil
	}
	c.Command, c.Seed = &command, Seed(settings.salt, command, index)
	return c
}
