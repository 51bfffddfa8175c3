package exchange

import (
	"maps"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
)

// domjudgePrograms makes the validators what DOMjudge takes: one program for each purpose, in one directory, with
// scripts unless it is a single source that DOMjudge builds by itself.
func (c *conversion) domjudgePrograms() error {
	if c.target != DOMjudge {
		return nil
	}
	c.keepFirstProgram("input_validators")
	c.keepFirstProgram("answer_validators")
	programs := c.judgingPrograms("output_validators")
	switch {
	case len(programs) > 0 && len(c.problem.Output.Programs) == 0:
		for _, files := range programs {
			c.leaveOut(files)
		}
		c.note("output_validators", "left out: validation is default, but DOMjudge would use them")
	case len(programs) > 1:
		return hint.Errorf("make one program of them, or export it with --to legacy", "it has %d output validators, and DOMjudge takes one", len(programs))
	default:
		for program, files := range programs {
			return c.domjudgeScripts(program, files)
		}
	}
	return nil
}

// keepFirstProgram leaves out all programs of a directory but the first, if DOMjudge would refuse the package: it wants
// all files in the directory of the first one, or below.
func (c *conversion) keepFirstProgram(top string) {
	programs := c.judgingPrograms(top)
	names := slices.Sorted(maps.Keys(programs))
	if len(names) == 0 || path.Dir(programs[names[0]][0]) == top {
		return
	}
	for _, name := range names[1:] {
		c.leaveOut(programs[name])
		c.note(name, "left out: DOMjudge takes one program here, and does not judge by it")
	}
}

func (c *conversion) leaveOut(files []string) {
	for _, name := range files {
		delete(c.files, name)
	}
}

// builtByDOMjudge are the endings of sources that DOMjudge compiles and starts without scripts.
var builtByDOMjudge = []string{".c", ".cc", ".cpp", ".C", ".java", ".py"}

// domjudgeScripts adds the scripts without which DOMjudge cannot build an output validator.
func (c *conversion) domjudgeScripts(program string, files []string) error {
	if slices.ContainsFunc(files, isScript) {
		return nil
	}
	sources := slices.DeleteFunc(slices.Clone(files), isHeader)
	ofKind := func(is func(string) bool) bool {
		return len(sources) > 0 && !slices.ContainsFunc(sources, func(name string) bool { return !is(name) })
	}
	var script, text string
	switch {
	case len(sources) == 1 && slices.Contains(builtByDOMjudge, path.Ext(sources[0])):
		return nil
	case ofKind(isCpp):
		script, text = "build", buildScript+"${CXX:-g++} -O2 -std=gnu++17 -o run"
		for _, source := range sources {
			text += " " + path.Base(source)
		}
		text += "\n"
	case len(sources) == 1 && ofKind(isShell):
		script, text = "run", "#!/bin/sh\nexec bash \"$(dirname \"$0\")/"+path.Base(sources[0])+"\" \"$@\"\n"
	default:
		c.warn(program, "DOMjudge builds a single source in C, C++, Java or Python: put scripts build and run beside this one")
		return nil
	}
	folder := program
	if slices.Equal(files, []string{program}) {
		source, err := c.files[program].content()
		if err != nil {
			return err
		}
		folder = c.folderOf(program)
		if err := c.moveToFolder(program, folder, source); err != nil {
			return err
		}
	}
	return c.text(folder+"/"+script, text)
}

func isShell(name string) bool {
	return slices.Contains([]string{".sh", ".bash"}, strings.ToLower(path.Ext(name)))
}
