package exchange

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// completeRules makes generators.yaml what BAPCtools takes it for: it finds a generator by its whole name, and removes
// test cases without a rule.
func (c *conversion) completeRules() error {
	text, err := c.files[generators.File].content()
	if err != nil || len(text) == 0 || c.target != ICPC {
		return err
	}
	rules, faults := generators.Read(c.problem)
	if len(faults.Fatal(true)) > 0 {
		return nil // reported with the package
	}
	if !c.is2025() {
		// groups2025 has written what the settings became, and ruleSettings adds that.
		m, err := c.keysOf(generators.File)
		if err == nil {
			err = c.rewrite(generators.File, withoutKey(m, legacySettings))
		}
		if err != nil {
			return err
		}
		delete(c.files, generators.RecordFile) // the settings are not those that it records
		rules.Groups = nil
		return c.ruleSettings(rules)
	}
	text = c.otherSolution(text, rules)
	for _, complete := range []func([]byte, *generators.Rules) ([]byte, error){c.nameGenerators, c.listTestlib, c.ruleManual} {
		c.files[generators.File] = file{data: text}
		if text, err = complete(text, rules); err != nil {
			return err
		}
	}
	c.files[generators.File] = file{data: text}
	return c.ruleSettings(rules)
}

// legacySettings are the settings of a group in legacy.
const legacySettings = "testdata.yaml"

// groupSettings keeps the settings of a group in 2025-09.
const groupSettings = "test_group.yaml"

// withoutKey removes a key from a map and from all maps in it.
func withoutKey(m keys, key string) keys {
	var kept keys
	for _, item := range m {
		switch value := item.Value.(type) {
		case keys:
			item.Value = withoutKey(value, key)
		case []any:
			for i := range value {
				if inner, isMap := value[i].(keys); isMap {
					value[i] = withoutKey(inner, key)
				}
			}
		}
		if item.Key != key {
			kept = append(kept, item)
		}
	}
	return kept
}

var solutionKey = lazyregexp.New(`(?m)^solution:.*$`)

// otherSolution names another solution to make the answers if BAPCtools gives one in Go too little address space to
// start: it would remove all cases.
func (c *conversion) otherSolution(text []byte, rules *generators.Rules) []byte {
	solution := ""
	for _, tc := range rules.Cases {
		if tc.Include == nil && !tc.NoSolution && !tc.Manual {
			solution = strings.TrimPrefix(tc.Solution, "submissions/")
			break
		}
	}
	if model := c.problem.Model(""); solution == "" && model != nil {
		solution = model.Name
	}
	if c.problem.Type.Interactive || c.problem.Type.MultiPass || c.problem.Limits.Memory >= goSpace || !c.isInGo(solution) {
		return text
	}
	var found string
	for _, s := range c.problem.Submissions {
		if strings.HasPrefix(s.Name, "accepted/") && !c.isInGo(s.Name) && (found == "" || isCpp(s.Name) && !isCpp(found)) {
			found = s.Name
		}
	}
	if found == "" {
		c.note(generators.File, "bt of BAPCtools needs --memory 4096: within %s of address space, no program in Go starts", c.problem.Limits.Memory)
		return text
	}
	if len(c.problem.Output.Programs) > 0 {
		c.note(generators.File, "bt generate of BAPCtools makes the answers by %s, since %s is in Go: they may differ from those in data/, and are right as well", found, solution)
	}
	line := []byte("solution: /submissions/" + found)
	if solutionKey().Match(text) {
		return solutionKey().ReplaceAllLiteral(text, line)
	}
	return append(append(line, '\n'), text...)
}

// ruleSettings adds the settings of groups that are written by hand, and what samples offer for download.
func (c *conversion) ruleSettings(rules *generators.Rules) error {
	m, err := c.keysOf(generators.File)
	if err != nil {
		return err
	}
	changed := false
	for _, file := range c.names() {
		directory, isBelow := strings.CutPrefix(path.Dir(file), "data/")
		isWritten := func(g generators.Group) bool { return "data/"+g.Name == path.Dir(file) }
		if !isBelow || path.Base(file) != groupSettings || slices.ContainsFunc(rules.Groups, isWritten) {
			continue
		}
		settings, err := c.keysOf(file)
		if err != nil {
			return err
		}
		if !setBelow(m, strings.Split("data/"+strings.ReplaceAll(directory, "/", "/data/"), "/"), groupSettings, settings) {
			c.note(file, "bt generate of BAPCtools removes it, since generators.yaml does not name its directory")
			continue
		}
		changed = true
	}
	for _, tc := range c.problem.Data.AllCases() {
		known := rules.Case(tc.Name)
		for _, ending := range []string{"in.download", "ans.download"} {
			text, err := c.files["data/"+tc.Name+"."+ending].content()
			if err != nil {
				return err
			}
			if len(text) == 0 || known == nil || known.Manual || known.Texts["."+ending] != "" || known.Links["."+ending] != "" {
				continue
			}
			if !setBelow(m, strings.Split("data/"+strings.ReplaceAll(tc.Name, "/", "/data/"), "/"), ending, string(text)) {
				c.note("data/"+tc.Name+"."+ending, "bt generate of BAPCtools removes it, since the rule of the case does not name it")
				continue
			}
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return c.rewrite(generators.File, m)
}

// setBelow puts a key at the beginning of the map that a path of keys leads to, and reports whether there is one.
func setBelow(m keys, steps []string, key string, value any) bool {
	for i := range m {
		inner, isMap := m[i].Value.(keys)
		switch {
		case m[i].Key != steps[0] || !isMap:
		case len(steps) > 1:
			return setBelow(inner, steps[1:], key, value)
		default:
			m[i].Value = append(keys{{Key: key, Value: value}}, inner...)
			return true
		}
	}
	return false
}

// nameGenerators adds names of generators that commands write without their ending.
func (c *conversion) nameGenerators(text []byte, rules *generators.Rules) ([]byte, error) {
	short := map[string]string{}
	for _, tc := range rules.Commands() {
		name := tc.Command.Program()
		isDirectory := func(other string) bool { return strings.HasPrefix(other, "generators/"+name+"/") }
		if _, isFile := c.files["generators/"+name]; isFile || rules.Programs[name] != nil || slices.ContainsFunc(c.names(), isDirectory) {
			continue
		}
		for _, other := range c.names() {
			if path.Dir(other) == "generators" && strings.TrimSuffix(path.Base(other), path.Ext(other)) == name {
				short[name] = path.Base(other)
			}
		}
	}
	if len(short) == 0 {
		return text, nil
	}
	if len(rules.Programs) > 0 {
		m, err := c.keysOf(generators.File)
		if err != nil {
			return nil, err
		}
		programs, _ := get(m, "generators").(keys)
		for _, name := range slices.Sorted(maps.Keys(short)) {
			set(&programs, name, []string{short[name]})
		}
		for i := range m {
			if m[i].Key == "generators" {
				m[i].Value = programs
			}
		}
		if err := c.rewrite(generators.File, m); err != nil {
			return nil, err
		}
		return c.files[generators.File].data, nil
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	text = append(text, "generators:\n"...)
	for _, name := range slices.Sorted(maps.Keys(short)) {
		text = fmt.Appendf(text, "  %s: [%s]\n", name, short[name])
	}
	return text, nil
}

// listTestlib adds testlib.h to the files of generators that include it: BAPCtools compiles those that are listed, alone.
func (c *conversion) listTestlib(text []byte, _ *generators.Rules) ([]byte, error) {
	m, err := c.keysOf(generators.File)
	if err != nil {
		return nil, err
	}
	programs, _ := get(m, "generators").(keys)
	changed := false
	for i, program := range programs {
		files := words(program.Value)
		if _, there := c.files["generators/"+testlibHeader]; !there || slices.Contains(files, testlibHeader) {
			continue
		}
		var sources []language.File
		for _, name := range files {
			source, err := c.files["generators/"+name].content()
			if err != nil {
				return nil, err
			}
			sources = append(sources, language.File{Name: name, Data: source})
		}
		uses, err := (language.Source{Files: sources}).UsesTestlib()
		if err != nil {
			return nil, err
		}
		if uses {
			programs[i].Value, changed = append(files, testlibHeader), true
		}
	}
	if !changed {
		return text, nil
	}
	if err := c.rewrite(generators.File, m); err != nil {
		return nil, err
	}
	return c.files[generators.File].data, nil
}

// ruleManual gives each case that is written by hand a rule that copies its files from generators/manual/. A list
// numbers its cases, so there it leaves them out and says so.
func (c *conversion) ruleManual(text []byte, rules *generators.Rules) ([]byte, error) {
	m, err := c.keysOf(generators.File)
	if err != nil {
		return nil, err
	}
	const removed = "bt generate of BAPCtools removes it, since no rule of generators.yaml makes it"
	var manual []*problem.Case
	for _, tc := range c.cases() {
		isSame := func(other *problem.Case) bool { return other.Name == tc.Name } // some test validators as well
		switch known := rules.Case(tc.Name); {
		case known != nil && !known.Manual, slices.ContainsFunc(manual, isSame):
		case isNumbered(m, path.Dir(tc.Name)):
			c.note("data/"+tc.Name+".in", removed)
		default:
			manual = append(manual, tc)
		}
	}
	// From the bottom up, since each removal moves the lines below.
	described := slices.Clone(rules.Cases)
	slices.SortFunc(described, func(a, b *generators.Case) int { return b.Line - a.Line })
	for _, known := range described {
		if !slices.ContainsFunc(manual, func(tc *problem.Case) bool { return tc.Name == known.Name }) {
			continue
		}
		shorter, _, _, err := generators.RemoveRule(text, known)
		if err != nil {
			c.note("data/"+known.Name+".in", removed)
			manual = slices.DeleteFunc(manual, func(tc *problem.Case) bool { return tc.Name == known.Name })
			continue
		}
		text = shorter
	}
	for _, tc := range manual {
		longer, err := generators.Append(text, tc.Name, generators.Entry{Copy: "manual/" + tc.Name, Description: strings.TrimSpace(tc.Description)})
		if err != nil {
			c.note("data/"+tc.Name+".in", removed)
			continue
		}
		if err := c.copyManual(tc.Name); err != nil {
			return nil, err
		}
		text = longer
	}
	return text, nil
}

// isNumbered reports whether the rules of a directory are a list, which gives cases other names.
func isNumbered(rules keys, directory string) bool {
	data, _ := get(rules, "data").(keys)
	for name := range strings.SplitSeq(directory, "/") {
		group, _ := get(data, name).(keys)
		switch inner := get(group, "data").(type) {
		case []any:
			return true
		case keys:
			data = inner
		default:
			return false
		}
	}
	return false
}

// copyManual adds the files of a case below generators/manual/.
func (c *conversion) copyManual(name string) error {
	for _, file := range c.names() {
		ending, isOf := strings.CutPrefix(file, "data/"+name+".")
		if !isOf || strings.Contains(ending, "/") {
			continue
		}
		if err := c.add("generators/manual/"+name+"."+ending, c.files[file]); err != nil {
			return err
		}
	}
	return nil
}
