package exchange

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"grundy/internal/judge/language"
)

// packTestlib lets programs in C++ that include testlib.h work on machines without it: each gets a directory with
// the header. Programs that judge also get scripts that translate testlib's protocol, unless they bring their own.
func (c *conversion) packTestlib() error {
	programs := c.judgingPrograms(slices.Collect(maps.Keys(judging))...)
	for _, name := range c.names() {
		if rest, found := strings.CutPrefix(name, "generators/"); found {
			first, _, _ := strings.Cut(rest, "/")
			programs["generators/"+first] = append(programs["generators/"+first], name)
		}
	}
	for _, program := range slices.Sorted(maps.Keys(programs)) {
		if err := c.packTestlibOf(program, programs[program]); err != nil {
			return fmt.Errorf("%s: %w", program, err)
		}
	}
	return nil
}

// packHeaders gives each program of one file in C++ a directory with the headers that it includes from beside it: other judges
// copy the file alone. Headers that no program includes any longer go, since DOMjudge takes each for a part of the program.
func (c *conversion) packHeaders() error {
	for top, single := range judging {
		if single {
			continue
		}
		programs := c.judgingPrograms(top)
		for _, program := range slices.Sorted(maps.Keys(programs)) {
			if !isCpp(program) {
				continue
			}
			source, err := c.files[program].content()
			if err != nil {
				return fmt.Errorf("%s: %w", program, err)
			}
			if !c.includesBeside(top, source) {
				continue
			}
			if err := c.moveToFolder(program, c.folderOf(program), source); err != nil {
				return err
			}
		}
		moved := c.judgingPrograms(top)
		if len(moved) > 0 && !slices.ContainsFunc(slices.Collect(maps.Keys(moved)), isCpp) {
			maps.DeleteFunc(c.files, func(name string, _ file) bool { return path.Dir(name) == top && isHeader(name) })
		}
	}
	return nil
}

// includesBeside reports whether a source includes a file of a directory, other than testlib.h.
func (c *conversion) includesBeside(dir string, source []byte) bool {
	return slices.ContainsFunc(inclusion().FindAllSubmatch(source, -1), func(match [][]byte) bool {
		name := string(match[1])
		_, there := c.files[path.Join(dir, name)]
		return there && name != testlibHeader
	})
}

// packTestlibOf completes a program of the given files, if it includes testlib.h.
func (c *conversion) packTestlibOf(program string, files []string) error {
	var sources []language.File
	for _, name := range slices.DeleteFunc(slices.Clone(files), func(name string) bool { return !isCpp(name) }) {
		text, err := c.files[name].content()
		if err != nil {
			return err
		}
		sources = append(sources, language.File{Name: name, Data: text})
	}
	if uses, err := (language.Source{Files: sources}).UsesTestlib(); err != nil || !uses {
		return err
	}
	top := path.Dir(program)
	folder, isFile := program, slices.Equal(files, []string{program})
	if isFile {
		folder = c.folderOf(program)
	} else if top == "." {
		top = program // the directory holds one program
	}
	header, err := c.testlibFor(folder, top)
	if err != nil {
		return err
	}
	if header.open == nil && header.data == nil {
		c.warn(program, "it includes testlib.h, which neither the package nor you have: put one beside it, or see grundy doctor")
		return nil
	}
	for _, source := range sources {
		// Compilers look for <testlib.h> where it is installed, not beside the source.
		text := bytes.ReplaceAll(source.Data, []byte("<"+testlibHeader+">"), []byte(`"`+testlibHeader+`"`))
		c.files[source.Name] = file{data: text, runnable: c.files[source.Name].runnable}
	}
	if isFile && !c.namedWithEnding(program) {
		if err := c.moveToFolder(program, folder, sources[0].Data); err != nil {
			return err
		}
	} else if isFile {
		folder = top
	}
	if _, there := c.files[folder+"/"+testlibHeader]; !there {
		if err := c.add(folder+"/"+testlibHeader, header); err != nil {
			return err
		}
	}
	if top == "generators" || slices.ContainsFunc(files, isScript) {
		return nil
	}
	return c.translateTestlib(folder, sources, header)
}

// testlibFor finds the header for a program: its own, that beside it, or the user's. A file without content means that
// there is none.
func (c *conversion) testlibFor(folder, top string) (file, error) {
	for _, dir := range []string{folder, top} {
		if header, there := c.files[dir+"/"+testlibHeader]; there {
			return header, nil
		}
	}
	if c.testlib == "" {
		return file{}, nil
	}
	text, err := os.ReadFile(c.testlib)
	if os.IsNotExist(err) {
		return file{}, nil
	}
	return file{data: text}, err
}

// namedWithEnding reports whether the rules of generators name a program's file with its ending, so that it must stay a
// file.
func (c *conversion) namedWithEnding(program string) bool {
	rules, err := c.files["generators/generators.yaml"].content()
	return path.Dir(program) == "generators" && err == nil && strings.Contains(string(rules), path.Base(program))
}

// moveToFolder moves a program of one file to a directory, with the headers that it includes from beside it.
func (c *conversion) moveToFolder(program, folder string, source []byte) error {
	moved := c.files[program]
	delete(c.files, program)
	if err := c.add(path.Join(folder, path.Base(program)), moved); err != nil {
		return err
	}
	return c.addIncluded(folder, path.Dir(program), source)
}

// addIncluded copies what a source includes from a directory, directly or indirectly, except testlib.h.
func (c *conversion) addIncluded(folder, beside string, source []byte) error {
	for _, match := range inclusion().FindAllSubmatch(source, -1) {
		name := string(match[1])
		header, there := c.files[path.Join(beside, name)]
		if _, done := c.files[path.Join(folder, name)]; !there || done || name == testlibHeader {
			continue
		}
		text, err := header.content()
		if err == nil {
			err = c.add(path.Join(folder, name), header)
		}
		if err == nil {
			err = c.addIncluded(folder, beside, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// translateTestlib adds the scripts that compile and call a program that speaks testlib's protocol.
func (c *conversion) translateTestlib(folder string, sources []language.File, header file) error {
	name, run := "validator", validatorScript
	if top, _, _ := strings.Cut(folder, "/"); top == "output_validator" || top == "output_validators" {
		text, err := header.content()
		if err != nil {
			return err
		}
		if !language.SpeaksTestlib(append(slices.Clone(sources), language.File{Name: testlibHeader, Data: text})) {
			return nil
		}
		name, run = "checker", testlibRun(checkerScript, c.problem.Type.Scoring)
		if c.problem.Type.Interactive {
			name, run = "interactor", testlibRun(interactorScript, c.problem.Type.Scoring)
		}
	}
	build := buildScript + "${CXX:-g++} -O2 -std=gnu++17 -o " + name
	for _, source := range sources {
		build += " " + path.Base(source.Name)
	}
	if err := c.text(folder+"/build", build+"\n"); err != nil {
		return err
	}
	return c.text(folder+"/run", run)
}
