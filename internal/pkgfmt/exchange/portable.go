package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
)

// Portable is the row of the language table whose programs run on the machines of other judges.
const Portable = "go-linux"

// Compiler compiles sources in the language Portable, and returns the path of the program. After a
// language.MissingError the export goes on: the package then contains only the source.
type Compiler func(ctx context.Context, name string, sources []language.File) (file string, err error)

// judging are the directories of programs that other judges run, often without Go. True means that the directory
// is one program; in the others each file and each directory is one.
var judging = map[string]bool{
	"input_validators": false, "input_format_validators": false, "answer_validators": false, "output_validators": false,
	"output_validator": true, "static_validator": true, "graders": false,
}

// The scripts of a directory with a compiled Go program, for problemtools, BAPCtools and DOMjudge: build is called
// first and must make run.
const portableBuild = `#!/bin/sh
# run was made of the Go source beside it, for Linux on x86-64. Elsewhere it is made again, which takes Go.
case "$(uname -s) $(uname -m)" in
"Linux x86_64") ;;
*) CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o run ./*.go ;;
esac
`

// buildAll adds an executable beside the source of each Go program that other judges run.
func (c *conversion) buildAll(ctx context.Context, compile Compiler) error {
	programs := c.judgingPrograms(slices.Collect(maps.Keys(judging))...)
	for _, program := range slices.Sorted(maps.Keys(programs)) {
		files := programs[program]
		if !slices.ContainsFunc(files, isGo) || slices.ContainsFunc(files, isScript) {
			continue
		}
		if err := c.build(ctx, compile, program, files); err != nil {
			return err
		}
	}
	return nil
}

// judgingPrograms returns the programs in directories that other judges run, with their files.
func (p *Package) judgingPrograms(folders ...string) map[string][]string {
	programs := map[string][]string{}
	for _, name := range p.names() {
		top, _, _ := strings.Cut(name, "/")
		if program := judgingProgram(name); program != "" && slices.Contains(folders, top) {
			programs[program] = append(programs[program], name)
		}
	}
	return programs
}

// Program is a program of a package that other judges build.
type Program struct {
	// Name is its file or directory in the package.
	Name  string
	Files []language.File
}

// Programs returns the programs of the package that judge, and the generators that its rules name, each with all that
// it is built from.
func (p *Package) Programs() ([]Program, error) {
	files := p.judgingPrograms(slices.Collect(maps.Keys(judging))...)
	rules, err := p.files[generators.File].content()
	if err != nil {
		return nil, err
	}
	for _, name := range p.names() {
		top, rest, _ := strings.Cut(name, "/")
		program, _, isInner := strings.Cut(rest, "/")
		called := regexp.QuoteMeta(strings.TrimSuffix(program, path.Ext(program)))
		if top == "generators" && (isInner || isCpp(name) || isGo(name)) && regexp.MustCompile(`(?m)[\s"']`+called+`(\.\w+)?(\s|["']|$)`).Match(rules) {
			files[top+"/"+program] = append(files[top+"/"+program], name)
		}
	}
	var programs []Program
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if isGrammar(files[name]) {
			continue
		}
		program, err := p.program(name, files[name])
		if err != nil {
			return nil, err
		}
		programs = append(programs, program)
	}
	return programs, nil
}

// program reads a program that consists of files of the package.
func (p *Package) program(name string, files []string) (Program, error) {
	program := Program{Name: name}
	for _, file := range files {
		text, err := p.files[file].whole()
		if err != nil {
			return Program{}, fmt.Errorf("read %s: %w", file, err)
		}
		own := path.Base(file)
		if file != name {
			own = strings.TrimPrefix(file, name+"/")
		}
		program.Files = append(program.Files, language.File{Name: own, Data: text})
	}
	return program, nil
}

// judgingProgram is the file or directory of the program that a file belongs to, "" if other judges do not run it:
// headers and documents beside programs are not programs.
func judgingProgram(name string) string {
	top, rest, _ := strings.Cut(name, "/")
	single, known := judging[top]
	switch {
	case !known || rest == "":
		return ""
	case single:
		return top
	}
	first, _, isInner := strings.Cut(rest, "/")
	if !isInner && !icpc.IsProgram(first) {
		return ""
	}
	return top + "/" + first
}

// isGrammar reports whether other judges interpret a program's only source and do not build it.
func isGrammar(files []string) bool {
	sources := slices.DeleteFunc(slices.Clone(files), func(name string) bool { return !icpc.IsProgram(path.Base(name)) })
	return len(sources) == 1 && icpc.IsGrammar(sources[0])
}

func isGo(name string) bool { return path.Ext(name) == ".go" }

func isScript(name string) bool { return path.Base(name) == "build" || path.Base(name) == "run" }

// build compiles a program. A single file moves to a directory.
func (c *conversion) build(ctx context.Context, compile Compiler, program string, files []string) error {
	var sources []language.File
	for _, name := range files {
		text, err := c.files[name].content()
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		sources = append(sources, language.File{Name: strings.TrimPrefix(strings.TrimPrefix(name, program), "/"), Data: text})
	}
	folder, isFile := program, slices.Equal(files, []string{program})
	if isFile {
		folder = c.folderOf(program)
		sources[0].Name = path.Base(program)
	}
	made, err := compile(ctx, program, sources)
	if missing := (*language.MissingError)(nil); errors.As(err, &missing) {
		c.note(program, "stays source only, so the judge needs Go, since it cannot be compiled here: %v", missing)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	if isFile {
		source := c.files[program]
		delete(c.files, program)
		if err := c.add(path.Join(folder, path.Base(program)), source); err != nil {
			return err
		}
	}
	if err := c.text(folder+"/build", portableBuild); err != nil {
		return err
	}
	return c.add(folder+"/run", file{open: func() (io.ReadCloser, error) { return os.Open(made) }})
}

// folderOf is the directory for a program of one file. It has the name of the file if validators get arguments by
// name.
func (c *conversion) folderOf(program string) string {
	named := slices.ContainsFunc(c.cases(), func(tc *problem.Case) bool { return tc.InputArgsFor != nil })
	folder := strings.TrimSuffix(program, path.Ext(program))
	taken := slices.ContainsFunc(c.names(), func(name string) bool {
		return strings.HasPrefix(name, folder+"/") || name == folder
	})
	if named || taken {
		return program
	}
	return folder
}
