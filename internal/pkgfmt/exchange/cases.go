package exchange

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
)

// testCase is a test case to add to a package.
type testCase struct {
	name string // below data/
	// input and answer are files of the source, "" for one that the source lacks.
	input, answer string
	command       string // makes the input, if it is missing
	text          string // the input itself, if it is missing and nothing makes it
	settings      keys
	// shown are texts that a statement shows instead of the files, by their extension without the dot.
	shown keys
}

// addCase adds a test case. If the source lacks its input or answer, a rule makes it: the command the input, the model
// solution the answer.
func (im *importer) addCase(c testCase) error {
	if c.input == "" || c.answer == "" && !im.interactive {
		return im.addRuleFor(c)
	}
	if err := im.copy(c.input, "data/"+c.name+".in"); err != nil {
		return err
	}
	answer := file{} // an interactor needs none
	if c.answer != "" {
		answer = im.tree.file(c.answer)
	}
	if err := im.add("data/"+c.name+".ans", answer); err != nil {
		return err
	}
	for _, item := range c.shown {
		if err := im.text(fmt.Sprintf("data/%s.%s", c.name, item.Key), item.Value.(string)); err != nil {
			return err
		}
	}
	return im.yaml("data/"+c.name+".yaml", c.settings)
}

func (im *importer) addRuleFor(c testCase) error {
	var rule keys
	if c.input == "" {
		set(&rule, "generate", c.command)
		set(&rule, "in", c.text)
	}
	copied := "cases/" + c.name
	for _, part := range [][2]string{{c.input, ".in"}, {c.answer, ".ans"}} {
		if part[0] == "" {
			continue
		}
		if err := im.copy(part[0], "generators/"+copied+part[1]); err != nil {
			return err
		}
		if get(rule, "copy") == nil {
			set(&rule, "copy", copied)
		}
	}
	im.addRule(c.name, append(rule, c.shown...), c.settings)
	return nil
}

// addRule adds the rule of a case that the source did not make.
func (im *importer) addRule(name string, rule, settings keys) {
	var rest keys
	for _, item := range settings {
		if item.Key == "description" {
			set(&rule, "desc", item.Value)
			continue
		}
		rest = append(rest, item)
	}
	set(&rule, "yaml", rest)
	im.rules = append(im.rules, yamldoc.Item{Key: name, Value: rule})
}

// writeRules writes generators/generators.yaml, which makes the cases that the source lacks.
func (im *importer) writeRules() error {
	if len(im.rules) == 0 {
		return nil
	}
	file := keys{}
	set(&file, "solution", im.model)
	data := keys{{Key: "sample", Value: keys{}}, {Key: "secret", Value: keys{}}}
	for _, rule := range im.rules {
		m := rule.Value.(keys)
		value := any(m)
		if len(m) == 1 && m[0].Key == "generate" {
			value = m[0].Value
		}
		name := rule.Key.(string)
		data = within(data, strings.Split(path.Dir(name), "/"), yamldoc.Item{Key: path.Base(name), Value: value})
	}
	im.Unmade = len(im.rules)
	im.note("generators/generators.yaml", "it says how the %d test cases are made that the source lacks; grundy generate makes them", im.Unmade)
	return im.yaml("generators/generators.yaml", append(file, yamldoc.Item{Key: "data", Value: data}))
}

// within adds an entry to the key data of nested directories.
func within(m keys, folders []string, entry yamldoc.Item) keys {
	if len(folders) == 0 {
		return append(m, entry)
	}
	i := slices.IndexFunc(m, func(item yamldoc.Item) bool { return item.Key == folders[0] })
	if i < 0 {
		i = len(m)
		m = append(m, yamldoc.Item{Key: folders[0], Value: keys{}})
	}
	folder, _ := m[i].Value.(keys)
	below, _ := get(folder, "data").(keys)
	m[i].Value = keys{{Key: "data", Value: within(below, folders[1:], entry)}}
	return m
}

// setModel marks a submission as the model solution. The first one makes missing answers.
func (im *importer) setModel(name string) {
	im.model = cmp.Or(im.model, "/submissions/"+name)
	set(&im.submissions, name, keys{{Key: "model_solution", Value: true}})
}
